/**
 * Measures the processor cost of a start of Node alone, of a checkout, and of the installed package with and without
 * work. Also measures the single executable if `npm run build:binary` has created one.
 */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ownSystem } from "../scripts/binary/nodes.ts";
import { generate, projectText } from "./generate.ts";
import { installed, root } from "./processes/installed.ts";
import { parseTimes } from "./processes/terraform.ts";
import { median, type Row, table } from "./table.ts";

const run = promisify(execFile);

/**
 * Medians of 20 alternating starts each (one with `--smallest`); the first two, which fill Node's compile
 * cache, are not counted.
 */
export async function start(smallest: boolean): Promise<string> {
  const times = smallest ? 1 : 20;
  const { command, remove } = await installed();
  const folder = await projectOf(100);
  const node = process.execPath;
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["node --eval 0", [node, "--eval", "0"]],
    ["a checkout, --version", [node, join(root, "bin/trueup.js"), "--version"]],
    ["installed, --version", [node, command, "--version"]],
    ["installed, --help", [node, command, "--help"]],
    ["installed, validate of 100 resources", [node, command, "validate"]],
    ...(await executable()).flatMap((program): (readonly [string, readonly string[]])[] => [
      ["executable, --version", [program, "--version"]],
      ["executable, --help", [program, "--help"]],
      ["executable, validate of 100 resources", [program, "validate"]],
    ]),
  ];
  const found = commands.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  try {
    for (let n = -2; n < times; n++)
      for (const [index, [, args]] of commands.entries()) {
        const cost = await costOf(args, folder);
        if (n < 0) continue;
        found[index]?.cpu.push(cost.cpuSeconds);
        found[index]?.wall.push(cost.wallSeconds);
      }
  } finally {
    await remove();
    await rm(folder, { recursive: true });
  }
  const bare = median(found[0]?.cpu ?? []);
  const rows = commands.map(([what], index): Row => {
    const cpu = median(found[index]?.cpu ?? []);
    return {
      what,
      "CPU, ms": (cpu * 1000).toFixed(0),
      "beside Node alone": (cpu / bare).toFixed(2),
      milliseconds: (median(found[index]?.wall ?? []) * 1000).toFixed(0),
    };
  });
  return table(`Starts (medians of ${times}, in turn)`, rows);
}

/** The path of this system's executable; empty if it was not built. */
async function executable(): Promise<readonly string[]> {
  const folder = join(root, "dist-binary");
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(`-${ownSystem}`)).map((name) => join(folder, name));
}

async function projectOf(resources: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await writeFile(join(folder, "trueup.yaml"), projectText);
  for (const { path, text } of generate({ resources, files: resources / 5 })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** The cost of a process, by the shell's own clock, which counts the whole process until it ends. */
async function costOf(args: readonly string[], cwd: string) {
  const timed = ["-c", 'TIMEFORMAT="%U %S %R 0"; time "$0" "$@" > /dev/null', ...args];
  const { stderr } = await run("bash", timed, { cwd });
  return parseTimes(stderr);
}
