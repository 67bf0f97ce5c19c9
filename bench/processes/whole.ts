/** Measures `trueup plan` end to end, as a process, against a server in another process. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, type Row, table } from "../table.ts";
import { installed } from "./installed.ts";
import { measuredProcess, type ProcessCost } from "./measured.ts";
import { credentials, projectFile, worldFiles } from "./world.ts";

const server = fileURLToPath(new URL("world-server.ts", import.meta.url));

/** Measures the processor time, duration and memory of a plan for each size. The server's process is not included. */
export async function whole(smallest: boolean): Promise<string> {
  const sizes = smallest ? [1000] : [1000, 10_000, 100_000];
  const times = smallest ? 1 : 5;
  const { command, remove } = await installed();
  const rows: Row[] = [];
  try {
    for (const size of sizes) rows.push(await rowOf(command, size, times));
  } finally {
    await remove();
  }
  return table(`\`trueup plan\` as a process (1,000 files, 0.7% drift, medians of ${times})`, rows);
}

async function rowOf(command: string, resources: number, times: number): Promise<Row> {
  const found: ProcessCost[] = [];
  await withWorld(resources, async (folder) => {
    for (let n = 0; n < times; n++)
      found.push(await measuredProcess([command, "plan"], { cwd: folder, env: credentials }));
  });
  const middle = (of: (one: ProcessCost) => number) => median(found.map(of));
  const wrong = found.find(({ status, said }) => status !== 0 || !said.includes("Plan: 0 to create"));
  if (wrong) throw new Error(wrong.said.slice(0, 2000));
  return {
    resources: resources.toLocaleString("en"),
    "CPU, s": middle(({ cpuSeconds }) => cpuSeconds).toFixed(2),
    seconds: middle(({ wallSeconds }) => wallSeconds).toFixed(2),
    "peak, MB": middle(({ peakMegabytes }) => peakMegabytes),
  };
}

/** Calls `act` with a project folder of this size. Its targets are served on this machine with this latency. */
export async function withWorld(
  resources: number,
  act: (folder: string, url: string) => Promise<void>,
  latencyMs = 0,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  const child = spawn(process.execPath, [server, String(resources), String(latencyMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await firstLine(child);
    const url = `http://127.0.0.1:${port}`;
    await writeFile(join(folder, "trueup.yaml"), projectFile(url));
    for (const { path, text } of worldFiles({ resources, files: Math.min(1000, resources) })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await act(folder, url);
  } finally {
    child.kill();
    await rm(folder, { recursive: true });
  }
}

/** The first line that a process prints. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the server ended")));
    child.stdout?.once("data", (said: Buffer) => resolve(String(said).trim()));
  });
}
