/**
 * Values that are spelled differently but are equal, and lists whose elements are compared by their declared fields:
 * differences, causes and released fields.
 */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { Json } from "../../src/model/json.ts";
import type { AlikeForm } from "../../src/model/sameness/alike.ts";
import { differencesOf, present, sides } from "../properties/compared.ts";
import { type More, network } from "../properties/declared.ts";

const lower: AlikeForm = { of: (value) => (typeof value === "string" ? value.toLowerCase() : value) };
const form = (inside: Readonly<Record<string, AlikeForm>>, more: AlikeForm = {}): AlikeForm => ({
  inside: new Map(Object.entries(inside)),
  ...more,
});

const forms = form({
  note: lower,
  words: form({ "*": lower }),
  bag: form({ "*": lower }, { set: true }),
  macs: form({ "*": form({ name: lower }) }, { key: (key) => key.toLowerCase() }),
  ports: form({ "*": form({ id: lower }) }),
  rules: form({ "*": form({ port: lower }) }),
  whole: { closed: true },
  percent: { derivedFrom: ["weight"] },
});

interface Compared {
  readonly desired: Json;
  readonly live: Json;
  readonly base?: Json;
  readonly more?: More;
}

function compare({ desired, live, base, more }: Compared) {
  return diff({
    ...sides({
      desired: [network("berlin", desired, more)],
      ...(base !== undefined && { base: [network("berlin", base, more)] }),
      live: { "cloud/network/berlin": present(live) },
    }),
    alike: () => forms,
  });
}

const between = (desired: Json, live: Json, more: More = {}) =>
  differencesOf(compare({ desired, live, more }));

const sameValues: readonly (readonly [string, Json, Json, More?])[] = [
  ["a text", { note: "Any" }, { note: "any" }],
  ["elements of a list", { words: ["A", "b"] }, { words: ["a", "B"] }],
  ["a set, which the other spelling sorts otherwise", { bag: ["A", "b"] }, { bag: ["B", "a"] }],
  [
    "the key of a map, and what it holds",
    { macs: { "AA:01": { name: "Printer" } } },
    { macs: { "aa:01": { name: "printer", ip: 1 } } },
  ],
  [
    "the identity of an element",
    { ports: [{ id: "Gi1", n: 1 }] },
    {
      ports: [
        { id: "gi2", n: 2 },
        { id: "gi1", n: 1 },
      ],
    },
    { lists: { "/ports": ["id"] } },
  ],
  [
    "elements by what they declare",
    { rules: [{ port: "Any" }, { port: "1" }] },
    {
      rules: [
        { port: "any", log: false },
        { port: "1", log: true },
      ],
    },
  ],
  ["what is worked out of another field", { weight: 8, percent: 18 }, { weight: 8, percent: 16 }],
];

test.each(sameValues.map(([name, desired, live, more]) => ({ name, desired, live, more })))(
  "the same, and no difference: $name",
  ({ desired, live, more }) => {
    expect(between(desired, live, more)).toEqual([]);
  },
);

test("other values differ, where they stand by the spelling of Git", () => {
  expect(between({ note: "Any" }, { note: "all" })).toMatchObject([{ path: "/note", live: "all" }]);
  expect(between({ macs: { AA: { name: "x" } } }, { macs: { aa: { name: "y" }, bb: {} } })).toMatchObject([
    { path: "/macs/AA/name", desired: "x", live: "y" },
  ]);
  const keyed = { lists: { "/ports": ["id"] } };
  expect(between({ ports: [{ id: "Gi1", n: 1 }] }, { ports: [{ id: "gi1", n: 2 }] }, keyed)).toMatchObject([
    { path: "/ports/Gi1/n", desired: 1, live: 2 },
  ]);
  expect(between({ percent: 18 }, { weight: 8, percent: 16 })).toMatchObject([{ path: "/percent" }]);
  expect(between({ whole: [{ a: 1 }] }, { whole: [{ a: 1, b: 2 }] })).toMatchObject([{ path: "/whole" }]);
});

test("in an exclusive tree keys of one meaning are one, and other members of elements differ", () => {
  const exclusive = { ownership: "exclusive" } as const;
  expect(between({ macs: { AA: { name: "x" } } }, { macs: { aa: { name: "X" } } }, exclusive)).toEqual([]);
  expect(between({ rules: [{ port: "1" }] }, { rules: [{ port: "1", log: true }] }, exclusive)).toMatchObject(
    [{ path: "/rules" }],
  );
});

