/**
 * A command loads this file with `--import`, and its work is then counted instead of timed. For the program's own code,
 * the runs of blocks are counted by the engine's coverage. For native code, parsed characters and joined bytes are
 * counted.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/** Amounts of work. */
interface Counts {
  /** The number of runs of the program's blocks. */
  readonly blocks: number;
  /** The number of parsed characters of JSON. */
  readonly parsed: number;
  /** The number of joined bytes. */
  readonly joined: number;
}

/** The work of a command. */
export interface Work {
  readonly all: Counts;
  /** The largest amounts in one turn of the event loop, during which nothing else can run. */
  readonly atAStretch: Counts;
  /** The peak memory of the whole process, in MiB. */
  readonly peakMegabytes: number;
}

const none = { blocks: 0, parsed: 0, joined: 0 };
const kinds = ["blocks", "parsed", "joined"] as const;
const [all, atAStretch, now] = [{ ...none }, { ...none }, { ...none }];

// If code were optimized or discarded, it would no longer be counted.
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

/** Returns the number of runs. This is synchronous, because the protocol calls back at once. */
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

/**
 * Returns the peak memory according to the system. `maxRSS` is not used: in a new process it includes the memory of the
 * parent process.
 */
function peakKibibytes(): number {
  try {
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
