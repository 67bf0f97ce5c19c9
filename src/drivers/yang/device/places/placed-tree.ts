/** Builds one tree from values and their places. The tree contains nothing but the values and their parents. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { entriesByKey, keySpelling, keyText } from "../entries-by-key.ts";
import { type EntryKey, isEntryStep, names, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { mergedTrees } from "../overlay.ts";
import { nodeOf, typedKey } from "./nodes.ts";

/** A value and the steps to it. A list entry is given as a list with one entry, at the list's place. */
export interface PlacedValue {
  readonly path: readonly TreeStep[];
  readonly value: Json;
}

/**
 * Builds one tree from several values, in which shared parents occur once. List entries along the path have their keys.
 * The values must not overlap.
 */
export function placedTree(device: Pick<DeviceModel, "schema">, parts: readonly PlacedValue[]): JsonObject {
  return membersOf(device, parts, []);
}

/** Returns the members of a tree at the path `above`, from the values below it. */
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

/** Returns the list entries that contain a value, each once. */
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

/** A tree with indexed list entries. */
export class StandingTree {
  readonly #device: Pick<DeviceModel, "schema">;
  readonly #tree: Json;
  readonly #entries = new Map<string, ReadonlyMap<string, Json>>();

  constructor(device: Pick<DeviceModel, "schema">, tree: Json) {
    this.#device = device;
    this.#tree = tree;
  }

  /** Returns the value at a place. Undefined: there is no value. */
  at(path: readonly TreeStep[]): Json | undefined {
    let here: Json | undefined = this.#tree;
    for (const [index, step] of path.entries()) {
      if (here === undefined) return undefined;
      if (isEntryStep(step)) here = this.#entry(here, step, path.slice(0, index));
      else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
    }
    return here;
  }

  #entry(list: Json, key: EntryKey, path: readonly TreeStep[]): Json | undefined {
    const leaves = key.map(({ leaf }) => leaf);
    const listed = JSON.stringify([path, leaves]);
    let known = this.#entries.get(listed);
    if (known === undefined) {
      const place = nodeOf(this.#device, names(path));
      known = entriesByKey(list, leaves, place && keySpelling(place));
      this.#entries.set(listed, known);
    }
    return known.get(keyText(key));
  }
}