test("of a list that differs, elements that do not stand as they are declared", () => {
  const desired = { rules: [{ port: "Any" }, { port: "2" }, { port: "3" }] };
  const live = {
    rules: [
      { port: "any", log: true },
      { port: "9", log: true },
      { port: "3", log: false },
    ],
  };
  expect(between(desired, live)).toMatchObject([
    { path: "/rules", live: [{ port: "Any" }, { port: "9", log: true }, { port: "3" }] },
  ]);
});

describe("causes", () => {
  const cause = (of: Compared) => {
    const [found] = differencesOf(compare(of));
    return found && "cause" in found ? found.cause : undefined;
  };

  test.each<readonly [string, Compared, string | undefined]>([
    [
      "Git only spells it otherwise: drift",
      { desired: { note: "Any" }, base: { note: "any" }, live: { note: "x" } },
      "drift",
    ],
    [
      "live only spells what base has otherwise: pending",
      { desired: { note: "new" }, base: { note: "Any" }, live: { note: "any" } },
      "pending",
    ],
    [
      "live has what base declares of elements: pending",
      {
        desired: { rules: [{ port: "2" }] },
        base: { rules: [{ port: "1" }] },
        live: { rules: [{ port: "1", log: true }] },
      },
      "pending",
    ],
    [
      "live has other elements than base: conflict",
      {
        desired: { rules: [{ port: "2" }] },
        base: { rules: [{ port: "1" }] },
        live: { rules: [{ port: "3" }] },
      },
      "conflict",
    ],
    [
      "live has elements that Git has not: drift",
      {
        desired: { rules: [{ port: "1" }] },
        base: { rules: [{ port: "1" }] },
        live: { rules: [{ port: "1" }, { port: "2" }] },
      },
      "drift",
    ],
    [
      "Git declares a member no longer, live changed another: drift",
      {
        desired: { rules: [{ port: "1" }] },
        base: { rules: [{ port: "1", log: true }] },
        live: { rules: [{ port: "2", log: true }] },
      },
      "drift",
    ],
    [
      "Git declares a member newly: pending",
      {
        desired: { rules: [{ port: "1", log: true }] },
        base: { rules: [{ port: "1" }] },
        live: { rules: [{ port: "1", log: false }] },
      },
      "pending",
    ],
    [
      "a key of another spelling in base: drift",
      {
        desired: { macs: { AA: { name: "x" } } },
        base: { macs: { aa: { name: "X" } } },
        live: { macs: { aa: { name: "y" } } },
      },
      "drift",
    ],
  ])("%s", (_, of, is) => {
    expect(cause(of)).toBe(is);
  });
});

describe("what is declared no longer", () => {
  const released = (desired: Json, base: Json, more: More = {}) => {
    const { released: found, changes } = compare({ desired, base, live: base, more });
    expect(changes).toEqual([]);
    return found.map(({ path }) => path);
  };

  test("of elements is unmanaged, and listed by where they stand now", () => {
    expect(
      released(
        { rules: [{ port: "1" }, { port: "2", log: true }] },
        {
          rules: [
            { port: "1", log: true, note: "x" },
            { port: "2", log: true },
          ],
        },
      ),
    ).toEqual(["/rules/0/log", "/rules/0/note"]);
    expect(released({ rules: [{ port: "Any" }] }, { rules: [{ port: "any", a: { b: 1, c: 2 } }] })).toEqual([
      "/rules/0/a",
    ]);
    expect(released({ rules: [{ a: { b: 1 } }] }, { rules: [{ a: { b: 1, c: 2 } }] })).toEqual([
      "/rules/0/a/c",
    ]);
  });

  test("by another key or identity is the same", () => {
    expect(released({ macs: { AA: { name: "x" } } }, { macs: { aa: { name: "x", ip: 1 } } })).toEqual([
      "/macs/aa/ip",
    ]);
    expect(
      released({ ports: [{ id: "GI1" }] }, { ports: [{ id: "gi1", n: 1 }] }, { lists: { "/ports": ["id"] } }),
    ).toEqual(["/ports/gi1/n"]);
  });

  test("is a difference in a closed list", () => {
    const { released: found, changes } = compare({
      desired: { whole: [{ a: 1 }] },
      base: { whole: [{ a: 1, b: 1 }] },
      live: { whole: [{ a: 1, b: 1 }] },
    });
    expect(found).toEqual([]);
    expect(changes).toMatchObject([{ differences: [{ path: "/whole", cause: "pending" }] }]);
  });
});
