/**
 * Values that servers store in another form or ignore, as every command reports them, from the first apply to the last.
 */

import { describe, expect, test } from "vitest";
import { formDigest } from "../../../src/diff/settled.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Memory } from "../../../src/model/memory.ts";
import { digest } from "../../../src/runtime/digest.ts";
import type { ValueHabit } from "../../../src/simulator/habits/habit.ts";
import { entriesOf, type LogEntry } from "../../../src/simulator/log.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { applied as appliedRef, opened, recalled, remember } from "../../git/remembering.ts";
import { commitAll, git, repository } from "../../git/repositories.ts";
import { projectFor, simulator, trueup } from "../command.ts";

const lab = "cloud/network/lab";
const port = "/netflow/collectorPort";
const declaring = (tag: string, collectorPort = 9000) => ({
  "desired-state/a.yaml": `target: cloud
organization: Acme
networks:
  lab:
    name: lab
    timeZone: Etc/UTC
    tags: [${tag}]
    netflow: { enabled: true, collectorIp: 10.0.0.1, collectorPort: ${collectorPort} }
`,
});
const spells: ValueHabit = { does: "spells", as: "upperCase", fields: ["tags"] };
const clamps: ValueHabit = { does: "clamps", most: 2000, fields: ["netflow/collectorPort"] };
const ignores: ValueHabit = { does: "ignores", fields: ["netflow/collectorPort"] };

/** Creates a project with a server that has these habits. Also returns the number of writes so far. */
async function started(habits: SimulatorSettings["habits"], more = "", files = declaring("one")) {
  const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };
  const at = await simulator({ seed, settings: { readinessMs: 0, habits } });
  const cwd = repository({ "trueup.yaml": projectFor(at) + more, ".gitignore": ".trueup/\n", ...files });
  const run = (...args: readonly string[]) => trueup(args, { cwd });
  const writes = async () => {
    const isWrite = ({ method, path }: LogEntry) => method !== "GET" && path.includes("/networks");
    return entriesOf(at.world().log).filter(isWrite).length;
  };
  const change = async (set: object) => {
    const body = JSON.stringify({ interface: "dashboard", network: "lab", set });
    expect(await fetch(`${at.admin}/change`, { method: "POST", body })).toMatchObject({ ok: true });
  };
  return { cwd, run, writes, change };
}

test("a spelling is told once, is no change, no drift and no write, and adopting it ends it", async () => {
  const { cwd, run, writes } = await started([spells]);
  const first = await run("apply", "--yes");
  expect(first).toMatchObject({ status: 0, out: expect.stringContaining("stored as") });
  expect(first.out).not.toContain("still differ");
  for (const _ of [1, 2]) expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  expect(await writes()).toBe(1);

  const plan = await run("plan", "--detailed-exitcode", "--format", "json");
  expect(plan.status).toBe(0);
  expect(JSON.parse(plan.out)).toMatchObject({
    changes: [],
    storedOtherwise: [
      { address: lab, path: "/tags", desired: ["one"], live: ["ONE"], likely: "case", at: { line: 7 } },
    ],
  });
  const drift = await run("drift", "--detailed-exitcode", "--format", "json", "--metrics", "metrics.txt");
  expect(drift.status).toBe(0);
  expect(JSON.parse(drift.out)).toMatchObject({
    drifted: [],
    pending: [],
    storedOtherwise: [{ address: lab }],
  });
  expect((await run("status")).err).toContain(`${lab} /tags`);
  const memory = JSON.parse((await run("applied", "--memory", "--format", "json")).out).memory;
  expect(memory.forms).toMatchObject([{ address: lab, path: "/tags", is: "stored" }]);
  expect(JSON.stringify(memory)).not.toContain("ONE");

  await run("observe", "--publish");
  expect(await run("plan", "--snapshot", "--detailed-exitcode")).toMatchObject({ status: 0 });
  expect(await run("adopt", "*")).toMatchObject({
    status: 0,
    out: expect.not.stringContaining("desired-state"),
  });
  expect(await run("adopt", lab)).toMatchObject({ status: 0, out: expect.stringContaining("desired-state") });
  commitAll(cwd, {});
  expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  expect((await run("applied", "--memory")).out).not.toContain("stored in another form");
  expect(await writes()).toBe(1);
});

