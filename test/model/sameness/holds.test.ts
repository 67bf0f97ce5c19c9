/** Whether live data agrees with a declaration: members of elements, spellings, sets, keys and derived values. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { AlikeForm } from "../../../src/model/sameness/alike.ts";
import { heldBy, holds } from "../../../src/model/sameness/holds.ts";
import { besideDeclared, pairsOf } from "../../../src/model/sameness/pairs.ts";
import type { ComparedPlace } from "../../../src/model/sameness/places.ts";
import { shapeOf } from "../../../src/model/sameness/value-shape.ts";

const lower: AlikeForm = { of: (value) => (typeof value === "string" ? value.toLowerCase() : value) };
const members = (inside: Readonly<Record<string, AlikeForm>>): AlikeForm => ({
  inside: new Map(Object.entries(inside)),
});
const listOf = (element: AlikeForm, more: AlikeForm = {}): AlikeForm => ({
  ...members({ "*": element }),
  ...more,
});
const keyed = {
  shape: shapeOf({ value: null, secrets: [], lists: { "/rules": ["id"] } })?.inside.get("rules"),
};

const rows: readonly (readonly [string, Json, Json | undefined, boolean, ComparedPlace?])[] = [
  ["other members of an element do not count", [{ a: 1 }], [{ a: 1, b: 2 }], true],
  [
    "nor those of objects and lists in it",
    [{ a: { b: [{ c: 1 }] } }],
    [{ a: { b: [{ c: 1, d: 1 }], e: 1 } }],
    true,
  ],
  ["a declared member that is not there does", [{ a: 1, b: 2 }], [{ a: 1 }], false],
  ["one element more does", [{ a: 1 }], [{ a: 1 }, { a: 2 }], false],
  ["one element less does", [{ a: 1 }, { a: 2 }], [{ a: 1 }], false],
  ["order does", [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], false],
  ["and not in a set", [{ a: 1 }, { a: 2 }], [{ a: 2, b: 1 }, { a: 1 }], true, { alike: { set: true } }],
  [
    "in a set each needs one of its own",
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      { a: 1, b: 2 },
      { a: 1, c: 1 },
    ],
    true,
    { alike: { set: true } },
  ],
  [
    "which may not be there",
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: 1, c: 1 }],
    false,
    { alike: { set: true } },
  ],
  [
    "a set of texts in other spellings",
    ["A", "b"],
    ["B", "a"],
    true,
    { alike: listOf(lower, { set: true }) },
  ],
  ["a text in another spelling", "Any", "any", true, { alike: lower }],
  ["is another one without a form", "Any", "any", false],
  [
    "a member in another spelling",
    [{ p: "Any" }],
    [{ p: "any", q: 1 }],
    true,
    { alike: listOf(members({ p: lower })) },
  ],
  [
    "a key in another spelling",
    { AA: { n: 1 } },
    { aa: { n: 1, m: 1 } },
    true,
    { alike: { key: (key) => key.toLowerCase() } },
  ],
  ["another key", { AA: { n: 1 } }, { ab: { n: 1 } }, false, { alike: { key: (key) => key.toLowerCase() } }],
  [
    "what is worked out of a declared member",
    [{ weight: 8, percent: 18 }],
    [{ weight: 8, percent: 16 }],
    true,
    { alike: listOf(members({ percent: { derivedFrom: ["weight"] } })) },
  ],
  [
    "is compared without that",
    [{ percent: 18 }],
    [{ weight: 8, percent: 16 }],
    false,
    { alike: listOf(members({ percent: { derivedFrom: ["weight"] } })) },
  ],
  ["a closed list", [{ a: 1 }], [{ a: 1, b: 2 }], false, { alike: { closed: true } }],
  ["an exclusive tree", [{ a: { b: 1 } }], [{ a: { b: 1, c: 2 } }], false, { exclusive: true }],
  [
    "a list with identity in an element, in any order",
    [{ id: 1 }, { id: 2 }],
    [{ id: 2, n: 1 }, { id: 1 }],
    true,
    keyed,
  ],
  ["and no other elements in it", [{ id: 1 }], [{ id: 1 }, { id: 2 }], false, keyed],
  ["nothing", [{ a: 1 }], undefined, false],
  ["a member of all objects", { constructor: 1 }, {}, false],
];

test.each(rows.map(([name, declared, live, is, place]) => ({ name, declared, live, is, place })))(
  "$name",
  ({ declared, live, is, place }) => {
    expect(holds(declared, live, place)).toBe(is);
  },
);

const plain = fc.constantFrom<Json>(1, 2, "a", "A", true, null);
const element: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("a", "b", "c"), plain, {
  maxKeys: 3,
});
const list = fc.array(element, { maxLength: 6 });
const place: fc.Arbitrary<ComparedPlace> = fc.constantFrom(
  {},
  { alike: listOf(members({ a: lower })) },
  { alike: listOf(members({ a: lower, b: lower }), { set: true }) },
);

describe("of any lists", () => {
  test("one holds itself, and itself with more members in its elements, but no element more or less", () => {
    fc.assert(
      fc.property(list, element, fc.nat(), place, (own, more, at, where) => {
        expect(holds(own, own, where)).toBe(true);
        const filled = own.map((each) => ({ ...more, ...each }));
        expect(holds(own, filled, where)).toBe(true);
        const position = own.length === 0 ? 0 : at % own.length;
        expect(holds(own, filled.toSpliced(position, 0, more), where)).toBe(false);
        if (own.length > 0) expect(holds(own, filled.toSpliced(position, 1), where)).toBe(false);
      }),
    );
  });

  test("what live holds is found by what all declared elements say as by looking at each pair", () => {
    fc.assert(
      fc.property(list, list, place, (declared, live, where) => {
        const inner = { alike: where.alike?.inside?.get("*") };
        const each = declared.map((one) =>
          live.flatMap((other, index) => (holds(one, other, inner) ? [index] : [])),
        );
        expect(heldBy(declared, live, inner)).toEqual(each);
      }),
    );
  });

  test("pairs hold, each live element is in one, and there are as many as can stand in one order", () => {
    fc.assert(
      fc.property(list, list, place, (declared, live, where) => {
        const inner = { alike: where.alike?.inside?.get("*") };
        const pairs = pairsOf(declared, live, where);
        const positions = pairs.filter((at) => at !== undefined);
        expect(new Set(positions).size).toBe(positions.length);
        for (const [index, at] of pairs.entries())
          if (at !== undefined) expect(holds(declared[index] ?? null, live[at], inner)).toBe(true);
        if (where.alike?.set) return;
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
        expect(positions.length).toBe(longest(declared, live, inner));
      }),
    );
  });

  test("beside what is declared, live differs where and only where it does not hold it", () => {
    fc.assert(
      fc.property(list, list, place, (declared, live, where) => {
        const beside = besideDeclared(declared, live, where);
        if (holds(declared, live, where)) expect(holds(beside, declared, where)).toBe(true);
        expect(holds(declared, beside, where)).toBe(holds(declared, live, where));
      }),
    );
  });
});

/** Returns the length of the longest common part, found by comparing all pairs. */
function longest(declared: readonly Json[], live: readonly Json[], inner: ComparedPlace): number {
  const most: number[][] = [Array.from({ length: live.length + 1 }, () => 0)];
  for (const [i, one] of declared.entries()) {
    const row = [0];
    for (const [j, other] of live.entries())
      row.push(
        holds(one, other, inner) ? (most[i]?.[j] ?? 0) + 1 : Math.max(most[i]?.[j + 1] ?? 0, row[j] ?? 0),
      );
    most.push(row);
  }
  return most.at(-1)?.at(-1) ?? 0;
}

test("a long list with one element put into it is compared in a moment, and all others are paired", () => {
  const rule = (number: number) => ({ policy: "allow", port: number });
  const declared = Array.from({ length: 5000 }, (_, at) => rule(at));
  const live = declared.toSpliced(2500, 1).map((each) => ({ ...each, comment: "" }));
  const began = performance.now();
  const pairs = pairsOf(declared, live, {});
  expect(pairs.filter((at) => at === undefined)).toHaveLength(1);
  const alike = Array.from({ length: 3000 }, () => ({ policy: "allow" }));
  expect(pairsOf(alike, alike.slice(1), {}).filter((at) => at !== undefined).length).toBe(2999);
  expect(performance.now() - began).toBeLessThan(5000);
});
