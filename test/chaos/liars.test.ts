/** Tests that the comparisons of chaos can fail: they notice each kind of lie about the servers' data. */

import { describe, expect, inject, test } from "vitest";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { chaos } from "./chaos.ts";
import { type EndedRun, judgeReport, judgeWorld, type Report } from "./judge.ts";
import { companyOf } from "./world/company.ts";
import { type Held, heldBy } from "./world/held.ts";

const { items, must, seed } = companyOf(2);
const before = heldBy(createWorld(seed));

/** Returns a report with this outcome for each of these items. */
const reported = (
  state: Report["outcomes"][number]["outcome"]["state"],
  which = items.filter(({ address }) => address !== ""),
): Report => ({
  outcomes: which.map(({ address }) => ({ step: `update ${address}`, address, outcome: { state } })),
  nonConvergent: [],
  unverified: [],
});

const ended = (told: Partial<EndedRun>): EndedRun => ({
  ...{ status: 0, report: reported("applied"), before, held: must, troubled: new Set<string>() },
  ...told,
});

const judged = (told: Partial<EndedRun>) => judgeReport(items, must, ended(told));
const created = items.find((item) => item.before === undefined && item.address.startsWith("cloud/network"));
const without = (held: Held, name = "") => new Map([...held].filter(([object]) => object !== name));

describe("what the servers hold", () => {
  test("is compared to the last field: nothing is found where all is well", () => {
    expect(judgeWorld(must, new Map(must))).toEqual([]);
    expect(judged({})).toEqual([]);
  });

  test.each<[string, (held: Held) => Held]>([
    ["something is missing", (held) => without(held, created?.object)],
    ["something is there twice", (held) => new Map(held).set(`${created?.object} (again)`, {})],
    ["something is left over", (held) => new Map(held).set("fabric uni/tn-Gone", {})],
    [
      "somebody else's is touched",
      (held) => new Map(held).set("cloud network Acme/Depot", { name: "Depot" }),
    ],
    ["a field that nobody declares is gone", (held) => new Map(held).set("device 10.20.0.1/ntp", [])],
  ])("%s: noticed", (_, change) => {
    expect(judgeWorld(must, change(must))).toHaveLength(1);
  });
});

describe("what was reported", () => {
  test("as applied, and is not live: noticed, unless the report names it", () => {
    const held = without(must, created?.object);
    const [status, outcome] = judged({ held });
    expect(status).toBe(`exit status 0, and ${created?.object} is not there`);
    expect(outcome).toBe(`update ${created?.address}: applied, and it is as before`);
    const nonConvergent = [{ address: created?.address ?? "" }];
    expect(judged({ held, status: 3, report: { ...reported("applied"), nonConvergent } })).toEqual([]);
  });

  test.each(["failed", "skipped"] as const)("as %s, and was carried out: noticed", (state) => {
    const found = judged({ status: 3, report: reported(state) });
    expect(found).toContain(`update ${created?.address}: ${state}, and it is as declared`);
  });

  test("as unknown where every reply arrived: noticed", () => {
    const report = reported("unknown", created && [created]);
    const found = judged({ status: 3, report, held: before });
    expect(found).toEqual([`update ${created?.address}: unknown, and it is as before`]);
    expect(judged({ status: 3, report, held: before, troubled: new Set(["cloud"]) })).toEqual([]);
  });

  test("as nothing, though something was written: noticed", () => {
    const found = judged({ status: 1, report: undefined });
    expect(found).toContain(
      `exit status 1 without a report, and ${created?.object} is there and must not be`,
    );
    const report = { ...reported("applied"), outcomes: [] };
    const silent = judged({ status: 3, report });
    expect(silent).toContain(`there is no step for it, and ${created?.object} is there and must not be`);
  });
});

/** Removes the network that the run has created. */
function withoutNetwork({ dashboard, ...world }: World): World {
  const kept = [...dashboard.networks].filter(
    ([, { fields }]) => `cloud network Acme/${fields.name}` !== created?.object,
  );
  const networks = new Map(kept);
  return { ...world, dashboard: { ...dashboard, networks } };
}

test("a server that drops what it said it had taken is noticed, after the first run and after the clean one", {
  timeout: 300_000,
}, async () => {
  const mix = { seed: 2, tls: false, faults: [] };
  const lie = { first: withoutNetwork, clean: withoutNetwork };
  const { broken } = await chaos({ command: inject("command"), mix, lie });
  const name = created?.object;
  expect(broken).toContain(`first run: exit status 0, and ${name} is not there`);
  expect(broken).toContain(`first run: create ${created?.address}: applied, and it is as before`);
  expect(broken).toContain(`after the clean run: ${name} is not there`);
});
