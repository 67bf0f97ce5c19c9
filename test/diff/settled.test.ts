/**
 * The memory of fields that still differ after a write: which pairs of values it contains, for which fields, and how it
 * changes the causes of differences.
 */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { DiffInput } from "../../src/diff/diff-input.ts";
import { formDigest, isPair, type MayDiffer, settledBy } from "../../src/diff/settled.ts";
import type { Json } from "../../src/model/json.ts";
import type { FieldForm } from "../../src/model/memory.ts";
import { digest } from "../../src/runtime/digest.ts";
import { present } from "../properties/compared.ts";
import { desiredOf, network } from "../properties/declared.ts";

const berlin = "cloud/network/berlin";
const anywhere: MayDiffer = () => true;

const form = (
  is: FieldForm["is"],
  sent: Json | undefined,
  live: Json | undefined,
  path = "/name",
): FieldForm => ({
  path,
  is,
  sent: formDigest({ path, value: sent }, digest),
  live: formDigest({ path, value: live }, digest),
});

interface Sides {
  readonly desired: Json;
  readonly base?: Json | undefined;
  readonly live: Json;
}

/** Compares the name of one network with these values and this memory. */
function compared(
  { desired, base, live }: Sides,
  forms: readonly FieldForm[],
  more: Partial<DiffInput> = {},
) {
  const settled = settledBy({ formsOf: () => forms, mayDiffer: anywhere, digest });
  const found = diff({
    desired: desiredOf(network("berlin", { name: desired })),
    ...(base !== undefined && { base: desiredOf(network("berlin", { name: base })) }),
    snapshot: { observations: new Map([[berlin, present({ name: live })]] as const), unmanaged: [] },
    settled,
    ...more,
  });
  const [change] = found.changes;
  if (change?.action === "update") return change.differences.map(({ cause }) => cause).join();
  if (found.storedOtherwise) return "stored";
  return found.notTaken ? "notTaken" : "converged";
}

describe("a field that differs", () => {
  test.each<[string, Sides, FieldForm | undefined, string]>([
    ["of which nothing is remembered", { desired: "b", base: "b", live: "B" }, undefined, "drift"],
    ["as in a pair", { desired: "b", base: "b", live: "B" }, form("stored", "b", "B"), "stored"],
    ["as in a pair, in base too", { desired: "b", base: "a", live: "B" }, form("stored", "b", "B"), "stored"],
    ["as what was not taken", { desired: "b", base: "a", live: "a" }, form("notTaken", "b", "a"), "notTaken"],
    [
      "with live changed by somebody",
      { desired: "b", base: "b", live: "c" },
      form("stored", "b", "B"),
      "drift",
    ],
    ["with Git changed", { desired: "c", base: "b", live: "B" }, form("stored", "b", "B"), "pending"],
    [
      "with Git changed, after what was not taken",
      { desired: "c", base: "b", live: "a" },
      form("notTaken", "b", "a"),
      "pending",
    ],
    ["with both changed", { desired: "c", base: "b", live: "d" }, form("stored", "b", "B"), "conflict"],
    [
      "with a pair the other way round",
      { desired: "B", base: "B", live: "b" },
      form("stored", "b", "B"),
      "drift",
    ],
    [
      "with a pair of another field",
      { desired: "b", base: "b", live: "B" },
      form("stored", "b", "B", "/notes"),
      "drift",
    ],
    [
      "with base older than what was not taken",
      { desired: "d", base: "b", live: "a" },
      form("notTaken", "c", "a"),
      "pending",
    ],
    [
      "with what was not taken shown later",
      { desired: "d", base: "b", live: "c" },
      form("notTaken", "c", "a"),
      "pending",
    ],
    [
      "with base older than what was stored otherwise",
      { desired: "d", base: "a", live: "C" },
      form("stored", "c", "C"),
      "pending",
    ],
    [
      "with base older, and live changed by somebody",
      { desired: "d", base: "b", live: "x" },
      form("notTaken", "c", "a"),
      "conflict",
    ],
    ["no longer", { desired: "B", base: "b", live: "B" }, form("stored", "b", "B"), "converged"],
  ])("%s", (_, sides, remembered, expected) => {
    expect(compared(sides, remembered ? [remembered] : [])).toBe(expected);
  });

  test("and was not taken is a change again where it is to be written again", () => {
    const forms = [form("notTaken", "b", "a")];
    const settled = settledBy({ formsOf: () => forms, mayDiffer: anywhere, digest }, true);
    expect(compared({ desired: "b", base: "a", live: "a" }, forms, { settled })).toBe("pending");
    const stored = [form("stored", "b", "a")];
    const other = settledBy({ formsOf: () => stored, mayDiffer: anywhere, digest }, true);
    expect(compared({ desired: "b", base: "a", live: "a" }, stored, { settled: other })).toBe("stored");
  });

  test("is listed with both values, the likely cause and its line", () => {
    const settled = settledBy({ formsOf: () => [form("stored", "b", "B")], mayDiffer: anywhere, digest });
    const desired = desiredOf(network("berlin", { name: "b" }));
    const observations = new Map([[berlin, present({ name: "B" })]] as const);
    const found = diff({ desired, snapshot: { observations, unmanaged: [] }, settled });
    expect(found.storedOtherwise).toEqual([
      { address: berlin, path: "/name", desired: "b", live: "B", likely: "case", at: expect.anything() },
    ]);
    expect([found.changes, found.converged]).toEqual([[], 1]);
  });
});

