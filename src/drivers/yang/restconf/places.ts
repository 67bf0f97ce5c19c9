/** RESTCONF locations of device resources, and requests that merge declarations at these locations. Pure. */

import { segment } from "../../../catalog/templates.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { ofKind } from "../../contract/kind-table.ts";
import { departure } from "../../contract/sending.ts";
import { interfaceOnWire } from "../device/items.ts";
import {
  dataPath,
  type EntryKey,
  entryKeyIn,
  isEntryStep,
  names,
  steps,
  type TreeStep,
} from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import { mayBeUnstored } from "../device/model-values.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { mergedWith } from "./merging.ts";

/** The context of requests: device URLs, and the target's dialect. */
export interface RestconfRequestContext {
  urlOf(host: string): string;
  readonly dialect: RestconfDialect;
}

/** The place of a resource in the tree. */
export interface RestconfPlace {
  /** The steps to the resource. */
  readonly path: readonly TreeStep[];
  /** The key of the list entry. Absent: the place is not a single list entry. */
  readonly entry?: EntryKey | undefined;
}

type MakePlace = (dialect: RestconfDialect, key: string) => RestconfPlace;

const places: Readonly<Record<DeviceKind, MakePlace>> = {
  deviceHostname: (dialect) => ({ path: [rootOf(dialect), dialect.hostname] }),
  deviceInterface: (dialect, key) => {
    const name = key.slice(dialect.interfaceType.length + 1);
    return { path: [rootOf(dialect), ...dialect.interfaces], entry: [{ leaf: "name", value: name }] };
  },
  deviceConfiguration: (_, key) => ({ path: steps(dataPath(key)), entry: entryKeyIn(key) }),
};

/** Returns the place of a resource of this kind and identity. Throws for a kind that is not a device kind. */
export function placeOf(
  dialect: RestconfDialect,
  { kind, identity, scope }: Pick<Write, "kind" | "identity" | "scope">,
): RestconfPlace {
  return ofKind(places, kind)(dialect, identity.slice((scope.host ?? "").length + 1));
}

/** Returns the last member of a path with its module, as at the top of a body. */
export function qualified(path: readonly TreeStep[]): string {
  const members = names(path);
  const last = members.at(-1) ?? "";
  if (last.includes(":")) return last;
  const [module] = members.findLast((member) => member.includes(":"))?.split(":") ?? [];
  return `${module}:${last}`;
}

/**
 * Returns the value under this name in a reply. Undefined: the value is missing. RFC 7951 (4) requires the module in
 * the name, but NX-OS omits it. A name without a module is accepted if the reply has no other data, because it can only
 * be the requested name.
 */
export function shownUnder(body: Json, name: string): Json | undefined {
  if (!isObject(body)) return undefined;
  if (Object.hasOwn(body, name)) return body[name];
  const bare = name.replace(/^[^:]*:/, "");
  const [only, ...others] = Object.keys(body);
  return only === bare && others.length === 0 ? body[bare] : undefined;
}

/** Returns the top-level member that contains the place. */
export function topOf({ path }: RestconfPlace): string {
  return names(path)[0] ?? "";
}

/** Returns an entry with its key, in the types that the device shows. */
export function keyed(entry: EntryKey, value: Json, live: Json | undefined): JsonObject {
  const texts = entry.map(({ leaf, value: text }): [string, Json] => [leaf, text]);
  const shown = entry.flatMap(({ leaf }): [string, Json][] => {
    const own = live !== undefined && isObject(live) ? live[leaf] : undefined;
    return own === undefined ? [] : [[leaf, own]];
  });
  return { ...Object.fromEntries(texts), ...(isObject(value) && value), ...Object.fromEntries(shown) };
}

/** Returns the URL of a place. Colons are not encoded, but slashes and commas in a list key are (RFC 8040, 3.5.3). */
export function dataUrl(ground: RestconfRequestContext, host: string, place: RestconfPlace): string {
  return `${ground.urlOf(host)}${ground.dialect.root}/data${segmentsOf(place)}`;
}

/** Returns the place as a path below the datastore: `/a:b/list=key`. The path is empty for the datastore itself. */
export function segmentsOf({ path, entry }: RestconfPlace): string {
  const segments = [...path, ...(entry ? [entry] : [])].map((step) =>
    isEntryStep(step) ? `=${step.map(({ value }) => encoded(value)).join(",")}` : `/${encoded(step)}`,
  );
  return segments.join("");
}

