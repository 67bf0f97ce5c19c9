/**
 * Loaded before a command, as `--import`: counts what it does, and looks at no clock. Of the program's own code each run of a
 * block, by the engine's coverage; of what is done natively the characters and bytes that are parsed or joined.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/** What was done. */
interface Counts {
  /** Runs of blocks of the program. */
  readonly blocks: number;
  /** Characters of JSON. */
  readonly parsed: number;
  /** Bytes that were put together. */
  readonly joined: number;
}

/** What a command did. */
export interface Work {
  readonly all: Counts;
  /** While nothing else was heard of, in one turn of the event loop. */
  readonly atAStretch: Counts;
  /** The whole process at its largest, in MiB. */
  readonly peakMegabytes: number;
}

const none = { blocks: 0, parsed: 0, joined: 0 };
const kinds = ["blocks", "parsed", "joined"] as const;
const [all, atAStretch, now] = [{ ...none }, { ...none }, { ...none }];

// What is optimised or forgotten is not counted any more.
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

/** The protocol answers at once. */
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

/** As the system counts it. `maxRSS` of a process that was just begun counts what its parent has held, too. */
function peakKibibytes(): number {
  try {
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
