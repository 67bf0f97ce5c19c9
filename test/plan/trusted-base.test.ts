/** Which changes the base may justify: all cases, with every reason why a commit is not an ancestor. */

import { describe, expect, test } from "vitest";
import type { Resource } from "../../src/model/desired.ts";
import type { BaseHistory, Lineage } from "../../src/model/record.ts";
import { trusted } from "../../src/plan/trusted-base.ts";
import { absent, compared, present } from "../properties/compared.ts";
import { desiredOf, network, organization, ssid } from "../properties/declared.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const guests = ssid("berlin.0", { name: "Guests" });
const live = {
  [acme.address]: present({}),
  [berlin.address]: present({ name: "Berlin" }, { id: "N_1" }),
  [guests.address]: present({ name: "Staff" }),
};

function history(lineage: Lineage): BaseHistory {
  return { applied: { commit: "c".repeat(40), lineage }, lineageOf: () => lineage };
}

function judged(desired: readonly Resource[], base: readonly Resource[], of?: BaseHistory) {
  const { changes } = compared({ desired, base, live });
  return trusted(changes, { desired: desiredOf(...desired), base: desiredOf(...base), history: of });
}

describe("a removal that only base justifies", () => {
  test("is decided where base is believed, and where its commit is an ancestor", () => {
    for (const known of [undefined, history("behind")]) {
      const { decided, undecided, doubt } = judged([acme], [acme, berlin], known);
      expect(decided.map(({ address, action }) => `${action} ${address}`)).toEqual([
        "remove cloud/network/berlin",
      ]);
      expect(undecided).toEqual([]);
      expect(doubt).toBeUndefined();
    }
  });

  test.each([
    ["ahead", "a commit that is newer than the planned one", "is newer than the planned one"],
    ["apart", "a commit that is not an ancestor of the planned one", "is not an ancestor of the planned one"],
    ["unknown", "a commit that may not be", "this clone lacks the history"],
  ] as const)(
    "cannot be decided where its commit is %s, and is told by its live name",
    (lineage, why, said) => {
      const { decided, undecided, doubt } = judged([acme], [acme, berlin], history(lineage));
      expect(decided).toEqual([]);
      expect(undecided).toHaveLength(1);
      expect(undecided[0]).toMatchObject({ address: berlin.address, action: "remove" });
      expect(undecided[0]?.reason).toContain('says that "Berlin" was declared');
      expect(undecided[0]?.reason).toContain(why);
      expect(doubt?.message).toContain(said);
    },
  );

  test("is told by its id, or by neither, where live has no name", () => {
    const reason = (more: object) => {
      const { changes } = compared({
        desired: [acme],
        base: [acme, berlin],
        live: { ...live, [berlin.address]: present({}, more) },
      });
      const sides = { desired: desiredOf(acme), base: desiredOf(acme, berlin), history: history("apart") };
      return trusted(changes, sides).undecided[0]?.reason;
    };
    expect(reason({ id: "N_1" })).toContain('that "N_1" was declared');
    expect(reason({})).toContain("that it was declared");
  });
});

describe("a change of what is declared", () => {
  const renamed = { ...berlin, identity: "Headquarters" };
  const changed = network("berlin", { name: "Berlin", tags: ["a"] });

  test("is as asked, whatever the commit of base is", () => {
    const { decided, undecided } = judged([acme, changed], [acme, berlin], history("apart"));
    expect(decided.map(({ address }) => address)).toEqual([berlin.address]);
    expect(undecided).toEqual([]);
  });

  test("cannot be decided where such a base calls it otherwise, with what is in it", () => {
    const { decided, undecided } = judged([acme, changed, guests], [acme, renamed, guests], history("apart"));
    expect(decided).toEqual([]);
    expect(undecided.map(({ address, because }) => [address, because])).toEqual([
      [berlin.address, undefined],
      [guests.address, berlin.address],
    ]);
    expect(undecided[0]?.reason).toContain('it was called "Headquarters"');
  });

  test("cannot be decided where such a base calls otherwise what it stands below", () => {
    const below = { refersTo: { "/parent": "network" }, below: "/parent" };
    const inner = network(
      "inner",
      { name: "Inner", parent: "berlin" },
      { ...below, identity: "Berlin/Inner" },
    );
    const innermost = (tags: readonly string[]) =>
      network(
        "innermost",
        { name: "Innermost", parent: "inner", tags: [...tags] },
        { ...below, identity: "x" },
      );
    const seen = { ...live, [inner.address]: present(inner.value), [innermost([]).address]: present({}) };
    const [desired, base] = [
      [acme, berlin, inner, innermost(["a"])],
      [acme, renamed, inner, innermost([])],
    ];
    const { changes } = compared({ desired, base, live: seen });
    const of = { desired: desiredOf(...desired), base: desiredOf(...base) };
    // The base of the outermost resource comes from a commit that is not an ancestor. All other bases come from an
    // ancestor.
    const lineageOf = (address: string) => (address === berlin.address ? "apart" : "behind");
    const { undecided } = trusted(changes, { ...of, history: { lineageOf } });
    expect(undecided.map(({ address, reason }) => [address, reason.includes('"Headquarters"')])).toEqual([
      [innermost([]).address, true],
    ]);
  });

  test("cannot be decided where drift alone counts, though it keeps its name then", () => {
    const named = { ...changed, identity: renamed.identity };
    const { changes } = compared({ desired: [acme, named], base: [acme, renamed], live });
    const sides = { desired: desiredOf(acme, named), base: desiredOf(acme, renamed) };
    const declared = desiredOf(acme, changed);
    const { undecided } = trusted(changes, { ...sides, declared, history: history("apart") });
    expect(undecided.map(({ address }) => address)).toEqual([berlin.address]);
  });

  test("cannot be decided where such a base alone says how it would be made again", () => {
    const made = { ...changed, untouched: ["/tags"] };
    const sides = { desired: [acme, made], base: [acme, made] };
    const { changes } = compared({ ...sides, live: { ...live, [berlin.address]: absent } });
    const judgedBy = (lineage: Lineage) => {
      const of = { desired: desiredOf(...sides.desired), base: desiredOf(...sides.base) };
      return trusted(changes, { ...of, history: history(lineage) });
    };
    expect(judgedBy("behind").decided).toMatchObject([{ action: "create" }]);
    expect(judgedBy("apart").decided).toEqual([]);
    expect(judgedBy("apart").undecided[0]?.reason).toContain(
      "it was declared with the values that it would get",
    );
  });

  test("is as asked where base is no commit", () => {
    const named: BaseHistory = { lineageOf: () => "behind" };
    expect(judged([acme, changed], [acme, renamed], named)).toMatchObject({ undecided: [] });
  });
});
