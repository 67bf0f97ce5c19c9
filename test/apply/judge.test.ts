/**
 * How trueup judges a planned change after a fresh read. All cases are tested: whether an earlier write of ours may
 * have arrived or not, and for both ways to treat conflicts.
 */

import { describe, expect, test } from "vitest";
import { judge, type Verdict } from "../../src/apply/execute/judge.ts";
import type { Change } from "../../src/model/change.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { absent, compared, present, unknown } from "../properties/compared.ts";
import { desiredOf, network, ssid } from "../properties/declared.ts";

const wanted = network("berlin", { name: "Berlin", tz: "Berlin", tags: ["a"] });
const was = network("berlin", { name: "Berlin", tz: "Paris", tags: ["a"] });
const address = wanted.address;

const asDesired = { name: "Berlin", tz: "Berlin", tags: ["a"] };
const asPlanned = { name: "Berlin", tz: "Paris", tags: ["a"] };
const neither = { name: "Berlin", tz: "Rome", tags: ["a"] };
const elsewhere = { name: "Berlin", tz: "Paris", tags: ["a"], notes: "theirs" };
const drifted = { name: "Berlin", tz: "Paris", tags: ["b"] };

type Action = Change["action"];
const ways = [false, true].flatMap((maybeAppliedByUs) =>
  (["hold", "overwrite"] as const).map((onConflict) => ({ maybeAppliedByUs, onConflict })),
);

function planned(action: Action): Change {
  const [change] = compared({
    ...(action !== "remove" && { desired: [wanted] }),
    ...(action !== "create" && { base: [was] }),
    live: { [address]: action === "create" ? absent : present(asPlanned, { id: "N_1" }) },
  }).changes;
  if (change?.action !== action) throw new Error(`no ${action} was planned`);
  return change;
}

function judged(action: Action, observed: Observation<LiveResource>, way: (typeof ways)[number]): Verdict {
  const desired = action === "remove" ? desiredOf() : desiredOf(wanted);
  const base = action === "create" ? undefined : desiredOf(was);
  return judge({ planned: planned(action), desired, base, observed, ...way });
}

const seen = (value: Json, id = "N_1") => present(value, { id });

/** Returns the verdict in short: the action, and what the action would write. */
function written(verdict: Verdict): string {
  if (verdict.is !== "write") return verdict.is;
  const { change } = verdict;
  return change.action === "update"
    ? `update ${change.differences.map(({ path }) => path).join(" ")}`
    : change.action;
}

describe("an update whose reply was lost, at a server that spells what it is sent", () => {
  const spelled = { name: "Berlin", tz: "BERLIN", tags: ["a"] };
  const lost = { maybeAppliedByUs: true, onConflict: "hold" } as const;

  test("is what was sent, and nobody else's change", () => {
    expect(written(judged("update", seen(spelled), lost))).toBe("converged");
  });

  test("is somebody else's where nothing was sent", () => {
    expect(written(judged("update", seen(spelled), { ...lost, maybeAppliedByUs: false }))).toBe("conflict");
  });

  test("is written where only that was to change, and is as it was", () => {
    const change = compared({
      ...{ desired: [wanted], base: [network("berlin", { name: "Berlin", tz: "BERLIN", tags: ["a"] })] },
      live: { [address]: present(spelled, { id: "N_1" }) },
    }).changes[0];
    if (!change) throw new Error("nothing was planned");
    const verdict = judge({
      ...{ planned: change, desired: desiredOf(wanted), base: desiredOf(was), observed: seen(spelled) },
      ...lost,
    });
    expect(written(verdict)).toBe("update /tz");
  });
});

describe.each(ways)("with a lost reply: $maybeAppliedByUs, on conflict: $onConflict", (way) => {
  const force = way.onConflict === "overwrite";
  const held = (update: string) => (force ? update : "conflict");
  const ours = (update: string) => (force || way.maybeAppliedByUs ? update : "conflict");

  test.each([
    { reason: "a create of what is still absent is written", action: "create", now: absent, is: "create" },
    {
      reason: "a create of what is as desired has nothing left to do",
      action: "create",
      now: seen(asDesired),
      is: "converged",
    },
    {
      reason: "a create of what appeared and differs is only written when it may be ours",
      action: "create",
      now: seen(neither),
      is: ours("update /tz"),
    },
    {
      reason: "an update of what is as desired has nothing left to do",
      action: "update",
      now: seen(asDesired),
      is: "converged",
    },
    {
      reason: "an update of what is as it was is written",
      action: "update",
      now: seen(asPlanned),
      is: "update /tz",
    },
    {
      reason: "an update of what changed in an undeclared field is written",
      action: "update",
      now: seen(elsewhere),
      is: "update /tz",
    },
    {
      reason: "an update of a field that someone changed is held, lost reply or not",
      action: "update",
      now: seen(neither),
      is: held("update /tz"),
    },
    {
      reason: "an update that would set back what nobody approved is held",
      action: "update",
      now: seen(drifted),
      is: held("update /tags /tz"),
    },
    {
      reason: "an update of what is gone is a conflict, and never a create",
      action: "update",
      now: absent,
      is: "conflict",
    },
    {
      reason: "a removal of what is gone has nothing left to do",
      action: "remove",
      now: absent,
      is: "converged",
    },
    {
      reason: "a removal of what is as it was is written",
      action: "remove",
      now: seen(asPlanned),
      is: "remove",
    },
    {
      reason: "a removal of what was changed is held",
      action: "remove",
      now: seen(elsewhere),
      is: held("remove"),
    },
    {
      reason: "a removal of another thing of that name is held",
      action: "remove",
      now: seen(asPlanned, "N_2"),
      is: held("remove"),
    },
    { reason: "nothing is created while nothing is known", action: "create", now: unknown, is: "unknown" },
    { reason: "nothing is updated while nothing is known", action: "update", now: unknown, is: "unknown" },
    { reason: "nothing is removed while nothing is known", action: "remove", now: unknown, is: "unknown" },
  ] as const)("$reason", ({ action, now, is }) => {
    expect(written(judged(action, now, way))).toBe(is);
  });
});

