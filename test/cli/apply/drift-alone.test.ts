/**
 * `apply --only drift` while changes in Git are pending: both sorts of changes are found, and only those that somebody
 * made live are reverted.
 */

import { describe, expect, test } from "vitest";
import { changeLive } from "../../../src/simulator/changes.ts";
import { builtInCompany } from "../../../src/simulator/company.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { logReport } from "../../../src/simulator/log.ts";
import { recordedText } from "../../git/recorded.ts";
import { commitAll, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

interface Office {
  readonly key?: string;
  readonly fields?: string;
  readonly ssid?: string;
  readonly device?: string;
}

/** Returns the declaration of an office with an SSID and a switch. */
function office({ key = "berlin", ...of }: Office) {
  const { fields = "name: Berlin Office, timeZone: Europe/Berlin, tags: [branch]" } = of;
  const { ssid = "name: Corp, vlan: 20, password: { secret: env:ACME_CORP_PSK }" } = of;
  const { device = `network: ${key}` } = of;
  return {
    "desired-state/berlin.yaml": `target: cloud
organization: Acme
networks:
  ${key}: { ${fields}, ssids: { 0: { ${ssid} } } }
devices:
  switch: { serial: Q2SM-0001-0002, tags: [core], ${device} }
`,
  };
}

const driftAlone = ["apply", "--yes", "--only", "drift"];

/** Applies an office, commits another declaration, and then changes something live. */
async function changed(declared: Office, ...byHand: readonly LiveChange[]) {
  const served = await simulator({ seed: builtInCompany() });
  const files = { "trueup.yaml": projectFor(served), ".gitignore": ".trueup/\n" };
  const cwd = repository({ ...files, ...office({}) });
  expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 0 });
  commitAll(cwd, office(declared));
  for (const change of byHand)
    served.edit((world) => {
      const edited = changeLive(world, change);
      if (!edited) throw new Error("there is nothing to change");
      return edited;
    });
  const before = Number(logReport(served.world().log).writes);
  const { dashboard } = served.world();
  const berlin = [...dashboard.networks].find(([, { fields }]) => fields.name === "Berlin Office")?.[0] ?? "";
  return {
    cwd,
    writes: () => Number(logReport(served.world().log).writes) - before,
    network: (name = "Berlin Office") =>
      [...served.world().dashboard.networks.values()].find(({ fields }) => fields.name === name)?.fields,
    device: () => served.world().dashboard.devices.get("Q2SM-0001-0002"),
    berlin,
    plan: async () => (await trueup(["plan"], { cwd })).out,
  };
}

const inBerlin = (set: Readonly<Record<string, string>>): LiveChange => ({
  interface: "dashboard",
  network: "Berlin Office",
  set,
});
const renamed = { fields: "name: Berlin HQ, timeZone: Europe/Berlin, tags: [branch]" };

describe("a network that Git renames", () => {
  test("is no drift of the device in it", async () => {
    const on = await changed(renamed);
    const ended = await trueup(driftAlone, { cwd: on.cwd });
    expect(ended.out).toContain("nothing to do");
    expect(ended.status).toBe(0);
    expect(on.writes()).toBe(0);
  });

  test("has its drift set back, and keeps its name: the next apply renames it", async () => {
    const on = await changed(renamed, inBerlin({ timeZone: "Europe/London" }));
    expect(await trueup(driftAlone, { cwd: on.cwd })).toMatchObject({ status: 0 });
    expect(on.network()).toMatchObject({ timeZone: "Europe/Berlin" });
    expect(on.writes()).toBe(1);
    expect(recordedText(on.cwd)).toContain('"because": "excluded"');
    expect(await on.plan()).toMatch(/name +Berlin Office → Berlin HQ/);
    expect(await trueup(["apply", "--yes"], { cwd: on.cwd })).toMatchObject({ status: 0 });
    expect(on.network("Berlin HQ")).toMatchObject({ timeZone: "Europe/Berlin" });
    expect(recordedText(on.cwd)).toContain('"leftBehind": []');
  });
});

test("a network whose key Git changes has its drift set back, and so has what names it", async () => {
  const on = await changed(
    { key: "berlin-hq" },
    inBerlin({ timeZone: "Europe/London" }),
    { interface: "dashboard", network: "Berlin Office", ssid: 0, set: { vlan: 99 } },
    { interface: "dashboard", device: "Q2SM-0001-0002", set: { networkId: "" } },
  );
  expect(await trueup(driftAlone, { cwd: on.cwd })).toMatchObject({ status: 0 });
  expect(on.writes()).toBe(3);
  expect(on.network()).toMatchObject({ timeZone: "Europe/Berlin" });
  expect(on.device()?.networkId).toBe(on.berlin);
  const again = await trueup(["drift", "--format", "json"], { cwd: on.cwd });
  expect(JSON.parse(again.out).drifted).toEqual([]);
});

test("beside a secret that Git refers to otherwise it says that it cannot go alone, and nothing is written", async () => {
  const on = await changed(
    { ssid: "name: Corp, vlan: 20, password: { secret: env:ACME_GUEST_PSK }" },
    { interface: "dashboard", network: "Berlin Office", ssid: 0, set: { vlan: 99 } },
  );
  const ended = await trueup(driftAlone, { cwd: on.cwd });
  expect(ended.status).toBe(1);
  expect(ended.out.replace(/\s+/g, " ")).toContain(
    "Git has changed password too, and a write cannot leave that field unchanged: apply this resource without `--only drift`",
  );
  expect(on.writes()).toBe(0);
});

test("what somebody removed is made as it was applied, and the next apply brings what Git has changed", async () => {
  const on = await changed(
    { fields: "name: Berlin Office, timeZone: UTC, tags: [branch]" },
    { interface: "dashboard", network: "Berlin Office", remove: true },
  );
  expect(await trueup(driftAlone, { cwd: on.cwd })).toMatchObject({ status: 0 });
  expect(on.network()).toMatchObject({ timeZone: "Europe/Berlin" });
  expect(on.device()?.networkId).not.toBe(on.berlin);
  expect(await on.plan()).toMatch(/timeZone +Europe\/Berlin → UTC/);
});

test("a policy is asked of what is made, not of what Git declares by now", async () => {
  const on = await changed(
    { fields: "name: Berlin Office, timeZone: UTC, tags: [branch]" },
    { interface: "dashboard", network: "Berlin Office", remove: true },
  );
  commitAll(on.cwd, {
    "policies/own.yaml": `- name: only-utc
  about: { kind: network }
  assert: resource.fields.timeZone == "UTC"
  message: the time zone is not UTC
`,
  });
  const ended = await trueup(driftAlone, { cwd: on.cwd });
  expect(ended.err).toContain("policy only-utc: the time zone is not UTC");
  expect(ended.status).toBe(4);
  expect(on.network()).toBeUndefined();
});
