/** Measures what it costs to read a project in a separate process: processor time and memory. Both are limited. */

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Files } from "./small-inputs.ts";

/** How a process ended, and what it cost. */
export interface ProcessCost {
  /** The exit status; null if the process was ended because it took too long. */
  readonly status: number | null;
  readonly err: string;
  /** The processor time. */
  readonly seconds: number;
  /** The peak memory in MiB. */
  readonly megabytes: number;
}

const start = fileURLToPath(new URL("../../../bin/trueup.js", import.meta.url));
const counter = new URL("process-end.ts", import.meta.url).href;

/** True if the files have fewer than 110,000 characters in total. */
export function isSmall(files: Files): boolean {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0) < 110_000;
}

/**
 * How a project is read. Default: by the command `validate`, which is ended after 60 seconds of processor time
 * (`endSeconds`).
 */
export interface Reading {
  readonly command?: readonly string[];
  readonly endSeconds?: number;
}

/** Writes a project, reads it in a process, and deletes it. Returns the cost of the process. */
export async function costOf(files: Files, reading: Reading = {}): Promise<ProcessCost> {
  const cwd = await mkdtemp(join(tmpdir(), "trueup-cost-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    return await measured(cwd, reading);
  } finally {
    await rm(cwd, { recursive: true });
  }
}

async function measured(
  cwd: string,
  { command: args = ["validate"], endSeconds = 60 }: Reading,
): Promise<ProcessCost> {
  const { PATH = "", HOME = "" } = process.env;
  const cost = join(cwd, ".cost");
  const flags = ["--max-old-space-size=3000", `--import=${counter}`];
  const command = `ulimit -t ${endSeconds}; exec "$@"`;
  const child = spawn("sh", ["-c", command, "sh", process.execPath, ...flags, start, ...args], {
    cwd,
    env: { PATH, HOME, KEY: "a-key-of-this-test", CI: "true", COST_FILE: cost },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err = (err + text).slice(0, 100_000);
  });
  const status = await new Promise<number | null>((done) => child.once("close", done));
  const [seconds = endSeconds, megabytes = 0] = (await readFile(cost, "utf8").catch(() => ""))
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return { status, err, seconds, megabytes };
}
