/** Values in their places as one tree, with the parents that lead to them and nothing else. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { keyText } from "../entries-by-key.ts";
import { type EntryKey, isEntryStep, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { mergedTrees } from "../overlay.ts";
import { typedKey } from "./nodes.ts";

/** A value, and the steps down to it. An entry of a list stands as a list of one at that list. */
export interface PlacedValue {
  readonly path: readonly TreeStep[];
  readonly value: Json;
}

/**
 * Several values as one tree: what leads to more than one of them stands there once. An entry of a list on the way has
 * its key. No two of them say the same thing.
 */
export function placedTree(device: Pick<DeviceModel, "schema">, parts: readonly PlacedValue[]): JsonObject {
  return membersOf(device, parts, []);
}

/** `above`: the members down to here. */
function membersOf(
  device: Pick<DeviceModel, "schema">,
  parts: readonly PlacedValue[],
  above: readonly string[],
): JsonObject {
  const groups = Map.groupBy(parts, ({ path: [first = ""] }) => (isEntryStep(first) ? "" : first));
  return Object.fromEntries(
    [...groups].map(([member, own]) => {
      const inside = own.map(({ path, value }) => ({ path: path.slice(1), value }));
      return [member, memberAt(device, inside, [...above, member])];
    }),
  );
}

function memberAt(
  device: Pick<DeviceModel, "schema">,
  parts: readonly PlacedValue[],
  members: readonly string[],
): Json {
  const ends = parts.flatMap(({ path, value }) => (path.length === 0 ? [value] : []));
  const entries = entriesOf(device, parts, members);
  if (entries.length > 0 || ends.some(isArray)) return [...ends.flat(), ...entries];
  const below = parts.filter(({ path }) => path.length > 0);
  const end = ends.at(-1);
  if (below.length === 0 && end !== undefined && !isObject(end)) return end;
  return mergedTrees([...ends.filter(isObject), membersOf(device, below, members)]);
}

/** The entries of a list that something is in, each once. */
function entriesOf(
  device: Pick<DeviceModel, "schema">,
  parts: readonly PlacedValue[],
  members: readonly string[],
): readonly JsonObject[] {
  const entries = new Map<string, { readonly key: EntryKey; readonly parts: PlacedValue[] }>();
  for (const { path, value } of parts) {
    const [key, ...rest] = path;
    if (key === undefined || !isEntryStep(key)) continue;
    const known = entries.get(keyText(key)) ?? { key, parts: [] };
    known.parts.push({ path: rest, value });
    entries.set(keyText(key), known);
  }
  return [...entries.values()].map(({ key, parts: own }) => ({
    ...typedKey(device, members, key),
    ...membersOf(device, own, members),
  }));
}
