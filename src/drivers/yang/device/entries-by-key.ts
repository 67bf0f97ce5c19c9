/** Finds the entries of a live list by their keys. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { canonicalData } from "../../../yang/data/canonical.ts";
import { childOf } from "../../../yang/schema/schema.ts";
import type { EntryKey } from "./kinds/data-path.ts";
import type { ModelledPlace } from "./model-place.ts";

/** Returns the canonical form of a key leaf's value. */
type KeySpelling = (leaf: string, value: Json) => Json;

/** Returns a key as one text. */
export function keyText(key: EntryKey): string {
  return JSON.stringify(key.map(({ value }) => value));
}

/**
 * Returns the entries of a list by key text. Of entries with the same key, the first is returned. A device may show a
 * single entry without a list.
 */
export function entriesByKey(
  list: Json,
  leaves: readonly string[],
  spell: KeySpelling = (_, value) => value,
): ReadonlyMap<string, Json> {
  const entries = isArray(list) ? list : [list];
  return new Map(
    entries.toReversed().flatMap((entry): [string, Json][] => {
      const text = isObject(entry) ? textOf(entry, leaves, spell) : undefined;
      return text === undefined ? [] : [[text, entry]];
    }),
  );
}

/** Returns a function that gives the canonical form of key leaves, according to the list's modules. */
export function keySpelling({ schema, node }: ModelledPlace): KeySpelling {
  return (leaf, value) => {
    const child = childOf(node, leaf);
    return child ? canonicalData(schema, child, value) : value;
  };
}

function textOf(entry: JsonObject, leaves: readonly string[], spell: KeySpelling): string | undefined {
  const values = leaves.map((leaf) => {
    const value = Object.hasOwn(entry, leaf) ? entry[leaf] : undefined;
    return value === undefined ? undefined : elementIdentity({ [leaf]: spell(leaf, value) }, [leaf]);
  });
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}
