/** Comparing ordered lists that are declared as a whole, and lists that contain secrets. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { compared, differencesOf, present } from "../properties/compared.ts";
import { type More, network } from "../properties/declared.ts";

function between(desired: Json, live: Json, more: More): readonly object[] {
  const declared = network("berlin", desired, more);
  return differencesOf(compared({ desired: [declared], live: { "cloud/network/berlin": present(live) } }));
}

const pending = { cause: "pending" };

describe("a list that is declared in order", () => {
  const rules: More = { lists: { "/rules": ["id"] }, ordered: ["/rules"] };
  const rule = (id: string, policy = "allow") => ({ id, policy });
  const of = (...all: readonly Json[]) => ({ rules: all });

  test("is the same in the same order, and differs by the fields of its elements", () => {
    expect(between(of(rule("a"), rule("b")), of(rule("a"), rule("b")), rules)).toEqual([]);
    expect(between(of(rule("a"), rule("b", "deny")), of(rule("a"), rule("b")), rules)).toEqual([
      { path: "/rules/b/policy", desired: "deny", live: "allow", ...pending },
    ]);
  });

  test("is one difference in another order, whatever else is another", () => {
    const [desired, live] = [of(rule("b", "deny"), rule("a")), of(rule("a"), rule("b"))];
    expect(between(desired, live, rules)).toEqual([
      { path: "/rules", desired: desired.rules, live: live.rules, ...pending },
    ]);
  });

  test("loses what is no longer declared: no element is called left as it is, though a field of one is", () => {
    const known = of(rule("a"), rule("b"), rule("c"));
    const sides = [of(rule("a"), { id: "c" }), known].map((value) => network("berlin", value, rules));
    const [desired, base] = sides;
    if (!desired || !base) throw new Error("two sides");
    const live = { "cloud/network/berlin": present(known) };
    const found = compared({ desired: [desired], base: [base], live });
    expect(found.released.map(({ path }) => path)).toEqual(["/rules/c/policy"]);
    expect(differencesOf(found)).toMatchObject([{ path: "/rules/b", live: rule("b") }]);
  });

  test("has a difference for each element that live lacks, or has besides", () => {
    expect(between(of(rule("a"), rule("b")), of(rule("b"), rule("c")), rules)).toEqual([
      { path: "/rules/a", desired: rule("a"), ...pending },
      { path: "/rules/c", live: rule("c"), ...pending },
    ]);
    expect(between(of(), of(rule("c")), rules)).toEqual([{ path: "/rules/c", live: rule("c"), ...pending }]);
  });

  test("is compared whole where two of its elements cannot be told apart", () => {
    const twice = of(rule("a"), rule("a"));
    expect(between(twice, of(rule("a")), rules)).toEqual([
      { path: "/rules", desired: twice.rules, live: [rule("a")], ...pending },
    ]);
  });
});

describe("a secret in a list that is compared whole", () => {
  const server = (host: string) => ({ host, key: { secret: "env:RADIUS_KEY" } });
  const desired = { servers: [server("a"), server("b")] };
  const more: More = { secrets: ["/servers/0/key", "/servers/1/key"], lists: {} };

  test("is no difference, whatever live shows in its place", () => {
    expect(between(desired, { servers: [{ host: "a" }, { host: "b" }] }, more)).toEqual([]);
  });

  test("is shown on neither side of a difference of its list", () => {
    expect(between(desired, { servers: [{ host: "a", key: "hunter2" }] }, more)).toEqual([
      { path: "/servers", desired: [{ host: "a" }, { host: "b" }], live: [{ host: "a" }], ...pending },
    ]);
    expect(between(desired, {}, more)).toEqual([
      { path: "/servers", desired: [{ host: "a" }, { host: "b" }], ...pending },
    ]);
  });

  test("is not looked at in an element that is told from the others", () => {
    const keyed: More = { secrets: ["/servers/0/key"], lists: { "/servers": ["host"] } };
    const live = {
      servers: [
        { host: "b", key: "hunter2" },
        { host: "a", key: "hunter2" },
      ],
    };
    expect(between(desired, live, keyed)).toEqual([]);
  });
});
