/**
 * Measures two simultaneous plans with one API key, as two processes over sockets, against the simulator with a
 * limit.
 */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { entriesOf } from "../../src/simulator/log.ts";
import { serve } from "../../src/simulator/serve.ts";
import { median, percent, type Row, table } from "../table.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** The limit in requests per second, as the simulator counts them. */
const limit = 10;

/** The share of the limit that each plan used, and the number of 429 answers, as medians. */
export async function twoRuns(smallest: boolean): Promise<string> {
  await run("npm", ["run", "build"], { cwd: root });
  const courses: Course[] = [];
  for (let n = 0; n < (smallest ? 1 : 3); n++) courses.push(await course(smallest ? 10 : 150));
  const middle = (of: (one: Course) => number) => median(courses.map(of));
  const row: Row = {
    "used of the limit while both ran": percent(middle(({ used }) => used)),
    "the lesser of the two": percent(middle(({ least }) => least)),
    "answers of 429": percent(middle(({ refused }) => refused)),
    "seconds until both were done": middle(({ seconds }) => seconds).toFixed(1),
  };
  return table(`Two plans as two processes on one key of ${limit} a second (medians of ${courses.length})`, [
    row,
  ]);
}

interface Course {
  readonly used: number;
  readonly least: number;
  readonly refused: number;
  readonly seconds: number;
}

/** Each plan reads the SSIDs of this many networks, one request per network. */
async function course(networks: number): Promise<Course> {
  const names = Array.from({ length: networks }, (_, n) => `Net ${n}`);
  const ssids = { 0: { name: "W" } };
  const seed = {
    organizations: [{ id: "1", name: "Acme", networks: names.map((name) => ({ name, ssids })) }],
  };
  const served = await serve({ seed, settings: { dashboardRequestsPerSecond: limit } });
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  try {
    await writeFile(join(folder, "trueup.yaml"), projectFile(served.urls.dashboard));
    await mkdir(join(folder, "desired-state"));
    const lines = names.map((name, n) => `  n${n}: { name: ${name}, ssids: { 0: { name: W } } }`);
    const file = `target: cloud\norganization: Acme\nnetworks:\n${lines.join("\n")}\n`;
    await writeFile(join(folder, "desired-state/a.yaml"), file);
    const begun = performance.now();
    const taken = () => (performance.now() - begun) / 1000;
    const accepted = () => entriesOf(served.world().log).filter(({ status }) => status < 300).length;
    const plan = async () => {
      const env = { PATH: process.env.PATH ?? "", KEY: "simulated-api-key" };
      await run(process.execPath, [join(root, "dist/main.js"), "plan"], { cwd: folder, env });
      return { accepted: accepted(), seconds: taken() };
    };
    const plans = [plan(), plan()];
    const first = await Promise.race(plans);
    await Promise.all(plans);
    const each = accepted() / 2;
    const all = entriesOf(served.world().log);
    return {
      used: first.accepted / (limit * first.seconds),
      least: (first.accepted - each) / first.accepted,
      refused: all.filter(({ status }) => status === 429).length / all.length,
      seconds: taken(),
    };
  } finally {
    await served.close();
    await rm(folder, { recursive: true });
  }
}

function projectFile(url: string): string {
  const limits = `limits: { requestsPerSecond: ${limit} }`;
  const target = `interface: dashboard, url: "${url}", ${limits}, credential: { apiKey: { secret: env:KEY } }`;
  return `version: 1\nenvironment: bench\ntargets:\n  cloud: { ${target} }\n`;
}