function encoded(text: string): string {
  return segment(text).replaceAll("%3A", ":");
}

/**
 * True if a write is a PATCH. That is the case if the declaration can be merged, and nothing has to be removed except
 * single values of leaf-lists (`mergedWith`). If there is no live value, list entries get the order of their creation
 * (RFC 7950, 7.8.6).
 */
export function isPatched(dialect: RestconfDialect, write: Write): boolean {
  return mergedWith(dialect, write) !== undefined;
}

/**
 * True if a write is merged into its container, if the device has the container: a create, and an update of a resource
 * that the device may not store, because it is an empty list or has its default. A PATCH of a resource that is not
 * stored is answered with 404 (RFC 8040, 4.6).
 */
export function isMerged(dialect: RestconfDialect, write: Write): boolean {
  if (!isPatched(dialect, write)) return false;
  if (write.operation === "create") return true;
  const { kind, live } = write;
  return kind === "deviceConfiguration" && live !== undefined && mayBeUnstored(dialect, write, live.value);
}

/** True for a create inside a list entry, since a PUT does not create missing entries on its path (RFC 8040, 4.5). */
export function isMadeAlong(write: Write): boolean {
  return (
    write.operation === "create" &&
    write.kind === "deviceConfiguration" &&
    steps(dataPath(write.identity)).some(isEntryStep)
  );
}

/** Returns the PATCH of an existing resource. `tag`: the ETag that the resource was read with. */
export function patchOf(ground: RestconfRequestContext, write: Write, tag: string | undefined): WireRequest {
  const { dialect } = ground;
  const place = placeOf(dialect, write);
  const host = write.scope.host ?? "";
  return {
    method: "PATCH",
    url: dataUrl(ground, host, place),
    headers: { ...typed(dialect), ...precondition(dialect, write, tag) },
    body: { [qualified(place.path)]: declaredTree(dialect, write) },
    budget: host,
    ...departure(write),
  };
}

/** The target of a PATCH with several writes, and how its departure is announced. */
interface PatchTarget {
  /** The common top-level container. Undefined: the target is the datastore itself. */
  readonly of: string | undefined;
  /** The container's ETag, if it is the same for all of the writes. Absent: the request has no condition. */
  readonly tag?: string | undefined;
  readonly departure: Pick<WireRequest, "once" | "leaving">;
}

/** Returns the PATCH that carries out several writes of one device, all or none. */
export function patchTogether(
  ground: RestconfRequestContext,
  writes: readonly Write[],
  target: PatchTarget,
): WireRequest {
  const { dialect } = ground;
  const host = writes[0]?.scope.host ?? "";
  const parts = writes.map((write) => ({
    path: placeOf(dialect, write).path,
    value: declaredTree(dialect, write),
  }));
  const merged: JsonObject = placedTree(dialect, parts);
  const { of, tag } = target;
  return {
    method: "PATCH",
    url: dataUrl(ground, host, { path: of === undefined ? [] : [of] }),
    headers: { ...typed(dialect), ...(tag !== undefined && { "if-match": tag }) },
    body: of === undefined ? { "ietf-restconf:data": merged } : merged,
    budget: host,
    ...target.departure,
  };
}

/**
 * Returns the condition of a write: a created resource must not exist yet, and a changed resource must be as it was
 * read (RFC 9110, 13.1).
 */
export function precondition(
  dialect: RestconfDialect,
  { operation }: Pick<Write, "operation">,
  tag: string | undefined,
): Readonly<Record<string, string>> {
  if (dialect.entityTags !== "matched") return {};
  if (operation === "create") return { "if-none-match": "*" };
  return tag === undefined ? {} : { "if-match": tag };
}

function typed({ mediaType }: RestconfDialect): Readonly<Record<string, string>> {
  return { accept: mediaType, "content-type": mediaType };
}

/** Returns the declaration at its place. An entry becomes a list with one entry. */
export function declaredTree(dialect: RestconfDialect, write: Write): Json {
  const { entry } = placeOf(dialect, write);
  const declared = write.desired ?? null;
  const value = write.kind === "deviceInterface" ? interfaceOnWire(declared) : declared;
  return entry === undefined ? value : [keyed(entry, value, write.live?.raw)];
}
