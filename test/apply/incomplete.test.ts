/** What an apply leaves behind: base is never ahead of the live state at any address. */

import { describe, expect, test } from "vitest";
import { leftBehind } from "../../src/apply/incomplete.ts";
import { ineffectiveAddresses } from "../../src/apply/ineffective.ts";
import type { PlanRequest } from "../../src/engine/reconcile.ts";
import type { Change } from "../../src/model/change.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { NonConvergent, SettledStep } from "../../src/model/reply.ts";
import { stage } from "../servers/virtual-time/run.ts";

const berlin = "  berlin: { name: Berlin Office, timeZone: Europe/Berlin }\n";
const zurich = "  berlin: { name: Berlin Office, timeZone: Europe/Zurich }\n";
const oslo = "  oslo: { name: Oslo Lab, timeZone: Europe/Oslo }\n";
const files = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
});

interface Case {
  readonly desired: string;
  readonly base?: string;
  readonly committed?: string;
  readonly request?: PlanRequest;
  /** The outcome of every step of the plan. Default: `applied`. */
  readonly state?: "applied" | "converged" | "failed" | "unknown" | "skipped";
  /** The outcome of the rollback's step that recreates Berlin. If absent, the rollback has no such step. */
  readonly madeAgain?: "applied" | "failed";
  /** If true, every step was rolled back. */
  readonly rolledBack?: boolean;
  /** Fields that still differed after they were written. */
  readonly nonConvergent?: readonly NonConvergent[];
  /**
   * Live values that replace the fields that the plan's updates change, by path. An undefined value means that the
   * field has no live value. Default: the fields of the plan.
   */
  readonly before?: Readonly<Record<string, Json | undefined>>;
}

const problem = { code: "x", severity: "error", message: "x" } as const;

async function left({
  desired,
  base,
  committed = desired,
  request = {},
  state = "applied",
  rolledBack = false,
  madeAgain,
  nonConvergent = [],
  before,
}: Case) {
  const on = stage({ files: files(desired) });
  const read = (networks: string | undefined): Desired =>
    networks === undefined ? { resources: new Map(), locate: () => undefined } : on.load(files(networks));
  const known = { desired: read(base), commitOf: () => "before" };
  const made = await on.plan({ base: known.desired, ...request });
  const outcome = { state, problem, because: "interrupted" } as SettledStep["outcome"];
  const settled = made.plan.steps.map(({ id, address }) => ({ step: id, address, outcome }));
  const same = committed === desired ? on.context.desired : read(committed);
  const { snapshot } = made;
  const plan = before
    ? { ...made.plan, changes: made.plan.changes.map((each) => changing(each, before)) }
    : made.plan;
  const again = { step: "create cloud/network/berlin", address: "cloud/network/berlin" } as const;
  const back = [
    ...(rolledBack ? settled : []),
    ...(madeAgain ? [{ ...again, outcome: { state: madeAgain, problem } as SettledStep["outcome"] }] : []),
  ];
  const sides = { desired: on.context.desired, committed: same, base: known };
  return leftBehind({ ...sides, plan, snapshot, settled, nonConvergent, rolledBack: back });
}

function changing(change: Change, before: NonNullable<Case["before"]>): Change {
  if (change.action !== "update") return change;
  const [first] = change.differences;
  if (!first) return change;
  const { live: _, ...rest } = first;
  const differences = Object.entries(before).map(([path, live]) => ({
    ...rest,
    path,
    ...(live !== undefined && { live }),
  }));
  return { ...change, differences };
}

const at = (name: string, because: string, commit: string | null) => ({
  address: `cloud/network/${name}`,
  because,
  commit,
});