test("a pair counts only where a server may keep another form, whatever the memory says", () => {
  const check = (mayDiffer: MayDiffer) =>
    settledBy({ formsOf: () => [form("stored", "b", "B")], mayDiffer, digest }).check;
  const field = { resource: network("berlin", { name: "b" }), path: "/name" };
  const sides = { desired: "b", live: "B" };
  expect(check(anywhere)(field, sides)).toBe("stored");
  expect(check(() => false)(field, sides)).toBeUndefined();
});

test("a digest says nothing of another field, and tells nothing from no text", () => {
  const of = (path: string, value: Json | undefined) => formDigest({ path, value }, digest);
  expect(of("/a", "x")).toMatch(/^[0-9a-f]{32}$/);
  expect(of("/a", { a: 1, b: 2 })).toBe(of("/a", { b: 2, a: 1 }));
  expect(
    new Set([of("/a", "x"), of("/b", "x"), of("/a", undefined), of("/a", ""), of("/a", null)]).size,
  ).toBe(5);
});

describe("two values", () => {
  const resource = network("berlin", { name: "x" });
  const pair = (desired: Json | undefined, live: Json | undefined, mayDiffer = anywhere) =>
    isPair({ resource, path: "/rules" }, { desired, live }, { mayDiffer });

  test.each<[Json | undefined, Json | undefined, boolean]>([
    ["a", "A", true],
    [9000, 1500, true],
    ["020", 20, true],
    [["a", "b"], ["b", "a"], true],
    [["a"], ["a", "b"], true],
    [[{ n: "a", m: 1 }], [{ n: "A", m: 1, more: true }], true],
    [[{ n: "a", m: [1] }], [{ n: "a", m: [2] }], true],
    [[{ n: "a" }], [{ n: "a" }, { n: "b" }], false],
    [[{ n: "a", on: true }], [{ n: "a", on: false }], false],
    [[{ n: "a" }], [{}], false],
    [true, false, false],
    ["a", undefined, false],
    ["a", null, false],
    [undefined, "a", false],
    ["deny", "permit", false],
    ["Deny", "deny", true],
    [["any"], ["10.0.0.0/8"], false],
    [[], ["any"], false],
    ["yes", "x", false],
    [0, 1, false],
    [1, 0, false],
    [1, 2, true],
    [{ n: "a" }, { n: "b" }, true],
    [{ n: "a" }, ["a"], false],
  ])("%j and %j may be a pair: %s", (desired, live, may) => {
    expect(pair(desired, live)).toBe(may);
  });

  test("in lists of objects may differ only in places that may", () => {
    const onlyNotes: MayDiffer = (_, place) => place.join("/") === "rules/0/note";
    const one = (note: string, port: number) => [{ note, port }];
    expect(pair(one("a", 1), one("A", 1), onlyNotes)).toBe(true);
    expect(pair(one("a", 1), one("A", 2), onlyNotes)).toBe(false);
  });

  test("spelled alike are no difference in a list", () => {
    const onlyNotes: MayDiffer = (_, place) => place.at(-1) === "note";
    const protocol = { of: (value: Json) => String(value).toLowerCase() };
    const element = { inside: new Map([["protocol", protocol]]) };
    const alike = () => ({ inside: new Map([["rules", { inside: new Map([["*", element]]) }]]) });
    const sides = { desired: [{ note: "a", protocol: "Any" }], live: [{ note: "A", protocol: "any" }] };
    expect(isPair({ resource, path: "/rules" }, sides, { mayDiffer: onlyNotes, alike })).toBe(true);
    expect(isPair({ resource, path: "/rules" }, sides, { mayDiffer: onlyNotes })).toBe(false);
  });
});
