/**
 * A device whose configuration could not be saved. The record in Git or the journal remembers the device, and the next
 * apply saves its configuration.
 */

import { expect, test } from "vitest";
import { entriesOf } from "../../../src/simulator/log.ts";
import type { RunningSimulator } from "../../../src/simulator/serve.ts";
import { recordedIn } from "../../git/recorded.ts";
import { git, put, repository } from "../../git/repositories.ts";
import { folder, simulator, trueup, trueupProcess } from "../command.ts";

const waits = "Changes at routers wait to be saved: 10.20.0.1.";
const saved = expect.stringContaining("Saved: routers (10.20.0.1)");
const left = [{ target: "routers", names: ["10.20.0.1"] }];

const filesFor = ({ urls }: RunningSimulator) => ({
  "trueup.yaml": `version: 1
environment: test
targets:
  routers:
    interface: restconf
    url: ${urls.restconf}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
    settings: { save: true }
`,
  ".gitignore": ".trueup/\n",
  "desired-state/r1.yaml": "target: routers\ndevices:\n  r1: { host: 10.20.0.1, hostname: renamed }\n",
});
const saves = (served: RunningSimulator) =>
  entriesOf(served.world().log).filter(({ path }) => path.includes("/operations/")).length;
const refuseOnce = ({ admin }: RunningSimulator) => {
  const fault = {
    effect: { kind: "answer", status: 403 },
    interface: "restconf",
    methods: ["POST"],
    times: 1,
  };
  return fetch(`${admin}/faults`, { method: "POST", body: JSON.stringify(fault) });
};
const recordIn = (cwd: string) => recordedIn(cwd);

test("is told by plan and drift, and saved by the next apply though nothing else changes", async () => {
  const served = await simulator();
  const cwd = repository(filesFor(served));
  await refuseOnce(served);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(3);
  expect(recordIn(cwd).unfinished).toEqual(left);

  const planned = await trueup(["plan", "--detailed-exitcode"], { cwd });
  expect(planned.out).toContain(waits);
  expect(planned.out).toContain("Apply will save at routers although nothing else changes there.");
  expect(planned.status).toBe(2);
  const drift = await trueup(["drift", "--detailed-exitcode"], { cwd });
  expect(drift).toMatchObject({ status: 0, out: expect.stringContaining(waits) });
  const { unfinished } = JSON.parse((await trueup(["drift", "--format", "json"], { cwd })).out);
  expect(unfinished).toEqual([{ ...left[0], verb: "save" }]);
  expect((await trueup(["applied"], { cwd })).out).toContain("still to be activated at routers: 10.20.0.1");

  // The device stays marked as unsaved after another commit, and after a run that does not concern it.
  put(cwd, { "README.md": "routers\n" });
  git(cwd, "add", "-A");
  git(cwd, "commit", "-qm", "words");
  await trueup(["apply", "--yes", "--only", "routers/deviceHostname/none"], { cwd });
  expect(recordIn(cwd).unfinished).toEqual(left);

  const before = saves(served);
  expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 0, out: saved });
  expect(recordIn(cwd)).not.toHaveProperty("unfinished");
  expect((await trueup(["plan", "--detailed-exitcode"], { cwd })).status).toBe(0);
  await trueup(["apply", "--yes"], { cwd });
  expect(saves(served)).toBe(before + 1);
});

test("is known by the journal where there is no Git", async () => {
  const served = await simulator();
  const cwd = await folder(filesFor(served));
  await refuseOnce(served);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(3);
  expect((await trueup(["plan"], { cwd })).out).toContain(waits);
  const again = await trueup(["apply", "--yes"], { cwd });
  expect(again).toMatchObject({ status: 0, out: saved });
  expect(again.err).toContain(
    "The last run began to save at routers: 10.20.0.1; it is unknown whether the server did it.",
  );
  const before = saves(served);
  expect((await trueup(["apply", "--yes"], { cwd })).err).not.toContain("The last run");
  expect(saves(served)).toBe(before);
});

const killed = `import { subscribe } from "node:diagnostics_channel";
subscribe("undici:request:create", ({ request }) => request.method === "POST" && process.kill(process.pid, "SIGKILL"));`;

test("is known by the journal of a run that was killed before it saved", async () => {
  const served = await simulator();
  const cwd = repository(filesFor(served));
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killed)}` };
  await trueupProcess(["apply", "--yes"], { cwd, env });
  expect(saves(served)).toBe(0);
  const planned = await trueup(["plan", "--detailed-exitcode"], { cwd });
  expect(planned).toMatchObject({ status: 2, out: expect.stringContaining(waits) });
  expect((await trueup(["drift"], { cwd })).out).toContain(waits);
  // A record that a proposal contains is not trusted.
  const proposed = await trueup(["plan", "--proposal-base", "HEAD"], { cwd });
  expect(proposed).toMatchObject({ status: 0, out: expect.not.stringContaining(waits) });
  expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 0, out: saved });
  expect(saves(served)).toBe(1);
  expect((await trueup(["apply", "--yes"], { cwd })).err).not.toContain("The last run");
});
