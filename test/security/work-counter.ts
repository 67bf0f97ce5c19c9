/**
 * Loaded before a command with `--import`: counts its work instead of time. For the program's own code it counts runs
 * of blocks, by the engine's coverage; for native code the characters parsed and the bytes joined.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/** Counts of work. */
interface Counts {
  /** Runs of the program's blocks. */
  readonly blocks: number;
  /** Parsed characters of JSON. */
  readonly parsed: number;
  /** Joined bytes. */
  readonly joined: number;
}

/** The work of a command. */
export interface Work {
  readonly all: Counts;
  /** The most in one turn of the event loop, in which nothing else can run. */
  readonly atAStretch: Counts;
  /** The peak memory of the whole process, in MiB. */
  readonly peakMegabytes: number;
}

const none = { blocks: 0, parsed: 0, joined: 0 };
const kinds = ["blocks", "parsed", "joined"] as const;
const [all, atAStretch, now] = [{ ...none }, { ...none }, { ...none }];

// Optimized or discarded code would not be counted any more.
for (const flag of ["--no-opt", "--no-maglev", "--no-flush-bytecode"]) setFlagsFromString(flag);

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

const { parse } = JSON;
JSON.parse = (text, ...more) => {
  now.parsed += String(text).length;
  return parse(text, ...more);
};
const { concat } = Buffer;
Buffer.concat = (...given) => {
  const made = concat(...given);
  now.joined += made.length;
  return made;
};

/** Synchronous: the protocol answers at once. */
function blocks(): number {
  let count = 0;
  session.post("Profiler.takePreciseCoverage", (_, { result }) => {
    count = result.filter(isProgram).reduce((sum, script) => sum + runsOf(script), 0);
  });
  return count;
}

function isProgram({ url }: Profiler.ScriptCoverage): boolean {
  return url.startsWith("file:") && url !== import.meta.url;
}

function runsOf({ functions }: Profiler.ScriptCoverage): number {
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

function look(): void {
  now.blocks = blocks();
  for (const kind of kinds) {
    atAStretch[kind] = Math.max(atAStretch[kind], now[kind]);
    all[kind] += now[kind];
  }
  Object.assign(now, none);
}

function turn(): void {
  look();
  setImmediate(turn).unref();
}

setImmediate(turn).unref();

process.on("exit", () => {
  look();
  const work: Work = { all, atAStretch, peakMegabytes: peakKibibytes() / 1024 };
  writeFileSync(process.env.COST_FILE ?? "", JSON.stringify(work));
});

/** The peak according to the system: the `maxRSS` of a new process would include the memory of its parent. */
function peakKibibytes(): number {
  try {
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
