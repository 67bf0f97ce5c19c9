/** Builds RESTCONF requests about one resource. Pure. */

import type { Json } from "../../../model/json.ts";
import type { Pointer } from "../../../model/pointer.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { ofKind } from "../../contract/kind-table.ts";
import { departure } from "../../contract/sending.ts";
import { withoutDisplaced } from "../device/choices/displaced.ts";
import { interfaceOnWire } from "../device/items.ts";
import type { EntryKey, TreeStep } from "../device/kinds/data-path.ts";
import type { DeviceKind } from "../device/model.ts";
import { orderedIn } from "../device/model-values.ts";
import { overlay, unmasked } from "../device/overlay.ts";
import { placedTree, StandingTree } from "../device/places/placed-tree.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { type LostValue, mergedWith } from "./merging.ts";
import {
  dataUrl,
  isMadeAlong,
  isMerged,
  isPatched,
  keyed,
  patchOf,
  patchTogether,
  placeOf,
  precondition,
  qualified,
  type RestconfPlace,
  type RestconfRequestContext,
  topOf,
} from "./places.ts";

/** A write as a request. */
export interface RestconfWrite {
  readonly request: WireRequest;
  /** The pointers of masked values that are missing from the request's tree. */
  readonly masked: readonly string[];
}

/** Returns the request that reads a top-level container, or another place, with all its contents. */
export function readRequest(ground: RestconfRequestContext, host: string, place: RestconfPlace): WireRequest {
  const query = ground.dialect.content === "config" ? "?content=config" : "";
  return {
    method: "GET",
    url: `${dataUrl(ground, host, place)}${query}`,
    headers: { accept: ground.dialect.mediaType },
    budget: host,
  };
}

/** Returns the request that reads one top-level member as a field of all data (RFC 8040, 4.8.3). */
export function fieldRequest(ground: RestconfRequestContext, host: string, member: string): WireRequest {
  const all = readRequest(ground, host, { path: [] });
  return { ...all, url: `${all.url}${all.url.includes("?") ? "&" : "?"}fields=${member}` };
}

/** The known state of the device that a write changes. */
export interface WrittenDevice {
  /** The ETag of the written resource. Undefined: the request is sent without an ETag. */
  readonly tag: string | undefined;
  /** True if the device has this top-level container. */
  holds(container: string): boolean;
  /** The outermost missing entry on the path of the write. Undefined: no entry is known to be missing. */
  readonly missing: readonly TreeStep[] | undefined;
}

/**
 * Returns the request of a write. The first row that fits applies; `mergeable` is what `isPatched` says.
 *
 * | the write                                           | becomes                                             |
 * |-----------------------------------------------------|-----------------------------------------------------|
 * | a removal                                           | DELETE of the resource                              |
 * | a mergeable update that removes single values       | PATCH of the resource; a DELETE of each value       |
 * | a mergeable update of a stored resource             | PATCH of the resource                               |
 * | any other mergeable write; its container exists     | PATCH of the top-level container                    |
 * | a mergeable create in an entry; no container exists | PATCH of the datastore, which creates its ancestors |
 * | a create that is not mergeable, in a missing entry  | PUT of the entry, with only the declared contents   |
 * | any other write                                     | PUT of the resource, which creates its ancestors    |
 */
export function writeRequest(
  ground: RestconfRequestContext,
  write: Write,
  device: WrittenDevice,
): RestconfWrite {
  const { dialect } = ground;
  if (ofKind(dialect.operations, write.kind)[write.operation] === "none")
    throw new Error(`${write.kind} has no operation ${write.operation}`);
  if (!isPatched(dialect, write)) {
    const { missing } = device;
    return write.operation === "create" && missing !== undefined
      ? putOfEntry(ground, write, missing)
      : putOf(ground, write, device.tag);
  }
  const container = topOf(placeOf(dialect, write));
  const isHeld = device.holds(container);
  if (!isMerged(dialect, write)) return { request: patchOf(ground, write, device.tag), masked: [] };
  if (!isHeld && !isMadeAlong(write)) return putOf(ground, write, device.tag);
  const request = patchTogether(ground, [write], {
    of: isHeld ? container : undefined,
    departure: departure(write),
    tag: isHeld && dialect.entityTags === "matched" ? device.tag : undefined,
  });
  return { request, masked: [] };
}

/**
 * Returns the requests of an update that is merged and removes single values. Each value is a resource of its own (RFC
 * 8040, 3.5.3). The first request has the tag. Undefined: no value is removed.
 */
