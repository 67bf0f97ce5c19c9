/** Merges as a plain patch does (RFC 8040 section 4.6.1): nodes are added and changed, and never removed. Pure. */

import type { Json, JsonObject } from "../../model/json.ts";
import { isList, isRecord } from "../wire/message.ts";
import { keyLeaves, type ListKeys } from "./tree.ts";

/** Returns the node with the sent node merged into it. Returns undefined if a list entry was sent without its keys. */
export function merged(before: JsonObject, sent: JsonObject, keys: ListKeys): JsonObject | undefined {
  const node: Record<string, Json> = { ...before };
  for (const [name, value] of Object.entries(sent)) {
    const there = Object.hasOwn(before, name) ? before[name] : undefined;
    const after = mergedMember(there, value, { leaves: keyLeaves(name.replace(/^.*:/, ""), keys), keys });
    if (after === undefined) return undefined;
    node[name] = after;
  }
  return node;
}

interface MergedList {
  readonly leaves: readonly string[];
  readonly keys: ListKeys;
}

function mergedMember(there: Json | undefined, sent: Json, of: MergedList): Json | undefined {
  if (isRecord(sent)) return merged(isRecord(there ?? null) ? record(there) : {}, sent, of.keys);
  if (!isList(sent) || isEmptyLeaf(sent)) return sent;
  const list = there !== undefined && isList(there) ? there : [];
  if (!sent.some(isRecord)) return [...new Set([...list, ...sent])];
  return sent.reduce<readonly Json[] | undefined>(
    (entries, entry) => entries && withEntry(entries, entry, of),
    list,
  );
}

/**
 * Returns the entries with an entry merged into the one with the same keys, or appended if there is none (RFC 6241
 * section 7.2, `merge`). Returns undefined if a key is missing.
 */
function withEntry(
  entries: readonly Json[],
  entry: Json,
  { leaves, keys }: MergedList,
): readonly Json[] | undefined {
  if (!isRecord(entry) || leaves.some((leaf) => entry[leaf] === undefined)) return undefined;
  const at = entries.findIndex(
    (each) => isRecord(each) && leaves.every((leaf) => String(each[leaf]) === String(entry[leaf])),
  );
  const after = merged(record(entries[at]), entry, keys);
  return after && (at < 0 ? [...entries, after] : entries.with(at, after));
}

function record(value: Json | undefined): JsonObject {
  return value !== undefined && isRecord(value) ? value : {};
}

/** True for a leaf of type empty (RFC 7951 section 6.9). */
function isEmptyLeaf(value: readonly Json[]): boolean {
  return value.length === 1 && value[0] === null;
}
