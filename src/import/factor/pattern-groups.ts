/**
 * Finds groups that a pattern describes. The entries of such a group have a common tag, or keys with a common prefix or
 * suffix, and differ from the other entries. Pure.
 */

import { layeredOver } from "../../load/composition/layering.ts";
import { byText } from "../../model/compare.ts";
import { canonicalText, isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type FactoredEntry, mapOf, type PathId, stepsOf } from "./leaves.ts";

/** A group for desired state, found in the entries of one section. */
export interface PatternGroup {
  readonly name: string;
  readonly match: JsonObject;
  readonly layer: JsonObject;
}

/**
 * The maximum number of groups per section, and three minimums for a group: the share of matching entries that agree,
 * the number of its entries, and the number of lines that it saves.
 */
const bounds = { groups: 8, part: 0.8, entries: 3, saved: 3 };
/** If more than this share of a section's entries have a value, the value is not a deviation. */
const deviating = 0.5;

interface Candidate {
  readonly name: string;
  readonly match: JsonObject;
  readonly members: readonly FactoredEntry[];
}

interface FoundLayer {
  readonly leaves: readonly (readonly [PathId, Json])[];
  readonly saved: number;
}

/** Finds groups and merges them below their entries, the greatest savings first. */
export function patternGroups(entries: readonly FactoredEntry[]): readonly PatternGroup[] {
  const counts = new Map<PathId, number>();
  for (const { leaves } of entries) for (const id of leaves.keys()) counts.set(id, (counts.get(id) ?? 0) + 1);
  const all = candidatesOf(entries);
  const followed = followedPaths(all, counts);
  const isDeviating = (id: PathId) =>
    ((counts.get(id) ?? 0) <= deviating * entries.length || followed.has(id)) && stepsOf(id)[0] !== "tags";
  const candidates = all
    .map((candidate) => ({ candidate, saved: layerOf(candidate, isDeviating).saved }))
    .filter(({ saved }) => saved >= bounds.saved)
    .sort((a, b) => b.saved - a.saved || byText(a.candidate.name, b.candidate.name));
  const found: PatternGroup[] = [];
  const taken = new Map<FactoredEntry, Set<PathId>>();
  for (const { candidate } of candidates.slice(0, 10 * bounds.groups)) {
    if (found.length === bounds.groups) break;
    // Groups of one file have no order, so two groups must not set the same field of an entry.
    const isFree = (id: PathId) =>
      isDeviating(id) && !candidate.members.some((each) => taken.get(each)?.has(id));
    const { leaves, saved } = layerOf(candidate, isFree);
    if (saved < bounds.saved) continue;
    const { name, match, members } = candidate;
    const layer = mapOf(leaves);
    for (const entry of members) {
      taken.set(entry, new Set([...(taken.get(entry) ?? []), ...leaves.map(([id]) => id)]));
      const below = layeredOver(entry.below, layer);
      entry.lay(isObject(below) ? below : {});
    }
    found.push({ name, match, layer });
  }
  return found;
}

/**
 * The conditions under which a field's value follows from the group: the minimum share of entries that have their
 * group's value, and the maximum number of different values.
 */
const follows = { part: 0.9, values: 6 };

/**
 * Returns the fields whose value follows from the group, such as the log collector of a region: nearly all entries with
 * the field have the value of one of their groups.
 */
function followedPaths(
  candidates: readonly Candidate[],
  counts: ReadonlyMap<PathId, number>,
): ReadonlySet<PathId> {
  const agreeing = new Map<PathId, { readonly values: Set<string>; readonly members: Set<FactoredEntry> }>();
  for (const candidate of candidates) {
    const { leaves, saved } = layerOf(candidate, () => true);
    if (saved < bounds.saved) continue;
    for (const [id, value] of leaves) {
      const known = agreeing.get(id) ?? { values: new Set(), members: new Set() };
      agreeing.set(id, known);
      const text = canonicalText(value);
      known.values.add(text);
      for (const each of candidate.members) {
        const own = each.leaves.get(id);
        if (own !== undefined && canonicalText(own) === text) known.members.add(each);
      }
    }
  }
  const found = [...agreeing].filter(
    ([id, { values, members }]) =>
      values.size > 1 &&
      values.size <= follows.values &&
      members.size >= follows.part * (counts.get(id) ?? 0),
  );
  return new Set(found.map(([id]) => id));
}

/**
 * Returns the values that nearly all members have and other entries do not, and the number of lines that the group
 * saves.
 */
function layerOf({ members }: Candidate, isWanted: (id: PathId) => boolean): FoundLayer {
  const counts = new Map<PathId, Map<string, { readonly value: Json; count: number }>>();
  for (const { leaves } of members)
    for (const [id, value] of leaves) {
      if (!isWanted(id)) continue;
      const values = counts.get(id) ?? new Map<string, { readonly value: Json; count: number }>();
      counts.set(id, values);
      const text = canonicalText(value);
      const seen = values.get(text) ?? { value, count: 0 };
      seen.count += 1;
      values.set(text, seen);
    }
  const enough = Math.max(bounds.entries, bounds.part * members.length);
  const agreed = [...counts].flatMap(([id, values]) => {
    const found = [...values.values()].find(({ count }) => count >= enough);
    return found ? [{ id, ...found }] : [];
  });
  const saved = agreed.reduce((sum, { count }) => sum + 2 * count - members.length - 1, -3);
  return { leaves: agreed.map(({ id, value }) => [id, value] as const), saved };
}

/** Matches words for patterns, which contain no glob characters. */
const word = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u;

function candidatesOf(entries: readonly FactoredEntry[]): readonly Candidate[] {
  const by = new Map<
    string,
    { readonly match: JsonObject; readonly name: string; members: FactoredEntry[] }
  >();
  const add = (entry: FactoredEntry, name: string, match: JsonObject): void => {
    const id = JSON.stringify(match);
    const known = by.get(id) ?? { name, match, members: [] };
    by.set(id, known);
    known.members.push(entry);
  };
  for (const entry of entries) {
    const { tags = null } = isObject(entry.value) ? entry.value : {};
    const words = isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
    for (const tag of new Set(words)) if (word.test(tag)) add(entry, tag, { tag });
    const { key } = entry.entry;
    const [first = "", ...rest] = key.split("-");
    const last = rest.at(-1) ?? "";
    if (rest.length > 0 && word.test(first)) add(entry, first, { key: `${first}-*` });
    if (rest.length > 0 && word.test(last)) add(entry, last, { key: `*-${last}` });
  }
  return [...by.values()].filter(
    ({ members }) => members.length >= bounds.entries && members.length < entries.length,
  );
}
