/** Writes as edits of one YANG Patch (RFC 8072), of which a device applies all or none. Pure. */

import type { Json, JsonObject } from "../../../model/json.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { dataPath, isEntryStep, steps } from "../device/kinds/data-path.ts";
import { unmasked } from "../device/overlay.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { mergedWith } from "./merging.ts";
import {
  dataUrl,
  declaredTree,
  isPatched,
  placeOf,
  qualified,
  type RestconfPlace,
  type RestconfRequestContext,
  segmentsOf,
} from "./places.ts";
import { contentOf } from "./requests.ts";
import type { PlacedElement } from "./value-steps.ts";
import { elementOf, isWholeList, listSteps } from "./whole-lists.ts";

/** One edit (RFC 8072, 2.4). */
interface PatchEdit {
  readonly operation: "create" | "merge" | "replace" | "remove";
  readonly place: RestconfPlace;
  readonly value?: JsonObject;
}

/** A write with its edits. */
export interface PatchPart {
  readonly write: Write;
  readonly edits: readonly PatchEdit[];
  /** The pointers of masked values that are missing from the edits. */
  readonly masked: readonly string[];
}

/**
 * Returns a write with its edits. `isAround`: the device has shown all ancestors of the write's resource.
 *
 * | the write                                           | becomes                                           |
 * |-----------------------------------------------------|---------------------------------------------------|
 * | a write of a list that is one resource              | edits of its elements                             |
 * | any other removal                                   | `remove` of the resource                          |
 * | a create of an entry whose ancestors were all shown | `create`: the entry must not exist                |
 * | any other create                                    | `merge` of its ancestors, which creates them too  |
 * | a mergeable update (`isPatched`)                    | `merge` of the resource, `remove` of values       |
 * | any other update                                    | `replace` of the resource                         |
 */
export function patchPart({ dialect }: RestconfRequestContext, write: Write, isAround: boolean): PatchPart {
  if (isWholeList(dialect, write)) return listPart({ dialect }, write);
  const place = placeOf(dialect, write);
  const { path, entry } = place;
  if (write.operation === "remove") return { write, edits: [{ operation: "remove", place }], masked: [] };
  if (isPatched(dialect, write)) {
    const value = declaredTree(dialect, write);
    if (write.operation === "create" && !(entry && isAround))
      return { write, edits: [mergedAlong({ dialect }, place, value)], masked: [] };
    const operation = write.operation === "create" ? "create" : "merge";
    const lost = (mergedWith(dialect, write) ?? []).map(({ steps: below, value: each }): PatchEdit => {
      const list = [...path, ...(entry ? [entry] : []), ...below];
      return { operation: "remove", place: { path: list, entry: [{ leaf: "", value: String(each) }] } };
    });
    const own: PatchEdit = { operation, place, value: { [qualified(path)]: value } };
    return { write, edits: [...lost, own], masked: [] };
  }
  const { tree, at } = unmasked(contentOf(dialect, write) ?? null, dialect.masked);
  return {
    write,
    edits: [{ operation: "replace", place, value: { [qualified(path)]: tree } }],
    masked: at,
  };
}

type DialectContext = Pick<RestconfRequestContext, "dialect">;

/** Merges into the outermost ancestor, so that all missing nodes between it and the resource are created. */
function mergedAlong({ dialect }: DialectContext, { path, entry }: RestconfPlace, value: Json): PatchEdit {
  const way = [...path, ...(entry ? [entry] : [])];
  const [top = ""] = path;
  const key = way[1];
  const tree = placedTree(dialect, [{ path, value }]);
  return {
    operation: "merge",
    place: { path: [top], ...(key !== undefined && isEntryStep(key) && { entry: key }) },
    value: tree,
  };
}

/**
 * Returns the edits for a list that is one resource. The list itself is not a resource in RESTCONF (RFC 8040, 3.5), but
 * its elements are.
 */