const hold = { maybeAppliedByUs: false, onConflict: "hold" } as const;

test("what is written is made from what is live now, not from what was live when it was planned", () => {
  const now: Observation<LiveResource> = present(elsewhere, {
    id: "N_1",
    raw: { tree: "now" },
    version: "7",
  });
  expect(judged("update", now, hold)).toMatchObject({
    is: "write",
    change: { live: { value: elsewhere, raw: { tree: "now" }, version: "7" } },
  });
  expect(judged("remove", present(asPlanned, { id: "N_1", version: "7" }), hold)).toMatchObject({
    change: { live: { version: "7" } },
  });
});

test("what has converged tells its id, for what is in it", () => {
  expect(judged("create", seen(asDesired), hold)).toMatchObject({ is: "converged", live: { id: "N_1" } });
});

test.each([
  [neither, '/tz should be "Berlin", was "Paris" in the plan, and is "Rome" now'],
  [drifted, '/tags should be ["a"], was as desired in the plan, and is ["b"] now'],
  [{ name: "Berlin", tags: ["a"] }, '/tz should be "Berlin", was "Paris" in the plan, and is not set now'],
])("a conflict tells what is desired, what was planned against and what is live: %j", (value, told) => {
  const verdict = judged("update", seen(value), hold);
  expect(verdict).toMatchObject({
    is: "conflict",
    problem: {
      code: "conflict",
      message: `${address}: ${told}`,
      address,
      hint: expect.stringMatching(/overwrite/),
    },
  });
});

test("a field that someone has already set right needs no write, and is no conflict", () => {
  const both = network("berlin", { name: "Berlin", tz: "Berlin", tags: ["new"] });
  const [plan] = compared({ desired: [both], base: [was], live: { [address]: seen(asPlanned) } }).changes;
  if (!plan) throw new Error("nothing was planned");
  const verdict = judge({
    planned: plan,
    desired: desiredOf(both),
    base: desiredOf(was),
    observed: seen({ ...asPlanned, tz: "Berlin" }),
    ...hold,
  });
  expect(written(verdict)).toBe("update /tags");
});

test("a secret that was to be written is still written after a look, since nobody can see it", () => {
  const at = (name: string) => ssid("berlin.0", { vlan: 1, password: { secret: `env:${name}` } });
  const sides = { desired: [at("NEW")], base: [at("OLD")] };
  const now = present({ vlan: 1 });
  const [plan] = compared({ ...sides, live: { [at("NEW").address]: now } }).changes;
  if (!plan) throw new Error("nothing was planned");
  for (const maybeAppliedByUs of [false, true]) {
    const verdict = judge({
      planned: plan,
      desired: desiredOf(at("NEW")),
      base: desiredOf(at("OLD")),
      observed: now,
      maybeAppliedByUs,
      onConflict: "hold",
    });
    expect(written(verdict)).toBe("update /password");
  }
});

test.each([
  { reason: "nothing is known of what was applied", base: undefined },
  { reason: "base had it with the same secret", base: "OLD" },
  { reason: "base did not have it", base: "none" },
])("a create that was carried out in part still writes its secret, where $reason", ({ base }) => {
  const own = ssid("berlin.0", { vlan: 1, password: { secret: "env:OLD" } });
  const before = base === undefined ? undefined : base === "OLD" ? [own] : [was];
  const sides = { desired: [own], ...(before && { base: before }) };
  const [plan] = compared({ ...sides, live: { [own.address]: absent } }).changes;
  if (!plan) throw new Error("nothing was planned");
  const verdict = judge({
    planned: plan,
    desired: desiredOf(own),
    base: before && desiredOf(...before),
    observed: present({ vlan: 2 }),
    maybeAppliedByUs: true,
    onConflict: "hold",
  });
  expect(written(verdict)).toBe("update /password /vlan");
});

describe("a create that would remove its neighbors", () => {
  const create = planned("create");
  if (create.action !== "create") throw new Error("no create was planned");
  const foreseen: Change = { ...create, displaces: [{ path: "/box/dhcp", live: { lease: 60 } }] };
  const verdictWith = (around: readonly { path: string; live: Json }[], onConflict: "hold" | "overwrite") =>
    judge({
      planned: foreseen,
      desired: desiredOf(wanted),
      base: undefined,
      observed: { state: "absent", around },
      maybeAppliedByUs: false,
      onConflict,
    });

  test.each([
    { what: "they are gone", around: [], is: "create" },
    { what: "they are as planned", around: [{ path: "/box/dhcp", live: { lease: 60 } }], is: "create" },
    { what: "one has changed", around: [{ path: "/box/dhcp", live: { lease: 61 } }], is: "conflict" },
    { what: "there is another one", around: [{ path: "/box/client", live: { lease: 60 } }], is: "conflict" },
  ])("where $what: $is, and a create if it may overwrite", ({ around, is }) => {
    expect(written(verdictWith(around, "hold"))).toBe(is);
    expect(written(verdictWith(around, "overwrite"))).toBe("create");
  });

  test("says which one, and what it is now", () => {
    const verdict = verdictWith([{ path: "/box/dhcp", live: { lease: 61 } }], "hold");
    expect(verdict.is === "conflict" && verdict.problem.message).toContain(
      'the write would also remove /box/dhcp, which is now {"lease":61}',
    );
  });
});
