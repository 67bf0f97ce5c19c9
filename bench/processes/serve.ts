/** Measures `trueup serve` as a process: its reaction time to a merge, the cost of a page, and its idle load. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type Row, table } from "../table.ts";
import { installed } from "./installed.ts";
import { firstLine, withWorld } from "./whole.ts";
import { credentials, worldFiles } from "./world.ts";

const run = promisify(execFile);
const secret = "bench-webhook";
/** The latency of each answer from a target. */
const latencyMs = 20;

/** Measures each size in one run, from an empty data folder to an applied merge. */
export async function serve(smallest: boolean): Promise<string> {
  const { command, remove } = await installed();
  const rows: Row[] = [];
  try {
    for (const size of smallest ? [1000] : [10_000, 100_000])
      await withWorld(
        size,
        async (folder, url) => void rows.push(await rowOf({ command, folder, url, size, smallest })),
        latencyMs,
      );
  } finally {
    await remove();
  }
  return table(`\`trueup serve\`, answers of targets after ${latencyMs} ms (once each)`, rows);
}

interface Bench {
  readonly command: string;
  readonly folder: string;
  /** The URL of the targets. */
  readonly url: string;
  readonly size: number;
  readonly smallest: boolean;
}

async function rowOf({ command, folder, url, size, smallest }: Bench): Promise<Row> {
  const remote = `${folder}-remote.git`;
  const data = `${folder}-serve`;
  const git = (...args: readonly string[]) => run("git", ["-C", folder, ...args]);
  await writeFile(
    join(folder, "trueup.yaml"),
    `${await readFile(join(folder, "trueup.yaml"), "utf8")}serve: { apply: onMerge }\n`,
  );
  await git("init", "-q", "--initial-branch=main");
  await git("config", "user.email", "bench@example.net");
  await git("config", "user.name", "Bench");
  await git("add", "--all");
  await git("commit", "-q", "-m", "The network");
  await run("git", ["clone", "-q", "--bare", folder, remote]);
  await git("remote", "add", "origin", remote);
  const file = `${folder}-serve.yaml`;
  await writeFile(
    file,
    `version: 1
data: ${data}
listen: 127.0.0.1:0
repositories:
  bench:
    url: ${remote}
    fetch: 1h
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:BENCH_*"] }] } }
    webhook: { provider: github, secret: { secret: env:BENCH_HOOK } }
`,
  );
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...credentials, BENCH_HOOK: secret };
  const begun = performance.now();
  const child = spawn(process.execPath, [command, "serve", file], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const page = await pageOf(child);
    const starting = longestAnswer(page);
    await until(async () => (await stateOf(page)) === "inSync");
    const atStart = await starting();
    const ready = (performance.now() - begun) / 1000;
    await delay(smallest ? 1000 : 5000);
    const idle = await idleShare(child, smallest ? 2000 : 60_000);
    const list = await pageCost(`${page}/resources?state=any`);
    const overview = await pageCost(`${page}/`);
    const [changed] = worldFiles({ resources: size, files: Math.min(1000, size) });
    if (!changed) throw new Error("there is no file to change");
    await writeFile(
      join(folder, changed.path),
      changed.text.replace(/timeZone: .*/, "timeZone: Europe/Rome"),
    );
    await git("commit", "-q", "-a", "-m", "One network");
    const merging = longestAnswer(page);
    const before = await cpuSeconds(child);
    const merged = Date.now();
    await git("push", "-q", "origin", "main");
    await hook(`${page}/hooks/bench`);
    const first = await until(async () => Number(await (await fetch(`${url}/first-write`)).text()));
    const cpu = (await cpuSeconds(child)) - before;
    const atMerge = await merging();
    return {
      resources: size.toLocaleString("en"),
      "start to in sync, s": ready.toFixed(1),
      "merge to first write, s": ((first - merged) / 1000).toFixed(2),
      "its CPU, s": cpu.toFixed(2),
      "longest answer at the start, ms": atStart.toFixed(0),
      "in the merge, ms": atMerge.toFixed(0),
      "page of a list, ms": list.ms.toFixed(0),
      "its KB": Math.round(list.bytes / 1024),
      "overview, ms": overview.ms.toFixed(0),
      "idle, share of a core": `${(idle * 100).toFixed(2)}%`,
      "memory, MB": await residentMegabytes(child),
    };
  } finally {
    child.kill("SIGTERM");
    await new Promise((ended) => child.once("exit", ended));
    for (const one of [remote, data, file]) await rm(one, { recursive: true, force: true });
  }
}

/** The URL of the page, from the server's output. */
async function pageOf(child: ChildProcess): Promise<string> {
  const [url] = /http:\/\/[\d.:]+/.exec(await firstLine(child)) ?? [];
  if (url === undefined) throw new Error("the server says no address");
  return url;
}

async function stateOf(page: string): Promise<string | undefined> {
  const answer = await fetch(`${page}/api/v1/environments/bench/bench`);
  return answer.ok ? /"state":"([a-zA-Z]+)"/.exec(await answer.text())?.[1] : undefined;
}

/** Polls until there is a result, for at most two minutes. */
async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 6000; tries += 1) {
    const said = await ask();
    if (said) return said;
    await delay(20);
  }
  throw new Error("it did not come");
}

/** Requests a trivial page every 5 ms. The longest answer shows how long the thread that serves pages was blocked. */
function longestAnswer(page: string): () => Promise<number> {
  let isDone = false;
  let longest = 0;
  const asking = (async () => {
    while (!isDone) {
      const begun = performance.now();
      await (await fetch(`${page}/healthz`)).text();
      longest = Math.max(longest, performance.now() - begun);
      await delay(5);
    }
  })();
  return async () => {
    isDone = true;
    await asking;
    return longest;
  };
}

/** The cost of a page: the median of several loads. */
async function pageCost(url: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < 9; n += 1) {
    const begun = performance.now();
    bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
    times.push(performance.now() - begun);
  }
  return { ms: times.sort((a, b) => a - b)[4] ?? Number.NaN, bytes };
}

async function hook(url: string): Promise<void> {
  const body = JSON.stringify({ ref: "refs/heads/main" });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": "push",
      "x-hub-signature-256": `sha256=${signature}`,
    },
  });
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}: ${await answer.text()}`);
}

/** Processor time divided by wall-clock time, as counted by the system. */
async function idleShare(child: ChildProcess, ms: number): Promise<number> {
  const before = await cpuSeconds(child);
  await delay(ms);
  return ((await cpuSeconds(child)) - before) / (ms / 1000);
}

/** The processor time, from ticks of 10 ms: user and system. */
async function cpuSeconds({ pid }: ChildProcess): Promise<number> {
  const stat = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(stat[11]) + Number(stat[12])) / 100;
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
