/**
 * Compares Terraform or OpenTofu with trueup, for the same number of resources: once for a plan without changes, and
 * once for a plan that creates them all.
 */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Row, table } from "../table.ts";
import { installed } from "./installed.ts";
import { measuredProcess } from "./measured.ts";
import { parseTimes, terraformFile } from "./terraform.ts";
import { withWorld } from "./whole.ts";
import { credentials } from "./world.ts";

const run = promisify(execFile);

/** A table, or a sentence if neither program is installed. */
export async function peers(smallest: boolean): Promise<string> {
  const size = smallest ? 50 : 10_000;
  const program = await found(["terraform", "tofu"]);
  if (program === undefined)
    return "## Peers\n\nNeither `terraform` nor `tofu` is on the PATH: nothing was compared.";
  const rows = [...(await rowsOfPeer(program, size)), await rowOfTrueup(size)];
  return table(`Peers: ${size.toLocaleString("en")} resources (${await versionOf(program)})`, rows);
}

async function found(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs) {
    const isThere = await run(program, ["version"]).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return undefined;
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await run(program, ["version", "-json"]);
  const { terraform_version: version } = JSON.parse(stdout);
  return `${program} ${version}`;
}

/**
 * Measures a program with its built-in resource, which only stores a value: no provider takes part, and no requests are
 * sent.
 */
async function rowsOfPeer(program: string, size: number): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  try {
    await writeFile(join(folder, "main.tf"), terraformFile(size));
    await run(program, ["init", "-input=false"], { cwd: folder });
    const creating = await timed(program, ["plan", "-input=false"], folder);
    const applying = await timed(program, ["apply", "-input=false", "-auto-approve"], folder);
    const nothing = await timed(program, ["plan", "-input=false"], folder);
    return [
      { what: `${program} plan that creates all`, ...creating },
      { what: `${program} apply that creates all`, ...applying },
      { what: `${program} plan without changes`, ...nothing },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Runs a program and measures it. User and wall-clock seconds come from bash. Memory is known only if GNU time is
 * installed.
 */
async function timed(program: string, args: readonly string[], cwd: string): Promise<Row> {
  const gnu = ["/usr/bin/time", "-f", "%U %S %e %M", program, ...args];
  const hasTime = await run("/usr/bin/time", ["--version"]).then(
    () => true,
    () => false,
  );
  const bash = ["bash", "-c", 'TIMEFORMAT="%U %S %R 0"; time "$0" "$@"', program, ...args];
  const [first = "", ...rest] = hasTime ? gnu : bash;
  const { stderr } = await run(first, rest, { cwd, maxBuffer: 1024 * 1024 * 1024 });
  const { cpuSeconds, wallSeconds, peakMegabytes } = parseTimes(stderr);
  return rowOf(cpuSeconds, wallSeconds, peakMegabytes);
}

/**
 * Measures the whole process, over sockets. Trueup reads everything from a server, which the other program does not do.
 */
async function rowOfTrueup(size: number): Promise<Row> {
  const { command, remove } = await installed();
  let row: Row = {};
  try {
    await withWorld(size, async (folder) => {
      await measuredProcess([command, "--help"], { cwd: folder });
      const cost = await measuredProcess([command, "plan"], { cwd: folder, env: credentials });
      if (cost.status !== 0) throw new Error(cost.said.slice(0, 2000));
      row = {
        what: "trueup plan, 0.7% changes, over HTTP",
        ...rowOf(cost.cpuSeconds, cost.wallSeconds, cost.peakMegabytes),
      };
    });
  } finally {
    await remove();
  }
  return row;
}

function rowOf(cpu: number, wall: number, peak: number | undefined): Row {
  return { "CPU, s": cpu.toFixed(2), seconds: wall.toFixed(2), "peak, MB": peak ?? "unknown" };
}