function listPart({ dialect }: DialectContext, write: Write): PatchPart {
  const path = steps(dataPath(write.identity));
  const { moved, merged, replaced, removed } = listSteps(dialect, write, "edits");
  const masked: string[] = [];
  const remove = ({ key }: PlacedElement): PatchEdit => ({
    operation: "remove",
    place: { path, entry: key },
  });
  const sent =
    (operation: "merge" | "replace") =>
    (each: PlacedElement): PatchEdit => {
      const { tree, at } = unmasked(each.value, operation === "replace" ? dialect.masked : never);
      masked.push(...at);
      const element = elementOf(write, { ...each, value: tree });
      return { operation, place: { path, entry: each.key }, value: { [qualified(path)]: [element] } };
    };
  const values = merged.map(({ value }) => value);
  const isAtTop = path.length === 1;
  const along = values.length > 0 ? [mergedAlong({ dialect }, { path }, values)] : [];
  const edits = [
    ...[...moved, ...removed].map(remove),
    ...(isAtTop ? merged.map(sent("merge")) : along),
    ...replaced.map(sent("replace")),
  ];
  return { write, edits, masked };
}

const never = /(?!)/;

/** The target of a patch, and how its departure is announced. */
interface PatchTarget {
  /** The common top-level container of all writes of the patch. Undefined: the target is the datastore itself. */
  readonly of: string | undefined;
  /** The container's ETag, if it is the same for all writes of the patch. Absent: the patch has no condition. */
  readonly tag?: string | undefined;
  /** The id by which the device records the patch. */
  readonly id: string;
  readonly departure?: Pick<WireRequest, "once" | "leaving">;
}

/** Returns the one request for several writes of one device. */
export function yangPatch(
  ground: RestconfRequestContext,
  patched: readonly PatchPart[],
  { of, tag, id, departure }: PatchTarget,
): WireRequest {
  const host = patched[0]?.write.scope.host ?? "";
  return {
    method: "PATCH",
    url: dataUrl(ground, host, { path: of === undefined ? [] : [of] }),
    headers: {
      accept: ground.dialect.mediaType,
      "content-type": "application/yang-patch+json",
      ...(tag !== undefined && { "if-match": tag }),
    },
    body: { "ietf-yang-patch:yang-patch": { "patch-id": id, edit: inOrder(ground, patched, of) } },
    budget: host,
    ...departure,
  };
}

/**
 * Returns the edits in the order in which the device applies them. Removals come first, so that they remove nothing
 * new. Outer nodes come before inner nodes.
 */
function inOrder(
  { dialect }: DialectContext,
  patched: readonly PatchPart[],
  of: string | undefined,
): readonly JsonObject[] {
  const placed = patched.flatMap(({ write, edits }, at) => {
    const { path, entry } = placeOf(dialect, write);
    const depth = path.length + (entry ? 1 : 0);
    return edits.map((edit, part) => ({
      rank: edit.operation === "remove" ? 0 : depth,
      sent: onWire(edit, { of, id: editId(at, part) }),
    }));
  });
  return placed.toSorted((a, b) => a.rank - b.rank).map(({ sent }) => sent);
}

/** Returns the id of an edit, which contains the index of its write. */
function editId(write: number, part: number): string {
  return `${write + 1}.${part + 1}`;
}

/** Returns the index of the write that an edit belongs to. */
export function writeOfEdit(id: string): number {
  return Number.parseInt(id, 10) - 1;
}

/** Returns an edit in its wire form. The target of an edit is relative to the patch's URL (RFC 8072, 2.4). */
function onWire(
  { operation, place, value }: PatchEdit,
  { of, id }: { readonly of: string | undefined; readonly id: string },
): JsonObject {
  const { path, entry } = place;
  const target = segmentsOf(of === undefined ? place : { path: path.slice(1), entry });
  const named = { "edit-id": id, operation, target: target === "" ? "/" : target };
  return value === undefined ? named : { ...named, value };
}
