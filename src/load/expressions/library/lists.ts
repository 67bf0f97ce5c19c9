/** Functions for lists whose elements are compared by value, and for lists of maps. They take O(n log n) at most. */

import { ExpressionFault } from "../faults.ts";
import { networkOf, overlappingPairs } from "./addresses.ts";
import type { LibraryPart } from "./function.ts";

/** The functions `unique`, `count`, `groupBy` and `sorted`. */
export const lists: LibraryPart = {
  functions: [
    {
      signature: "unique(list): list<dyn>",
      about: "The texts and numbers of a list, each once, in their order.",
      example: ['unique(["b", "a", "b"])', '["b","a"]'],
      run: (list: readonly unknown[]) => [
        ...new Map(list.map((each) => [`${typeof each} ${scalarKey(each, "unique")}`, each])).values(),
      ],
    },
    {
      signature: "count(list): map<string, int>",
      about: "How often each text or number occurs in a list.",
      example: ['count(["b", "a", "b"])', '{"b":2,"a":1}'],
      run: count,
    },
    {
      signature: "groupBy(list, string): map<string, dyn>",
      about: "The maps of a list, grouped by the value of one field.",
      example: [
        'groupBy([{"vlan": 1, "of": "a"}, {"vlan": 2, "of": "b"}, {"vlan": 1, "of": "c"}], "vlan")["1"].map(r, r.of)',
        '["a","c"]',
      ],
      run: groupBy,
    },
    {
      signature: "sorted(list): list<dyn>",
      about: "The texts of a list by code unit, or its numbers by value.",
      example: ['sorted(["b", "a", "c"])', '["a","b","c"]'],
      run: sorted,
    },
  ],
};

/** Returns a text that is different for each text or number. */
function scalarKey(value: unknown, by: string): string {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
    case "number":
    case "boolean":
      return String(value);
    default:
      throw new ExpressionFault(`${by}(...) is for texts, numbers and booleans`);
  }
}

function count(list: readonly unknown[]): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  for (const each of list) {
    const key = scalarKey(each, "count");
    counts.set(key, (counts.get(key) ?? 0n) + 1n);
  }
  return counts;
}

function groupBy(list: readonly unknown[], field: string): ReadonlyMap<string, readonly unknown[]> {
  return Map.groupBy(list, (each) => {
    if (!(each instanceof Map) || !each.has(field))
      throw new ExpressionFault(`groupBy(...) is for maps that all have \`${field}\``);
    return scalarKey(each.get(field), "groupBy");
  });
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  const type = typeof list[0];
  if (list.length > 0 && !["string", "bigint", "number"].includes(type))
    throw new ExpressionFault("sorted(...) is for texts or numbers");
  if (list.some((each) => typeof each !== type))
    throw new ExpressionFault("sorted(...) is for a list of one type");
  return list.toSorted(compare);
}

/** Compares two texts or numbers. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

/** The functions `repeated` and `overlapping`. */
export const records: LibraryPart = {
  functions: [
    {
      signature: "repeated(list, list): list<dyn>",
      about: "The maps of a list with equal values in these fields, in groups of at least two.",
      example: ['repeated([{"id": 1, "of": "a"}, {"id": 2, "of": "b"}], ["of"])', "[]"],
      run: repeated,
    },
    {
      signature: "overlapping(list, string, list): list<dyn>",
      about: "Pairs of maps that have equal values in the given fields, and different, overlapping networks.",
      example: [
        'overlapping([{"net": "10.0.1.0/24"}, {"net": "10.0.0.0/16"}], "net", [])',
        '[[{"net":"10.0.0.0/16"},{"net":"10.0.1.0/24"}]]',
      ],
      run: overlapping,
    },
  ],
};

type Row = ReadonlyMap<unknown, unknown>;

function repeated(list: readonly unknown[], fields: readonly unknown[]): readonly (readonly Row[])[] {
  return grouped(list, fields, "repeated").filter((group) => group.length > 1);
}

/** Groups the elements that have the same values in all of these fields. The original order is kept. */
function grouped(
  list: readonly unknown[],
  fields: readonly unknown[],
  by: string,
): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const each of list) {
    if (!(each instanceof Map)) throw new ExpressionFault(`${by}(...) is for a list of maps`);
    const key = JSON.stringify(fields.map((field) => keyAt(each, field, by)));
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

function keyAt(row: Row, field: unknown, by: string): string {
  if (!row.has(field)) throw new ExpressionFault(`${by}(...) is for maps that all have \`${String(field)}\``);
  const value = row.get(field);
  return value === null ? "null" : `${typeof value} ${scalarKey(value, by)}`;
}

function overlapping(
  list: readonly unknown[],
  field: string,
  within: readonly unknown[],
): readonly (readonly [Row, Row])[] {
  return grouped(list, within, "overlapping").flatMap((group) => pairsIn(group, field));
}

/**
 * Returns each element that overlaps an earlier one, paired with the earlier one. Elements are ordered by first
 * address. Equal elements are not paired with each other.
 */
function pairsIn(group: readonly Row[], field: string): readonly (readonly [Row, Row])[] {
  const all = group.map((row) => {
    const text = row.get(field);
    if (typeof text !== "string")
      throw new ExpressionFault(`overlapping(...) is for maps with networks in \`${field}\``);
    return { row, of: networkOf(text) };
  });
  return overlappingPairs(all).flatMap(([one, other]) =>
    one.of.prefix === other.of.prefix ? [] : [[one.row, other.row] as const],
  );
}
