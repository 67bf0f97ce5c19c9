/**
 * Lists that are one resource, including leaf-lists. RFC 8040 has resources for list entries but not for lists, so such
 * lists are written entry by entry. Pure.
 */

import { isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import { elementIdentity, hasUnkeyedList } from "../../../model/list-identity.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { departure } from "../../contract/sending.ts";
import { dataPath, entryKeyIn, steps as stepsDown } from "../device/kinds/data-path.ts";
import { innerLists } from "../device/list-entries.ts";
import { takesAway } from "../device/mapping/merge.ts";
import { orderedIn } from "../device/model-values.ts";
import { unmasked } from "../device/overlay.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { dataUrl, keyed, patchTogether, qualified, type RestconfRequestContext } from "./places.ts";
import { isLeafList, type PlacedElement, valueSteps } from "./value-steps.ts";

/** The desired list, and the live list. */
type ListWrite = Pick<Write, "kind" | "identity" | "desired" | "live" | "lists">;

/** How list entries are written. */
interface ListMode extends Pick<RestconfDialect, "write"> {
  /** True if a PUT moves values of a user-ordered list (RFC 8040, 4.8.5), without removing them in between. */
  readonly inserts: boolean;
  /** True if the order of a list inside the entries is significant. */
  readonly isOrdered: boolean;
  /** True if modules say that the order of the list's own values is insignificant. */
  readonly isSet: boolean;
}

/** The changes to list entries. An unchanged entry is in none of these lists. */
interface ListSteps {
  /**
   * Values in the wrong order. Each of them is removed with a DELETE, before all other changes, and then merged again.
   */
  readonly moved: readonly PlacedElement[];
  /** Values that are put at the end in this order, wherever they were. Each takes one PUT. */
  readonly placed: readonly PlacedElement[];
  /** New elements, and elements to which values are only added. All of them take one PATCH. */
  readonly merged: readonly PlacedElement[];
  /** Elements that lose values and, if there is no PATCH, new elements. Each takes one PUT. */
  readonly replaced: readonly PlacedElement[];
  /** Elements to remove. Each takes one DELETE. */
  readonly removed: readonly PlacedElement[];
}

/** True for a list whose entries must be written individually. */
export function isWholeList(
  { body }: Pick<RestconfDialect, "body">,
  { kind, identity, desired, live, lists }: ListWrite,
): boolean {
  if (body !== "target" || kind !== "deviceConfiguration" || entryKeyIn(identity)) return false;
  const list = desired ?? live?.value ?? null;
  return lists[""] === undefined ? isLeafList(list) && isLeafList(live?.value ?? []) : isArray(list);
}

function stepsOf({ write: how, isOrdered, isSet, inserts }: ListMode, write: ListWrite): ListSteps {
  const { desired, live, lists } = write;
  const leaves = lists[""];
  if (leaves === undefined) {
    const { moved, added, removed } = valueSteps(elements(live?.value), elements(desired), isSet);
    if (inserts && moved.length > 0) return { moved: [], placed: added, merged: [], replaced: [], removed };
    return how !== "put"
      ? { moved, placed: [], merged: added, replaced: [], removed }
      : { moved, placed: [], merged: [], replaced: added, removed };
  }
  const declared = placed(desired, leaves);
  const there = placed(live?.value, leaves);
  const known = new Map(there.map((each) => [textOf(each), each.value]));
  const kept = new Set(declared.map(textOf));
  const changed = declared.filter((each) => !sameJson(known.get(textOf(each)) ?? null, each.value));
  const keys = innerLists(lists);
  const isMerged = (each: PlacedElement) => {
    const before = known.get(textOf(each));
    if (how === "put" || before === undefined) return how !== "put";
    const isWhole = isOrdered || hasUnkeyedList({ value: each.value, lists: keys });
    return !isWhole && !takesAway(before, each.value, { keys });
  };
  return {
    moved: [],
    placed: [],
    merged: changed.filter(isMerged),
    replaced: changed.filter((each) => !isMerged(each)),
    removed: there.filter((each) => !kept.has(textOf(each))),
  };
}

function placed(list: Json | undefined, leaves: readonly string[]): readonly PlacedElement[] {
  return elements(list).map((value) => ({
    key: leaves.map((leaf) => ({ leaf, value: elementIdentity(value, [leaf]) ?? "" })),
    value,
  }));
}

function elements(list: Json | undefined): readonly Json[] {
  return list !== undefined && isArray(list) ? list : [];
}

function textOf({ key }: PlacedElement): string {
  return JSON.stringify(key.map(({ value }) => value));
}

/** The requests for a list. */
export interface ListRequests {
  /** The requests, in the order in which they are sent. */
  readonly requests: readonly WireRequest[];
  /** The pointers of masked values that are missing from the requests' trees. */
  readonly masked: readonly string[];
}

/** The known state of the device whose list is written. */
interface WrittenList {
  /**
   * The ETag of the device's container. Only the first request contains it, because that request changes it. Undefined:
   * no request contains an ETag.
   */
  readonly tag: string | undefined;
  /** The top-level container. Undefined: the device does not have it. */
  readonly container: string | undefined;
}

/** Returns the changes to the entries of a list. */
export function listSteps(dialect: RestconfDialect, write: ListWrite, as: "edits" | "requests"): ListSteps {
  return stepsOf(modeOf(dialect, write, as), write);
}

/** Returns the number of requests that a write of the list takes. */
export function listRequestCount(dialect: RestconfDialect, write: ListWrite): number {
  const { moved, placed: put, merged, replaced, removed } = listSteps(dialect, write, "requests");
  return moved.length + put.length + Math.min(merged.length, 1) + replaced.length + removed.length;
}

/** Returns the values that a write removes and merges again, because they may not be movable. */
export function movedValues(dialect: RestconfDialect, write: ListWrite): readonly string[] {
  if (dialect.batches?.replacing || !isWholeList(dialect, write)) return [];
  return listSteps(dialect, write, "requests").moved.map(({ value }) => String(value));
}

function modeOf(dialect: RestconfDialect, write: ListWrite, as: "edits" | "requests"): ListMode {
  const isOrdered = orderedIn(dialect, write, write.desired).size > 0;
  const isSet = dialect.schema !== undefined && !isOrdered;
  return { write: dialect.write, isOrdered, isSet, inserts: isOrdered && as === "requests" };
}

/**
 * Returns the requests that turn a list into the declared list. Values in the wrong order are removed first. Then come
 * additions and changes, and then the other removals.
 */
export function listRequests(
  ground: RestconfRequestContext,
  write: Write,
  { tag, container }: WrittenList,
): ListRequests {
  const { dialect } = ground;
  const { moved, placed: inOrder, merged, replaced, removed } = listSteps(dialect, write, "requests");
  const path = stepsDown(dataPath(write.identity));
  const host = write.scope.host ?? "";
  const { mediaType } = ground.dialect;
  const to = ({ key }: PlacedElement) => ({
    url: dataUrl(ground, host, { path, entry: key }),
    budget: host,
    ...departure({ once: write.once }),
  });
  const masked: string[] = [];
  const patch = merged.length > 0 && { ...write, desired: merged.map(({ value }) => value) };
  const put = (each: PlacedElement): WireRequest => {
    const { tree, at } = unmasked(each.value, ground.dialect.masked);
    masked.push(...at);
    const headers = { accept: mediaType, "content-type": mediaType };
    const body = { [qualified(path)]: [elementOf(write, { ...each, value: tree })] };
    return { method: "PUT", ...to(each), headers, body };
  };
  const remove = (each: PlacedElement): WireRequest => ({
    method: "DELETE",
    ...to(each),
    headers: { accept: mediaType },
  });
  const requests = [
    ...moved.map(remove),
    ...inOrder.map((each) => {
      const request = put(each);
      return { ...request, url: `${request.url}?insert=last` };
    }),
    ...(patch
      ? [patchTogether(ground, [patch], { of: container, departure: departure({ once: write.once }) })]
      : []),
    ...replaced.map(put),
    ...removed.map(remove),
  ];
  return { requests: requests.map((each, at) => (at === 0 ? first(write, each, tag) : each)), masked };
}

function first({ leaving }: Write, request: WireRequest, tag: string | undefined): WireRequest {
  const headers = { ...request.headers, ...(tag !== undefined && { "if-match": tag }) };
  return { ...request, headers, ...departure({ leaving }) };
}

/** Returns an element in the form in which it is sent: an entry contains its key. */
export function elementOf(write: ListWrite, { key, value }: PlacedElement): Json {
  return isObject(value) ? keyed(key, value, rawOf(write, { key, value })) : value;
}

/**
 * Returns the entry as the device shows it, with the types of its key. Undefined: the device does not show the entry.
 */
function rawOf({ live, lists }: ListWrite, { key }: PlacedElement): Json | undefined {
  const own = textOf({ key, value: null });
  return placed(live?.raw, lists[""] ?? []).find((each) => textOf(each) === own)?.value;
}
