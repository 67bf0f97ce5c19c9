/** Functions of lists of maps: which of them say the same, or share addresses. n log n at most. */

import { ExpressionFault } from "../faults.ts";
import { networkOf, overlappingPairs } from "./addresses.ts";
import type { LibraryPart } from "./function.ts";
import { scalarKey } from "./lists.ts";

/** `repeated`, `overlapping`. */
export const records: LibraryPart = {
  functions: [
    {
      signature: "repeated(list, list): list<dyn>",
      about: "The maps of a list that hold the same in these fields, in groups of two and more.",
      example: ['repeated([{"id": 1, "of": "a"}, {"id": 2, "of": "b"}], ["of"])', "[]"],
      run: repeated,
    },
    {
      signature: "overlapping(list, string, list): list<dyn>",
      about:
        "Pairs of maps whose networks overlap and differ, among those that hold the same in other fields.",
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

/** The groups of those that hold the same in all of the fields, in their order. */
function grouped(
  list: readonly unknown[],
  fields: readonly unknown[],
  by: string,
): readonly (readonly Row[])[] {
  const groups = new Map<string, Row[]>();
  for (const each of list) {
    if (!(each instanceof Map)) throw new ExpressionFault(`${by}(…) is for a list of maps`);
    const key = JSON.stringify(fields.map((field) => keyAt(each, field, by)));
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

function keyAt(row: Row, field: unknown, by: string): string {
  if (!row.has(field)) throw new ExpressionFault(`${by}(…) is for maps that all have \`${String(field)}\``);
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

/** Each with the one before it, by first address, that it overlaps; of equal ones, the first. */
function pairsIn(group: readonly Row[], field: string): readonly (readonly [Row, Row])[] {
  const all = group.map((row) => {
    const text = row.get(field);
    if (typeof text !== "string")
      throw new ExpressionFault(`overlapping(…) is for maps with networks in \`${field}\``);
    return { row, of: networkOf(text) };
  });
  return overlappingPairs(all).flatMap(([one, other]) =>
    one.of.prefix === other.of.prefix ? [] : [[one.row, other.row] as const],
  );
}