describe("an address", () => {
  test.each(["applied", "converged"] as const)("that was %s is not left behind", async (state) => {
    expect(await left({ desired: zurich, base: berlin, state })).toEqual([]);
  });

  test.each(["failed", "unknown", "skipped"] as const)("that ended as %s keeps its base", async (state) => {
    expect(await left({ desired: zurich, base: berlin, state })).toEqual([at("berlin", state, "before")]);
    expect(await left({ desired: zurich + oslo, base: berlin, state })).toEqual([
      at("berlin", state, "before"),
      at("oslo", state, null),
    ]);
  });

  test("that was written and taken back keeps its base, a removal too", async () => {
    const back = { rolledBack: true };
    expect(await left({ desired: zurich + oslo, base: berlin, ...back })).toEqual([
      at("berlin", "rolledBack", "before"),
      at("oslo", "rolledBack", null),
    ]);
    const request = { prune: true };
    expect(await left({ desired: oslo, base: berlin + oslo, request, ...back })).toEqual([
      at("berlin", "rolledBack", "before"),
    ]);
  });

  test("that went with a removal, which the way back found carried out, has no base any more", async () => {
    const guest = `${berlin.slice(0, -3)}, ssids: { 1: { name: Guest } } }\n`;
    const removal = {
      desired: oslo,
      base: guest + oslo,
      request: { prune: true },
      state: "unknown",
    } as const;
    const kept = [at("berlin", "unknown", "before")];
    const within = { address: "cloud/ssid/berlin.1", because: "unknown", commit: "before" };
    expect(await left(removal)).toEqual([...kept, within]);
    expect(await left({ ...removal, madeAgain: "applied" })).toEqual([at("berlin", "rolledBack", "before")]);
    expect(await left({ ...removal, madeAgain: "failed" })).toEqual([]);
  });

  test("that would have gone with a removal that had no effect keeps its base with that", async () => {
    const guest = `${berlin.slice(0, -3)}, ssids: { 1: { name: Guest } } }\n`;
    const removal = { desired: oslo, base: guest + oslo, request: { prune: true } } as const;
    const live = { name: "Berlin Office" };
    const still = { address: "cloud/network/berlin", path: "", live, likely: "server default" } as const;
    const within = { address: "cloud/ssid/berlin.1", because: "failed", commit: "before" };
    expect(await left({ ...removal, nonConvergent: [still] })).toEqual([
      at("berlin", "failed", "before"),
      within,
    ]);
    expect(await left(removal)).toEqual([]);
  });

  test("that keeps its base keeps there what it names by a key of then: nobody could tell else what it names live", async () => {
    const device = (name: string, network: string) =>
      `devices:\n  ap: { serial: Q2-NONE, name: ${name}, network: ${network} }\n`;
    const hq = berlin.replace("berlin:", "hq:");
    const kept = await left({ desired: hq + device("new", "hq"), base: berlin + device("old", "berlin") });
    expect(kept.map((one) => `${one.address} ${one.because} ${one.commit}`)).toEqual([
      "cloud/dashboardDevice/ap held before",
      "cloud/network/berlin kept before",
    ]);
  });

  test("that was accepted and is what it was all the same keeps its base, so that the next plan has it again", async () => {
    const likely = "server default";
    const still = { address: "cloud/network/berlin", likely } as const;
    const zone = { ...still, path: "/timeZone", desired: "Europe/Zurich", live: "Europe/Berlin" };
    const kept = [at("berlin", "failed", "before")];
    expect(await left({ desired: zurich, base: berlin, nonConvergent: [zone] })).toEqual(kept);
    const removal = { desired: oslo, base: berlin + oslo, request: { prune: true } };
    const isThere = { ...still, path: "", live: { name: "Berlin Office" } };
    expect(await left({ ...removal, nonConvergent: [isThere] })).toEqual(kept);
  });

  test("that was accepted and is not there keeps the base that it had: none, or what somebody has removed", async () => {
    const missing = (name: string): NonConvergent => {
      return { address: `cloud/network/${name}`, path: "", likely: "not there yet" };
    };
    const both = { desired: zurich + oslo, base: berlin, nonConvergent: [missing("oslo")] };
    expect(await left(both)).toEqual([at("oslo", "failed", null)]);
    const live = { name: "Oslo Lab", timeZone: "Europe/Oslo" };
    const partly: NonConvergent = { ...missing("oslo"), path: "/timeZone", live, likely: "server default" };
    expect(await left({ ...both, nonConvergent: [partly] })).toEqual([]);
    const again = {
      desired: oslo.replace("Europe/Oslo", "UTC"),
      base: oslo,
      nonConvergent: [missing("oslo")],
    };
    expect(await left(again)).toEqual([at("oslo", "failed", "before")]);
  });

  test("of which the server made something else is not left behind", async () => {
    const made = { address: "cloud/network/berlin", path: "/timeZone", likely: "server default" } as const;
    const other = { ...made, desired: "Europe/Zurich", live: "Europe/Vaduz" };
    expect(await left({ desired: zurich, base: berlin, nonConvergent: [other] })).toEqual([]);
  });

  test("whose field had no value, or has none any more, keeps its base only where nothing has changed", async () => {
    const still = { address: "cloud/network/berlin", path: "/tags", likely: "server default" } as const;
    const kept = [at("berlin", "failed", "before")];
    const written = (before: Json | undefined, live: Json | undefined, ...more: readonly NonConvergent[]) =>
      left({
        desired: zurich,
        base: berlin,
        before: { "/tags": before },
        nonConvergent: [{ ...still, desired: ["one"], ...(live !== undefined && { live }) }, ...more],
      });
    expect(await written(undefined, undefined)).toEqual(kept);
    expect(await written(["two"], ["two"])).toEqual(kept);
    expect(await written(undefined, ["two"])).toEqual([]);
    expect(await written(["two"], undefined)).toEqual([]);
    expect(await written(["two"], ["three"])).toEqual([]);
    const neverAsked = { ...still, path: "/notes", desired: "x" };
    expect(await written(undefined, undefined, neverAsked)).toEqual([]);
  });

  test("that failed is not listed where the commit says what base says", async () => {
    const london = "  berlin: { name: Berlin Office, timeZone: Europe/London }\n";
    expect(await left({ desired: london, base: london, state: "failed" })).toEqual([]);
  });

  test("that is no longer declared is kept until it is removed", async () => {
    expect(await left({ desired: oslo, base: berlin + oslo })).toEqual([at("berlin", "kept", "before")]);
    expect(await left({ desired: oslo, base: berlin + oslo, request: { prune: true } })).toEqual([]);
    expect(await left({ desired: oslo, base: berlin, request: { prune: true }, state: "failed" })).toEqual([
      at("berlin", "failed", "before"),
      at("oslo", "failed", null),
    ]);
  });

  test("that is no longer declared and not live any more is nothing", async () => {
    expect(await left({ desired: berlin, base: berlin + oslo })).toEqual([]);
  });

  test("that the run was not about keeps its base", async () => {
    const only = (address: string) => address.endsWith("/oslo");
    expect(await left({ desired: zurich + oslo, base: berlin, request: { only } })).toEqual([
      at("berlin", "excluded", "before"),
    ]);
    expect(await left({ desired: oslo, base: berlin + oslo, request: { only } })).toEqual([
      at("berlin", "excluded", "before"),
    ]);
  });

  test("that is declared elsewhere, and can't be moved there, keeps its base, and what it was in", async () => {
    const globex = `target: cloud\norganization: Globex\nnetworks:\n${berlin}`;
    const on = stage({ files: { "desired-state/a.yaml": globex } });
    const base = { desired: on.load(files(berlin)), commitOf: () => "before" };
    const { plan, snapshot } = await on.plan({ base: base.desired });
    const desired = on.context.desired;
    expect(leftBehind({ desired, committed: desired, base, plan, snapshot, settled: [] })).toEqual([
      at("berlin", "held", "before"),
      { address: "cloud/organization/Acme", because: "kept", commit: "before" },
    ]);
  });

  test("whose key has changed is nothing once it is applied, and as before when it failed", async () => {
    const hq = "  hq: { name: Berlin Office, timeZone: Europe/Zurich }\n";
    expect(await left({ desired: hq, base: berlin })).toEqual([]);
    expect(await left({ desired: hq, base: berlin, state: "failed" })).toEqual([
      at("berlin", "failed", "before"),
      at("hq", "failed", null),
    ]);
  });
});

