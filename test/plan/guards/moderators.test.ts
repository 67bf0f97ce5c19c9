/**
 * A room that would lose its last declared moderator is a danger. A room that is removed, or that keeps a declared
 * moderator, is not.
 */

import { expect, test } from "vitest";
import type { Address } from "../../../src/model/address.ts";
import type { Change, Comparison } from "../../../src/model/change.ts";
import type { Resource } from "../../../src/model/desired.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Step } from "../../../src/model/plan/step.ts";
import { problem } from "../../../src/model/problem.ts";
import { moderators } from "../../../src/plan/guards/moderators.ts";
import { desiredOf, tenant } from "../../properties/declared.ts";

const room = (name: string): Address => `teams/room/${name}`;
const member = (name: string, of: string, value: Json, kind = "member"): Resource => ({
  ...tenant("A", value),
  address: `teams/${kind}/${of}.${name}`,
  target: "teams",
  kind,
  key: `${of}.${name}`,
  parent: room(of),
});

const step = ({ address, action }: Change): Step => ({
  ...{ id: `${action} ${address}`, operation: action, address, target: "teams", kind: "member" },
  ...{ because: [address], after: [], assumed: false },
});

/** Returns the findings if these changes have steps and these resources are declared. */
const found = (changes: readonly Change[], declared: readonly Resource[], steps = changes.map(step)) =>
  moderators({ changes, steps, desired: desiredOf(...declared), facts: new Map() });

const leaves = (one: Resource): Change => ({
  ...{ action: "remove", address: one.address, base: one, live: { value: one.value }, cause: "pending" },
});
const becomes = (one: Resource, live: Json): Change => ({
  ...{ action: "update", address: one.address, desired: one, live: { value: live }, differences: [] },
});

type Compared = Pick<Comparison, "changes" | "unknown" | "impossible">;

const led = { email: "ann@x", moderator: true };
const plain = { email: "ann@x", moderator: false };

test("the last moderator who goes, or is none any more, is told, with how many rooms that concerns", () => {
  const ann = member("ann", "noc", led);
  expect(found([leaves(ann)], [])).toEqual({
    guard: "moderators",
    message: "1 room would be left without a declared moderator",
    addresses: ["teams/member/noc.ann"],
  });
  const demoted = member("bob", "noc", plain);
  expect(found([becomes(demoted, led)], [demoted])?.addresses).toEqual(["teams/member/noc.bob"]);
  const two = found([leaves(ann), leaves(member("cid", "ops", led)), becomes(demoted, led)], [demoted]);
  expect(two?.message).toBe("2 rooms would be left without a declared moderator");
  expect(two?.addresses).toHaveLength(3);
});

test("a room that keeps a declared moderator, or goes itself, is none of these; the others still are", () => {
  const ann = leaves(member("ann", "noc", led));
  expect(found([ann], [member("bob", "noc", led)])).toBeUndefined();
  expect(found([ann], [member("bob", "ops", led)])).toBeDefined();
  expect(found([ann], [member("bob", "noc", plain)])).toBeDefined();
  const noc = { ...member("", "noc", { title: "NOC" }, "room"), address: room("noc"), parent: undefined };
  const going = leaves(noc as unknown as Resource);
  expect(found([ann, going], [])).toBeUndefined();
  expect(found([ann, leaves(member("cid", "ops", led)), going], [])?.addresses).toEqual([
    "teams/member/ops.cid",
  ]);
  expect(found([ann, becomes(noc as unknown as Resource, {})], [])).toBeDefined();
});

test("nobody is lost who moderates nothing, stays a moderator, comes, or is of another kind", () => {
  const ann = member("ann", "noc", led);
  const create: Change = { action: "create", address: ann.address, desired: ann, cause: "pending" };
  const unsaid = member("ann", "noc", { email: "ann@x" });
  const all: readonly (readonly [Change, Resource])[] = [
    [leaves(member("ann", "noc", plain)), ann],
    [leaves(member("ann", "noc", { email: "a", moderator: "true" })), ann],
    [leaves(member("ann", "noc", "ann")), ann],
    [becomes(unsaid, led), unsaid],
    [becomes(member("ann", "noc", plain), plain), ann],
    [becomes(member("ann", "noc", "ann"), led), ann],
    [create, ann],
    [leaves(member("ann", "noc", led, "guest")), ann],
  ];
  for (const [change] of all) expect(found([change], []), change.action).toBeUndefined();
});

test("what no step carries out takes nobody away", () => {
  expect(found([leaves(member("ann", "noc", led))], [], [])).toBeUndefined();
});

test("who is declared a moderator, and is none after this plan, does not count; who is one live does", () => {
  const [ann, bob] = [member("ann", "noc", led), member("bob", "noc", led)];
  const gone = leaves(ann);
  const compared: Compared = { changes: [gone], unknown: [], impossible: [] };
  const foundWith = (more: Partial<Compared>, changes = [gone]) => {
    const on = { changes, steps: changes.map(step), desired: desiredOf(bob), facts: new Map() };
    return moderators({ ...on, compared: { ...compared, ...more } });
  };
  const create: Change = { action: "create", address: bob.address, desired: bob, cause: "pending" };
  const { address } = bob;
  expect(foundWith({})).toBeUndefined();
  expect(foundWith({ changes: [gone, create] })).toBeDefined();
  expect(foundWith({ changes: [gone, create] }, [gone, create])).toBeUndefined();
  expect(foundWith({ changes: [gone, becomes(bob, plain)] })).toBeDefined();
  expect(foundWith({ changes: [gone, becomes(bob, plain)] }, [gone, becomes(bob, plain)])).toBeUndefined();
  expect(foundWith({ changes: [gone, becomes(bob, led)] })).toBeUndefined();
  expect(foundWith({ unknown: [{ address, problem: problem("server-error", "500") }] })).toBeDefined();
  expect(foundWith({ impossible: [{ address, action: "update", reason: "it is elsewhere" }] })).toBeDefined();
});
