/** Signals that end a process: heard while its loop turns; while it computes at a stretch, the system acts on them. */

import { setImmediate } from "node:timers/promises";

/** The signals that end a run in good order. */
export type EndingSignal = "SIGHUP" | "SIGINT" | "SIGTERM";

const ending: readonly EndingSignal[] = ["SIGHUP", "SIGINT", "SIGTERM"];
const listeners = new Set<NodeJS.SignalsListener>();
/** Those that have heard one. */
const informed = new Set<NodeJS.SignalsListener>();

/** Calls `heard` for each of these signals, until the function that it gives back is called. */
export function onEndingSignal(heard: (signal: EndingSignal) => void): () => void {
  const listener = (signal: NodeJS.Signals) => {
    informed.add(listener);
    heard(ending.find((one) => one === signal) ?? "SIGTERM");
  };
  listeners.add(listener);
  for (const name of ending) process.on(name, listener);
  return () => {
    listeners.delete(listener);
    informed.delete(listener);
    for (const name of ending) process.off(name, listener);
  };
}

/** Pieces of work that are under way: a project that is open is one. */
let underWay = 0;

/** A piece of work is under way, until the function that it gives back is called. */
export function beginWork(): () => void {
  underWay += 1;
  let isDone = false;
  return () => {
    if (!isDone) underWay -= 1;
    isDone = true;
  };
}

/** Work on fewer resources takes less than a second: the signal is heard right after it. */
const manyResources = 5_000;
/** What is read from files may take seconds however little it is: `computed` gets this for it. */
export const fromFiles = Number.POSITIVE_INFINITY;

/** About how many resources so much text is, of a form that trueup writes: what `computed` gets for it. */
export function resourcesIn(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0) / 100;
}

/**
 * Does work that never waits, on so many resources. Nothing is heard meanwhile. So where they are many, a signal ends
 * the process at once, by the system: give nothing here that must not be broken off. That is so where the run that asks
 * is alone; else a signal is heard right after it, and ends in good order what others have under way. Process 1 of a
 * container, where the system would drop it, is never trueup (`bin/first-process.js`); a program that has this library
 * may be: there it is heard afterwards, too. After a signal such work is not begun: it rejects.
 */
export async function computed<T>(resources: number, work: () => T): Promise<T> {
  if (listeners.size === 0 || resources < manyResources) return work();
  await allHeard();
  if (listeners.size > 0 && informed.size === listeners.size) throw new Error("interrupted");
  if (process.pid === 1 || !isAlone()) return work();
  const paused = [...listeners];
  for (const name of ending) for (const listener of paused) process.off(name, listener);
  try {
    return work();
  } finally {
    const still = paused.filter((listener) => listeners.has(listener));
    for (const name of ending) for (const listener of still) process.on(name, listener);
  }
}

/** True when one run listens, with its one project, and neither another nor the program that it is part of. */
function isAlone(): boolean {
  const isHeardByOthers = ending.some((name) => process.listenerCount(name) > listeners.size);
  return listeners.size === 1 && underWay <= 1 && !isHeardByOthers;
}

/** A signal is heard one turn of the loop after it came, and a listener that stops before that does not hear it. */
async function allHeard(): Promise<void> {
  await setImmediate();
  for (let turns = 0; turns < maxTurns; turns += 1) {
    const begun = performance.now();
    await setImmediate();
    if (performance.now() - begun < quickTurnMs) return;
  }
}

const maxTurns = 50;
const quickTurnMs = 1;
