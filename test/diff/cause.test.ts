/** The cause of a difference, for every combination of the desired, the base and the live value of one field. */

import { expect, test } from "vitest";
import { displacedDifferences, staying } from "../../src/diff/displaced.ts";
import type { FieldDifference } from "../../src/diff/fields.ts";
import type { Cause } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import { compared, differencesOf, present } from "../properties/compared.ts";
import { network } from "../properties/declared.ts";

const values = [undefined, "a", "b", "c"] as const;
type Value = (typeof values)[number];
type Ownership = Resource["ownership"];

function holding(field: Value): Json {
  return { name: "Berlin", ...(field !== undefined && { field }) };
}

function declared(field: Value, ownership: Ownership): Resource {
  return network("berlin", holding(field), { ownership });
}

/**
 * Returns the expected result for the only field that varies: a cause, or `nothing`. It is written case by case,
 * independently of the code.
 */
function expectedOf(desired: Value, base: Value, live: Value, was: Ownership, is: Ownership): string {
  if (desired === live) return "nothing";
  if (desired === undefined && is === "declared") return "nothing";
  if (desired === undefined && base === undefined) return was === "exclusive" ? "drift" : "pending";
  if (desired === undefined) return base === live ? "pending" : "conflict";
  if (base === undefined) return "pending";
  if (desired === base) return "drift";
  return live === base ? "pending" : "conflict";
}

const cases = values.flatMap((desired) =>
  values.flatMap((base) =>
    values.flatMap((live) =>
      (["declared", "exclusive"] as const).flatMap((is) =>
        (["declared", "exclusive"] as const).map((was) => ({ desired, base, live, is, was })),
      ),
    ),
  ),
);

test.each(cases)("desired $desired, base $base ($was), live $live in a tree that is $is", (of) => {
  const comparison = compared({
    desired: [declared(of.desired, of.is)],
    base: [declared(of.base, of.was)],
    live: { "cloud/network/berlin": present(holding(of.live)) },
  });
  const cause = expectedOf(of.desired, of.base, of.live, of.was, of.is);
  const sides = {
    path: "/field",
    ...(of.desired && { desired: of.desired }),
    ...(of.base && { base: of.base }),
    ...(of.live && { live: of.live }),
  };
  expect(differencesOf(comparison)).toEqual(cause === "nothing" ? [] : [{ ...sides, cause }]);
  const released = of.desired === undefined && of.base !== undefined && of.is === "declared";
  expect(comparison.released).toEqual(released ? [{ address: "cloud/network/berlin", path: "/field" }] : []);
  expect(comparison.converged).toBe(cause === "nothing" ? 1 : 0);
});

test.each(cases.filter(({ was }) => was === "declared"))(
  "without base every difference is pending: desired $desired, live $live in a tree that is $is",
  ({ desired, live, is }) => {
    const comparison = compared({
      desired: [declared(desired, is)],
      live: { "cloud/network/berlin": present(holding(live)) },
    });
    const managed = desired !== undefined || is === "exclusive";
    const causes = differencesOf(comparison).map((one) => "cause" in one && one.cause);
    expect(causes).toEqual(managed && desired !== live ? ["pending"] : []);
    expect(comparison.threeWay).toBe(false);
  },
);

test("a resource that base does not have is newly declared: its differences are pending", () => {
  const comparison = compared({
    desired: [declared("a", "exclusive")],
    base: [],
    live: { "cloud/network/berlin": present({ name: "Berlin", field: "b", other: 1 }) },
  });
  expect(differencesOf(comparison)).toEqual([
    { path: "/field", desired: "a", live: "b", cause: "pending" },
    { path: "/other", live: 1, cause: "pending" },
  ]);
});

test("an object that Git dropped from an exclusive tree is pending as long as what base declared in it is live", () => {
  const base = network("berlin", { netflow: { enabled: true } });
  const desired = network("berlin", {}, { ownership: "exclusive" });
  const live = (netflow: Json) => ({ "cloud/network/berlin": present({ netflow }) });
  const causes = (netflow: Json) =>
    differencesOf(compared({ desired: [desired], base: [base], live: live(netflow) })).map(
      (one) => "cause" in one && one.cause,
    );
  expect(causes({ enabled: true, port: 2055 })).toEqual(["pending"]);
  expect(causes({ enabled: false, port: 2055 })).toEqual(["conflict"]);
  expect(causes({ port: 2055 })).toEqual(["conflict"]);
});

test.each<[string, string, readonly (readonly [string, Cause])[], Cause]>([
  [
    "what displaces it",
    "/a",
    [
      ["/b", "conflict"],
      ["/a", "drift"],
    ],
    "drift",
  ],
  [
    "a field within that",
    "/a",
    [
      ["/b", "conflict"],
      ["/a/x", "drift"],
    ],
    "drift",
  ],
  [
    "a field around that",
    "/a/x",
    [
      ["/b", "conflict"],
      ["/a", "drift"],
    ],
    "drift",
  ],
  [
    "the strongest of several",
    "/a",
    [
      ["/a/x", "pending"],
      ["/a/y", "conflict"],
      ["/a/z", "drift"],
    ],
    "conflict",
  ],
  [
    "drift before what is pending",
    "/a",
    [
      ["/a/x", "pending"],
      ["/a/y", "drift"],
    ],
    "drift",
  ],
  [
    "any difference, where none displaces it",
    "/c",
    [
      ["/b", "conflict"],
      ["/a", "drift"],
    ],
    "conflict",
  ],
])("a field that goes with a write has the cause of %s", (_, by, all, cause) => {
  const found = all.map(([path, each]): FieldDifference => ({ path, written: path, cause: each }));
  const nodes = [{ path: "/gone/one", live: 1, by }];
  const base = network("n", { gone: { one: 2 } });
  expect(displacedDifferences({ left: {}, nodes }, found, base)).toEqual([
    { path: "/gone/one", written: "", live: 1, base: 2, cause },
  ]);
  expect(staying(["/gone/one/x", "/gone", "/gone/two"], { left: {}, nodes })).toEqual(["/gone", "/gone/two"]);
});