export function mergeRequests(
  ground: RestconfRequestContext,
  write: Write,
  tag: string | undefined,
): readonly WireRequest[] | undefined {
  const { dialect } = ground;
  const lost = mergedWith(dialect, write) ?? [];
  if (lost.length === 0) return undefined;
  const { path, entry } = placeOf(dialect, write);
  const host = write.scope.host ?? "";
  const later = departure({ once: write.once });
  const removal = ({ steps, value }: LostValue): WireRequest => ({
    method: "DELETE",
    url: dataUrl(ground, host, {
      path: [...path, ...(entry ? [entry] : []), ...steps],
      entry: [{ leaf: "", value: String(value) }],
    }),
    headers: { accept: dialect.mediaType },
    budget: host,
    ...later,
  });
  const requests = [
    ...lost.filter(({ isFirst }) => isFirst).map(removal),
    patchOf(ground, { ...write, leaving: undefined }, undefined),
    ...lost.filter(({ isFirst }) => !isFirst).map(removal),
  ];
  return requests.map((each, at) =>
    at > 0
      ? each
      : {
          ...each,
          headers: { ...each.headers, ...precondition(dialect, write, tag) },
          ...departure({ leaving: write.leaving }),
        },
  );
}

function putOf(ground: RestconfRequestContext, write: Write, tag: string | undefined): RestconfWrite {
  const { dialect } = ground;
  const host = write.scope.host ?? "";
  const place = placeOf(dialect, write);
  const { path } = place;
  const value = contentOf(dialect, write);
  const headers = { accept: dialect.mediaType, ...precondition(dialect, write, tag) };
  const to = { url: dataUrl(ground, host, place), budget: host, ...departure(write) };
  if (value === undefined) return { request: { method: "DELETE", ...to, headers }, masked: [] };
  const { tree, at } = unmasked(value, dialect.masked);
  const body =
    dialect.body === "parents" ? placedTree(dialect, [{ path, value: tree }]) : { [qualified(path)]: tree };
  const typed = { ...headers, "content-type": dialect.mediaType };
  return { request: { method: "PUT", ...to, headers: typed, body }, masked: at };
}

/**
 * Creates an entry with the declaration in it. If another user has created the entry in the meantime, nothing is
 * changed (RFC 9110, 13.1.2).
 */
function putOfEntry(
  ground: RestconfRequestContext,
  write: Write,
  missing: readonly TreeStep[],
): RestconfWrite {
  const { dialect } = ground;
  const host = write.scope.host ?? "";
  const { path } = placeOf(dialect, write);
  const { tree: value, at } = unmasked(contentOf(dialect, write) ?? null, dialect.masked);
  const made = new StandingTree(dialect, placedTree(dialect, [{ path, value }])).at(missing) ?? null;
  const { mediaType } = dialect;
  return {
    request: {
      method: "PUT",
      url: dataUrl(ground, host, { path: missing }),
      headers: { accept: mediaType, "content-type": mediaType, "if-none-match": "*" },
      body: { [qualified(missing)]: [made] },
      budget: host,
      ...departure(write),
    },
    masked: at,
  };
}

/** Returns the rpc that saves the running configuration for the next restart (RFC 8040, 4.4.2). */
export function saveRequest({ urlOf, dialect }: RestconfRequestContext, host: string): WireRequest {
  const { mediaType, root, saveOperation } = dialect;
  return {
    method: "POST",
    url: `${urlOf(host)}${root}/operations/${saveOperation}`,
    headers: { accept: mediaType, "content-type": mediaType },
    body: {},
    budget: host,
  };
}

/** Returns the desired value. Undefined: the write is a removal. */
export function contentOf(dialect: RestconfDialect, write: Write): Json | undefined {
  const declared = write.desired;
  if (declared === undefined) return undefined;
  const { entry } = placeOf(dialect, write);
  const ordered = orderedIn(dialect, write, declared);
  return ofKind(contents, write.kind)(dialect, write, { declared, entry, ordered });
}

interface DeclaredContent {
  readonly declared: Json;
  readonly entry: EntryKey | undefined;
  /** Lists whose order is significant. */
  readonly ordered: ReadonlySet<Pointer>;
}

type MakeContent = (dialect: RestconfDialect, write: Write, of: DeclaredContent) => Json;

const contents: Readonly<Record<DeviceKind, MakeContent>> = {
  deviceHostname: (_, _write, { declared }) => declared,
  deviceInterface: (dialect, write, { declared, entry = [], ordered }) => {
    const whole = laidOver(dialect, write, { declared: interfaceOnWire(declared), entry, ordered });
    return [keyed(entry, whole, write.live?.raw)];
  },
  deviceConfiguration: (dialect, write, of) => {
    const whole = laidOver(dialect, write, of);
    return of.entry ? [keyed(of.entry, whole, write.live?.raw)] : whole;
  },
};

/**
 * Returns the tree to write. For an exclusive resource, or without a live value, this is only the declaration.
 * Otherwise, it is the declaration merged over the live tree, which must be known. Live nodes of other choice cases are
 * dropped, because a tree with nodes of two cases is invalid (RFC 7950, 8.3.1).
 */
function laidOver(dialect: RestconfDialect, write: Write, { declared, ordered }: DeclaredContent): Json {
  if (write.ownership === "exclusive" || write.operation === "create") return declared;
  if (write.live?.raw === undefined) throw new Error(`${write.address} is written without its live tree`);
  const live = withoutDisplaced(dialect, write, { live: write.live.raw, declared });
  return overlay(live, declared, { lists: write.lists, ordered });
}