describe("a work tree that is not committed", () => {
  test("moves no base of what differs from the commit", async () => {
    expect(await left({ desired: zurich, committed: berlin, base: berlin })).toEqual([]);
    const paris = "  berlin: { name: Berlin Office, timeZone: Europe/Paris }\n";
    expect(await left({ desired: zurich, committed: paris, base: berlin })).toEqual([
      at("berlin", "uncommitted", "before"),
    ]);
    expect(await left({ desired: berlin + oslo, committed: berlin, base: berlin })).toEqual([]);
  });

  test("from which something was removed leaves nothing of it in base", async () => {
    const request = { prune: true };
    expect(await left({ desired: oslo, committed: oslo + berlin, base: oslo + berlin, request })).toEqual([
      at("berlin", "uncommitted", null),
    ]);
    expect(await left({ desired: oslo, committed: oslo + berlin, base: oslo })).toEqual([
      at("berlin", "uncommitted", null),
    ]);
  });
});

test.each<[string, Readonly<Record<string, Json>>, boolean]>([
  ["no field was taken", { "/a": 1, "/b": 1 }, true],
  ["one field was taken, and is as declared", { "/a": 1 }, true],
  ["one field was not taken, and another is stored otherwise", { "/a": 1, "/b": 3 }, false],
  ["every field is stored otherwise", { "/a": 3, "/b": 3 }, false],
])("an update counts as without effect by the fields that differ after it: %s", (_, differing, isIdle) => {
  const differences = ["/a", "/b"].map((path) => ({ path, desired: 2, live: 1, cause: "pending" }));
  const change = { action: "update", address: "cloud/k/one", differences } as unknown as Change;
  const nonConvergent = Object.entries(differing).map(
    ([path, live]) => ({ address: "cloud/k/one", path, desired: 2, live }) as unknown as NonConvergent,
  );
  const found = ineffectiveAddresses({ plan: { changes: [change], steps: [] }, nonConvergent });
  expect([...found]).toEqual(isIdle ? ["cloud/k/one"] : []);
});
