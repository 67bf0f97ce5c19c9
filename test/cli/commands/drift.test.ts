/** Drift is distinguished from other changes field by field, in every format, and can be reverted alone. */

import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeLive } from "../../../src/simulator/changes.ts";
import type { LiveChange } from "../../../src/simulator/live-change.ts";
import { logReport } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { exampleProject, simulator, trueup, write } from "../command.ts";

const writes = (served: RunningSimulator) => Number(logReport(served.world().log).writes);

function byHand(served: RunningSimulator, change: LiveChange): void {
  served.edit((world) => {
    const changed = changeLive(world, change);
    if (!changed) throw new Error("there is nothing to change");
    return changed;
  });
}

/** Applies the example company, and changes it: fields in Git only, fields live only, and fields in both. */
async function changed(served: RunningSimulator): Promise<string> {
  const cwd = await exampleProject(served);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  await cp(join(cwd, "desired-state"), join(cwd, "applied"), { recursive: true });
  const file = "desired-state/acme/offices.yaml";
  const text = await readFile(join(cwd, file), "utf8");
  const edited = text
    .replace("vlan: 91", "vlan: 95")
    .replace("[branch, emea, head-office]", "[branch, emea, hq]")
    .replace("10.20.0.10", "10.20.0.11");
  await write(cwd, file, edited);
  const network = (name: string, set: object): LiveChange =>
    ({ interface: "dashboard", network: name, set }) as LiveChange;
  byHand(served, network("Berlin Office", { timeZone: "Europe/London" }));
  byHand(served, network("Munich Office", { tags: ["by hand"], timeZone: "Europe/London" }));
  return cwd;
}

const drift = ["drift", "--base", "applied"];

test("drift, conflict and pending are told apart by field, each with the file and line it contradicts", async () => {
  const served = await simulator();
  const cwd = await changed(served);
  const { out, status } = await trueup([...drift, "--detailed-exitcode", "--metrics", "trueup.prom"], {
    cwd,
  });
  expect(status).toBe(2);
  expect(out).toMatch(
    /^Conflicts: Git and the live state both changed\n {2}~ network munich {2}in cloud\n {6}tags {2}.* conflict.*offices\.yaml:11\n\nDrift/,
  );
  expect(out).toMatch(
    /Drift: the live state changed\n {2}~ 2 networks {2}in cloud\n.*drift.*defaults\.yaml:7.*\n {6}at berlin, munich\n/,
  );
  expect(out).toMatch(
    /Pending: Git changed, not applied yet\n(?:.*\n)*? {2}~ SSID berlin\.1 {2}in cloud\n {6}vlan {2}91 → 95/,
  );
  expect(out).toContain("Drift: 2 resources drifted, 1 in conflict, 2 resources pending in Git");
  const metrics = await readFile(join(cwd, "trueup.prom"), "utf8");
  const row = (target: string, state: string) =>
    `trueup_resources{environment="test",target="${target}",state="${state}"}`;
  expect(metrics).toContain(`${row("cloud", "drift")} 2\n`);
  expect(metrics).toContain(`${row("cloud", "conflict")} 1\n`);
  expect(metrics).toContain(`${row("cloud", "pending")} 2\n`);
  expect(metrics).toContain(`${row("routers", "unknown")} 0\n`);
  expect(metrics).toMatch(/^trueup_observed_timestamp_seconds\{environment="test"\} \d{10}$/m);
  for (const line of metrics.trimEnd().split("\n"))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"\n]*",?)+\})? \d+)$/);
});

test("every format of drift has all of it", async () => {
  const served = await simulator();
  const cwd = await changed(served);
  const { out } = await trueup([...drift, "--format", "json"], { cwd });
  const { conflicts, drifted, pending } = JSON.parse(out);
  const named = (all: { address: string; differences: { path: string }[] }[]) =>
    all.flatMap(({ address, differences }) => differences.map(({ path }) => `${address} ${path}`));
  expect(named(conflicts)).toEqual(["cloud/network/munich /tags"]);
  expect(named(drifted)).toEqual(["cloud/network/berlin /timeZone", "cloud/network/munich /timeZone"]);
  expect(named(pending)).toEqual(["cloud/network/paris /netflow/collectorIp", "cloud/ssid/berlin.1 /vlan"]);
  for (const [format, begin] of [
    ["markdown", /^## trueup drift: 2 resources drifted, 1 in conflict/],
    ["html", /^<!doctype html>[\s\S]*<h1>Drift: 2 resources drifted/],
    ["junit", /^<\?xml[\s\S]*failures="3"/],
    ["sarif", /"ruleId": "conflict"/],
  ] as const)
    expect((await trueup([...drift, "--format", format], { cwd })).out, format).toMatch(begin);
});

test("apply --only drift takes drift back, and neither what Git changed nor what both did", async () => {
  const served = await simulator();
  const cwd = await changed(served);
  const before = writes(served);
  const ended = await trueup(["apply", "--yes", "--base", "applied", "--only", "drift"], { cwd });
  expect(ended.status).toBe(0);
  expect(writes(served)).toBe(before + 2);
  const { conflicts, drifted, pending } = JSON.parse(
    (await trueup([...drift, "--format", "json"], { cwd })).out,
  );
  expect([conflicts.length, drifted.length, pending.length]).toEqual([1, 0, 2]);
  const again = await trueup(["apply", "--yes", "--base", "applied", "--only", "drift"], { cwd });
  expect(again.out).toContain("nothing to do");
  expect(writes(served)).toBe(before + 2);
});

test("with prune too, --only drift removes nothing", async () => {
  const served = await simulator();
  const cwd = await changed(served);
  await rm(join(cwd, "desired-state/globex"), { recursive: true });
  const before = writes(served);
  const args = ["apply", "--yes", "--prune", "--base", "applied", "--only", "drift"];
  expect((await trueup(args, { cwd })).status).toBe(0);
  expect(writes(served)).toBe(before + 2);
});

test("--only drift without a base is a mistake: nobody knows what drifted", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  const ended = await trueup(["apply", "--yes", "--only", "drift"], { cwd });
  expect(ended).toMatchObject({ status: 1, out: "" });
  expect(ended.err).toContain("error[drift-needs-base]");
});
