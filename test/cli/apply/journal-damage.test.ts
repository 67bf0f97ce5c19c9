/** The journal that a crash leaves, and how the next run interprets it. */

import type { ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyCompany } from "../../../src/simulator/company.ts";
import { folder, projectFor, simulator, trueup, trueupProcess } from "../command.ts";

const networks = Array.from({ length: 6 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");

/** Returns a project folder whose apply was killed during its first write, and the journal at that time. */
async function killed() {
  let kill: () => unknown = () => undefined;
  const now = () => {
    if (served.world().log?.last.write) kill();
    return performance.now();
  };
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs: 100 }, now });
  const cloud = `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
  const cwd = await folder({ "trueup.yaml": projectFor(served), "desired-state/cloud.yaml": cloud });
  const started = (child: ChildProcess) => {
    kill = () => child.kill("SIGKILL");
  };
  expect((await trueupProcess(["apply", "--yes"], { cwd, started })).status).toBe(null);
  kill = () => undefined;
  const journal = join(cwd, ".trueup/test.journal");
  return { cwd, served, journal, text: await readFile(journal, "utf8") };
}

test("a record that is torn is ignored, and all before it are used", async () => {
  const { cwd, served, journal, text } = await killed();
  const intents = text.split("\n").filter((line) => line.includes('"kind":"intent"'));
  expect(intents.length).toBeGreaterThan(1);
  const at = text.lastIndexOf('"kind":"intent"');
  await writeFile(journal, text.slice(0, at + 40));
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status, ended.err).toBe(0);
  expect(ended.err).toContain("The last run was interrupted");
  expect(ended.err).toContain("trueup now reads the live state");
  expect(served.world().dashboard.networks.size).toBe(6);
});

test("a record that is damaged is not believed, nor what comes after it", async () => {
  const { cwd, served, journal, text } = await killed();
  await writeFile(journal, text.replaceAll("cloud/network/n", "cloud/network/x"));
  const ended = await trueup(["apply", "--yes"], { cwd });
  expect(ended.status, ended.err).toBe(0);
  expect(ended.err).not.toContain("cloud/network/x");
  expect(served.world().dashboard.networks.size).toBe(6);
});
