/** Makes the requests of the RESTCONF interface: paths, and the full trees that a PUT carries. Pure. */

import { segment } from "../../catalog/segments.ts";
import type { Json } from "../../model/json.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { interfaceOnWire } from "../device/items.ts";
import { members } from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import { orderedIn } from "../device/model-values.ts";
import { overlay, unmasked, wrapped } from "../device/overlay.ts";
import { ofKind } from "../of-kind.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";

/** What requests are made from: the target's URL, with `{host}` in it, and its dialect. */
export interface RestconfRequestContext {
  readonly url: string;
  readonly dialect: RestconfDialect;
}

/** A write's request, and the pointers of masked values that its tree must do without. */
export interface RestconfWrite {
  readonly request: WireRequest;
  readonly masked: readonly string[];
}

/** The request that reads a top-level container, or what is at another path, with all that is in it. */
export function readRequest(
  ground: RestconfRequestContext,
  host: string,
  path: readonly string[],
): WireRequest {
  const query = ground.dialect.content === "config" ? "?content=config" : "";
  return {
    method: "GET",
    url: `${dataUrl(ground, host, path)}${query}`,
    headers: { accept: ground.dialect.mediaType },
    budget: host,
  };
}

/** The PUT that makes or replaces a part of a device's tree, or the DELETE that removes it; `tag` is its ETag. */
export function writeRequest(
  ground: RestconfRequestContext,
  write: Write,
  tag: string | undefined,
): RestconfWrite {
  const { dialect } = ground;
  if (ofKind(dialect.operations, write.kind)[write.operation] === "none")
    throw new Error(`${write.kind} has no operation ${write.operation}`);
  const host = write.scope.host ?? "";
  const { path, url } = placeOf(dialect, write);
  const value = contentOf(dialect, write);
  const headers = { accept: dialect.mediaType, ...precondition(dialect, write, tag) };
  const to = { url: dataUrl(ground, host, url), budget: host, ...departure(write) };
  if (value === undefined) return { request: { method: "DELETE", ...to, headers }, masked: [] };
  const { tree, at } = unmasked(value, dialect.masked);
  const body = dialect.body === "parents" ? wrapped(path, tree) : { [qualified(path)]: tree };
  const typed = { ...headers, "content-type": dialect.mediaType };
  return { request: { method: "PUT", ...to, headers: typed, body }, masked: at };
}

/** The rpc that keeps what runs over the next restart (RFC 8040, 4.4.2). */
export function saveRequest({ url, dialect }: RestconfRequestContext, host: string): WireRequest {
  const { mediaType, root, saveOperation } = dialect;
  return {
    method: "POST",
    url: `${url.replaceAll("{host}", host)}${root}/operations/${saveOperation}`,
    headers: { accept: mediaType, "content-type": mediaType },
    body: {},
    budget: host,
  };
}

/** The last member of a path with its module, as it stands at the top of a body. */
export function qualified(path: readonly string[]): string {
  const last = path.at(-1) ?? "";
  if (last.includes(":")) return last;
  const [module] = path.findLast((member) => member.includes(":"))?.split(":") ?? [];
  return `${module}:${last}`;
}

/** What is made must not be there, and what is changed must be as it was seen (RFC 9110, 13.1). */
function precondition(
  dialect: RestconfDialect,
  { operation }: Write,
  tag: string | undefined,
): Readonly<Record<string, string>> {
  if (dialect.entityTags !== "matched") return {};
  if (operation === "create") return { "if-none-match": "*" };
  return tag === undefined ? {} : { "if-match": tag };
}

/** Where a resource stands in the tree. */
export interface RestconfPlace {
  /** The members down to it. */
  readonly path: readonly string[];
  /** The segments of its URL. */
  readonly url: readonly string[];
  /** The key of the one element of a list that it is. */
  readonly element?: string;
}

type MakePlace = (dialect: RestconfDialect, key: string) => RestconfPlace;

const places: Readonly<Record<DeviceKind, MakePlace>> = {
  deviceHostname: (dialect) => {
    const path = [rootOf(dialect), dialect.hostname];
    return { path, url: path };
  },
  deviceInterface: (dialect, key) => {
    const element = key.slice(dialect.interfaceType.length + 1);
    const path = [rootOf(dialect), ...dialect.interfaces];
    return { path, url: [...path.slice(0, -1), `${path.at(-1)}=${element}`], element };
  },
  deviceConfiguration: (_, key) => {
    const path = members(key);
    return { path, url: path };
  },
};

/** Where the resource of this kind and identity stands; throws for a kind that is none of a device's. */
export function placeOf(
  dialect: RestconfDialect,
  { kind, identity, scope }: Pick<Write, "kind" | "identity" | "scope">,
): RestconfPlace {
  return ofKind(places, kind)(dialect, identity.slice((scope.host ?? "").length + 1));
}

/** What is to stand there; undefined for a removal. */
function contentOf(dialect: RestconfDialect, write: Write): Json | undefined {
  const declared = write.desired;
  if (declared === undefined) return undefined;
  const { element } = placeOf(dialect, write);
  const ordered = orderedIn(dialect, write, declared);
  return ofKind(contents, write.kind)(write, { declared, element, ordered });
}

interface DeclaredContent {
  readonly declared: Json;
  /** The key of the one element of a list that it is. */
  readonly element: string | undefined;
  /** Lists whose order means something. */
  readonly ordered: ReadonlySet<Pointer>;
}

const contents: Readonly<Record<DeviceKind, (write: Write, of: DeclaredContent) => Json>> = {
  deviceHostname: (_, { declared }) => declared,
  deviceInterface: (write, { declared, element = "", ordered }) => [
    laidOver(write, { name: element, ...interfaceOnWire(declared) }, ordered),
  ],
  deviceConfiguration: (write, { declared, ordered }) => laidOver(write, declared, ordered),
};

/** With `exclusive`, or where nothing is, only what is declared; else that over the live tree, which must be known. */
function laidOver(write: Write, declared: Json, ordered: ReadonlySet<Pointer>): Json {
  if (write.ownership === "exclusive" || write.operation === "create") return declared;
  if (write.live?.raw === undefined) throw new Error(`${write.address} is written without its live tree`);
  return overlay(write.live.raw, declared, { lists: write.lists, ordered });
}

/** Colons stay as they are; the slashes in a list's key do not (RFC 8040, 3.5.3). */
function dataUrl(ground: RestconfRequestContext, host: string, path: readonly string[]): string {
  const segments = path.map((each) => each.split("=").map(encoded).join("="));
  return `${ground.url.replaceAll("{host}", host)}${ground.dialect.root}/data/${segments.join("/")}`;
}

function encoded(text: string): string {
  return segment(text).replaceAll("%3A", ":");
}
