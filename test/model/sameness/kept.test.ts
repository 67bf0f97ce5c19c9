/**
 * When a list is written, the undeclared members of its elements come from live elements. Tests which live elements
 * these are.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import type { AlikeForm } from "../../../src/model/sameness/alike.ts";
import { keptFrom, overKept } from "../../../src/model/sameness/kept.ts";
import type { ComparedPlace } from "../../../src/model/sameness/places.ts";
import { shapeOf } from "../../../src/model/sameness/value-shape.ts";

/** Returns a rule that is written as a text, for example `allow tcp 443+x`. Here `x` is an additional member. */
function rule(text: string): Json {
  const [own = "", ...more] = text.split("+");
  const [policy = "", protocol = "", port] = own.trim().split(" ");
  const besides = Object.fromEntries(more.map((each) => [each, each]));
  return { policy, protocol, ...(port !== undefined && { port }), ...besides };
}

const lists: readonly (readonly [
  string,
  readonly string[],
  readonly string[],
  readonly (number | undefined)[],
  ComparedPlace?,
])[] = [
  ["as declared", ["allow tcp 1", "deny udp 2"], ["allow tcp 1+x", "deny udp 2+y"], [0, 1]],
  [
    "one put in",
    ["allow tcp 1", "deny ip", "deny udp 2"],
    ["allow tcp 1+x", "deny udp 2+y"],
    [0, undefined, 1],
  ],
  ["one taken out", ["deny udp 2"], ["allow tcp 1+x", "deny udp 2+y"], [1]],
  ["in another order", ["deny udp 2", "allow tcp 1"], ["allow tcp 1+x", "deny udp 2+y"], [1, 0]],
  ["two that are the same", ["deny udp 2"], ["deny udp 2+x", "deny udp 2+x"], [0]],
  ["two of which one went", ["deny udp 2"], ["deny udp 2+x", "deny udp 2+y"], [undefined]],
  [
    "two, as two are declared",
    ["deny udp 2", "allow ip", "deny udp 2"],
    ["deny udp 2+x", "deny udp 2+y"],
    [0, undefined, 1],
  ],
  ["one, as two are declared", ["deny udp 2", "deny udp 2"], ["deny udp 2+x"], [undefined, undefined]],
  [
    "one that holds a wider one too",
    ["deny udp 2", "deny udp"],
    ["deny udp 2+x", "deny udp 9"],
    [undefined, undefined],
  ],
  [
    "another port",
    ["allow tcp 1", "deny udp 3", "deny ip"],
    ["allow tcp 1", "deny udp 2+y", "deny ip"],
    [0, 1, 2],
  ],
  ["another port, at an end", ["allow tcp 1", "deny udp 3"], ["allow tcp 1", "deny udp 2+y"], [0, 1]],
  [
    "another policy",
    ["allow tcp 1", "allow udp 2", "deny ip"],
    ["allow tcp 1", "deny udp 2+y", "deny ip"],
    [0, undefined, 2],
  ],
  ["a port less", ["allow tcp 1", "deny udp"], ["allow tcp 1", "deny udp 2+y"], [0, 1]],
  [
    "two other ports",
    ["deny udp 3", "deny udp 4", "deny ip"],
    ["deny udp 1+x", "deny udp 2+y", "deny ip"],
    [undefined, undefined, 2],
  ],
  [
    "another port, and one put in",
    ["deny udp 3", "allow ip", "deny ip"],
    ["deny udp 2+y", "deny ip"],
    [undefined, undefined, 1],
  ],
  [
    "another port, between what moved",
    ["deny ip", "deny udp 3", "allow tcp 1"],
    ["allow tcp 1+x", "deny udp 2+y", "deny ip"],
    [2, undefined, 0],
  ],
  ["an exclusive tree", ["allow tcp 1"], ["allow tcp 1"], [undefined], { exclusive: true }],
  ["a closed list", ["allow tcp 1"], ["allow tcp 1"], [undefined], { alike: { closed: true } }],
  [
    "a set",
    ["deny udp 2", "allow tcp 1"],
    ["allow tcp 1+x", "deny udp 2+y"],
    [1, 0],
    { alike: { set: true } },
  ],
  [
    "a set of two, as two are declared",
    ["deny udp 2", "deny udp 2"],
    ["deny udp 2+x", "deny udp 2+y"],
    [undefined, undefined],
    { alike: { set: true } },
  ],
];

test.each(lists.map(([name, declared, live, from, place]) => ({ name, declared, live, from, place })))(
  "$name",
  ({ declared, live, from, place = {} }) => {
    const there = live.map(rule);
    const list = { declared: declared.map(rule), live: there, place };
    const kept = keptFrom({ ...list, required: ["policy", "protocol"] });
    expect(kept).toEqual(from.map((at) => (at === undefined ? undefined : there[at])));
  },
);

test("without two members that are required, nothing is the same rule that is changed", () => {
  const on = { declared: [rule("deny udp 3")], live: [rule("deny udp 2+y")], place: {} };
  expect(keptFrom({ ...on, required: ["policy"] })).toEqual([undefined]);
  expect(keptFrom({ ...on, required: [] })).toEqual([undefined]);
});

test("with identity, each takes over from the one of its identity, whatever changes", () => {
  const shape = shapeOf({ value: null, secrets: [], lists: { "/l": ["name"] } })?.inside.get("l");
  const lower: AlikeForm = { of: (value) => String(value).toLowerCase() };
  const alike = { inside: new Map([["*", { inside: new Map([["name", lower]]) }]]) };
  const live = [
    { name: "web", x: 1 },
    { name: "mail", x: 2 },
  ];
  const declared = [{ name: "mail", p: 9 }, { name: "WEB" }, { name: "dns" }];
  expect(keptFrom({ declared, live, place: { shape, alike }, required: [] })).toEqual([
    live[1],
    live[0],
    undefined,
  ]);
});

const element = fc.record(
  { a: fc.constantFrom(1, 2, 3), b: fc.constantFrom(1, 2), c: fc.constantFrom(1, 2) },
  { requiredKeys: ["a"] },
);

test("of any lists: what is taken over says no more than one live element does, and twice is once", () => {
  fc.assert(
    fc.property(
      fc.array(element, { maxLength: 6 }),
      fc.array(element, { maxLength: 6 }),
      (declared, live) => {
        const from = keptFrom({ declared, live, place: {}, required: [] });
        for (const [index, each] of from.entries())
          if (each !== undefined) expect(each).toEqual({ ...(each as object), ...declared[index] });
        const taken = from.filter((each) => each !== undefined);
        for (const each of new Set(taken)) {
          const copies = live.filter((other) => JSON.stringify(other) === JSON.stringify(each)).length;
          expect(
            taken.filter((other) => JSON.stringify(other) === JSON.stringify(each)).length,
          ).toBeLessThanOrEqual(copies);
        }
        const written = overKept(declared, live);
        expect(overKept(declared, written)).toEqual(overKept(declared, overKept(declared, written)));
      },
    ),
  );
});
