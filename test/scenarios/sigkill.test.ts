import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { emptyCompany } from "../../src/simulator/company.ts";
import { folder, projectFor, simulator, trueupProcess } from "../cli/command.ts";
import { times } from "../long-forms.ts";
import { seeded } from "../servers/virtual-time/clock.ts";

const killsMin = times("kills");

const networks = Array.from(
  { length: 6 },
  (_, at) => `  n${at}: { name: Site ${at}, ssids: { 0: { name: Corp }, 1: { name: Guest } } }\n`,
).join("");
const files = {
  "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}`,
  "desired-state/fabric.yaml": "target: fabric-east\ntenants:\n  A: {}\n  B: {}\n  C: {}\n",
};

/** Kills the running process at the request with this number, or a little later. */
class Reaper {
  child: ChildProcess | undefined;
  left = 0;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  arm(child: ChildProcess): void {
    this.child = child;
    this.left = 1 + Math.floor(this.#random() * 22);
  }

  met(): void {
    this.left -= 1;
    if (this.left !== 0) return;
    const { child } = this;
    if (this.#random() < 0.5) child?.kill("SIGKILL");
    else setTimeout(() => child?.kill("SIGKILL"), this.#random() * 12);
  }
}

/** Kills the process repeatedly, until a run completes or the maximum number of kills is reached. */
async function world(random: () => number): Promise<number> {
  const reaper = new Reaper(random);
  const now = () => {
    reaper.met();
    return performance.now();
  };
  const served = await simulator({ seed: emptyCompany(), settings: { latencyMs: 4 }, now });
  const cwd = await folder({ "trueup.yaml": projectFor(served), ...files });
  let kills = 0;
  while (kills < 8) {
    const ended = await trueupProcess(["apply", "--yes"], { cwd, started: (child) => reaper.arm(child) });
    if (ended.status !== null) break;
    kills += 1;
  }
  reaper.left = 0;
  const last = await trueupProcess(["apply", "--yes"], { cwd });
  expect(last.err).not.toContain("Refused");
  expect(last.status, last.err + last.out).toBe(0);
  const names = [...served.world().dashboard.networks.values()].map(({ fields }) => fields.name);
  expect(names.sort()).toEqual(["Site 0", "Site 1", "Site 2", "Site 3", "Site 4", "Site 5"]);
  const plan = await trueupProcess(["plan", "--detailed-exitcode"], { cwd });
  expect(plan.status, plan.out).toBe(0);
  await served.close();
  return kills;
}

test("killed with SIGKILL at any moment, each next run finishes: nothing twice, nothing left to do", {
  timeout: 180_000,
}, async () => {
  const random = seeded(11);
  let kills = 0;
  while (kills < killsMin) kills += await world(random);
  expect(kills).toBeGreaterThanOrEqual(killsMin);
});