test("a clamped number ends the apply that met it with 3, and each later one with 0", async () => {
  const { run, writes } = await started([clamps]);
  expect(await run("apply", "--yes")).toMatchObject({
    status: 3,
    out: expect.stringContaining("netflow.collectorPort: declared 9000, stored as 2000"),
  });
  expect(await run("plan", "--detailed-exitcode")).toMatchObject({
    status: 0,
    out: expect.stringContaining("Stored in another form"),
  });
  expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  expect(await writes()).toBe(1);
});

describe("a field that its server ignores", () => {
  const begun = async () => {
    const on = await started([ignores], "", declaring("one", 1000));
    expect((await on.run("apply", "--yes")).status).toBe(3);
    return on;
  };

  test("ends applies with 3 and plans with 2, and is written again with --retry alone", async () => {
    const { run, writes } = await begun();
    expect(await run("plan", "--detailed-exitcode")).toMatchObject({
      status: 2,
      out: expect.stringContaining("Not accepted"),
    });
    expect(await run("plan")).toMatchObject({ status: 0 });
    expect(await run("drift", "--detailed-exitcode")).toMatchObject({ status: 0 });
    for (const _ of [1, 2]) expect(await run("apply", "--yes")).toMatchObject({ status: 3 });
    expect(await writes()).toBe(1);
    expect(await run("plan", "--retry", "--detailed-exitcode", "--out", "plan.json")).toMatchObject({
      status: 2,
      out: expect.stringContaining("1 to update"),
    });
    expect(await run("apply", "plan.json")).toMatchObject({ status: 3 });
    expect(await run("apply", "--yes", "--retry")).toMatchObject({ status: 3 });
    expect(await writes()).toBe(3);
    expect(await run("apply", "--yes")).toMatchObject({ status: 3 });
    expect(await writes()).toBe(3);
  });

  test("narrowed, moved to another key and forgotten", async () => {
    const { cwd, run, writes } = await begun();
    expect(await run("apply", "--yes", "--only", lab)).toMatchObject({ status: 3 });
    const moved = declaring("one", 1000)["desired-state/a.yaml"].replace("  lab:", "  bench:");
    commitAll(cwd, { "desired-state/a.yaml": moved });
    expect(await run("apply", "--yes")).toMatchObject({ status: 3 });
    expect(await writes()).toBe(1);
    const memory = JSON.parse((await run("applied", "--memory", "--format", "json")).out).memory;
    expect(memory.forms).toMatchObject([{ address: "cloud/network/bench", path: port, is: "notTaken" }]);
    expect(await run("forget", "cloud/network/bench")).toMatchObject({ status: 0 });
    expect((await run("applied", "--memory", "--format", "json")).out).not.toContain("notTaken");
  });
});

test("with records of version 1, and without Git, everything is as it was: nothing is remembered", async () => {
  const { run, writes } = await started([spells], "git: { recordVersion: 1 }\n");
  for (const _ of [1, 2]) expect(await run("apply", "--yes")).toMatchObject({ status: 3 });
  expect(await writes()).toBe(2);
});

test("what another wrote into the memory hides nothing that decides, and no change of a person", async () => {
  const { cwd, run, change } = await started([]);
  expect(await run("apply", "--yes")).toMatchObject({ status: 0 });
  await change({ netflow: { enabled: false, collectorIp: "10.0.0.1", collectorPort: 9000 }, tags: ["mine"] });
  const on = await opened(cwd);
  const { memory } = await recalled(on);
  const was = await appliedRef(on);
  const commit = git(cwd, "rev-parse", "HEAD");
  const stored = (path: string, sent: Json, live: Json) => {
    const of = (value: Json) => formDigest({ path, value }, digest);
    return { path, is: "stored", sent: of(sent), live: of(live), commit } as const;
  };
  const forged = [stored("/netflow/enabled", true, false), stored("/tags", ["one"], ["another"])];
  const forms: Memory["forms"] = new Map([[lab, forged]]);
  await remember(on, { ...memory, forms }, { was });
  expect(await run("drift", "--detailed-exitcode")).toMatchObject({ status: 2 });
  const { out } = await run("plan", "--format", "json");
  expect(JSON.parse(out)).toMatchObject({
    changes: [
      {
        differences: [
          { path: "/netflow/enabled", cause: "drift" },
          { path: "/tags", cause: "drift" },
        ],
      },
    ],
  });
  expect(out).not.toContain("storedOtherwise");
});
