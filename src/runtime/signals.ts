/**
 * The signals that end a process. They are handled between turns of the event loop. During a long computation, the
 * system handles them instead.
 */

import { setImmediate } from "node:timers/promises";

/** The signals at which a run ends in good order. */
export type EndingSignal = "SIGHUP" | "SIGINT" | "SIGTERM";

const ending: readonly EndingSignal[] = ["SIGHUP", "SIGINT", "SIGTERM"];
const listeners = new Set<NodeJS.SignalsListener>();
/** The listeners that have received a signal. */
const informed = new Set<NodeJS.SignalsListener>();

/** Calls `heard` for each signal that ends a process, until the returned function is called. */
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

/** The number of tasks in progress. Each open project counts as one. */
let underWay = 0;

/** Marks the beginning of work; the returned function marks its end. */
export function beginWork(): () => void {
  underWay += 1;
  let isDone = false;
  return () => {
    if (!isDone) underWay -= 1;
    isDone = true;
  };
}

/**
 * The number of resources from which work may take more than a second. With fewer, a signal can wait until the work is
 * done.
 */
const manyResources = 5_000;
/** The number of resources to pass to `computed` if the work reads files: even a few files may take seconds. */
export const fromFiles = Number.POSITIVE_INFINITY;

/** Estimates the number of resources in texts that trueup wrote, for `computed`. */
export function resourcesIn(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0) / 100;
}

/**
 * Runs synchronous work on this many resources. No signal is handled during the work.
 *
 * With few resources, or while another run is active, a signal is handled right after the work, and ends all runs in
 * good order. With many resources and a single active run, a signal makes the system end the process at once.
 * Therefore, never run work here that must not be interrupted.
 *
 * The system ignores signals to process 1 of a container. trueup itself is never process 1 (`bin/first-process.js`). If
 * a program that uses this library is process 1, signals are handled after the work. Once a signal has arrived, work on
 * many resources does not begin, and the promise rejects.
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

/** True if there is a single run with a single open project, and nothing else in the process listens for signals. */
function isAlone(): boolean {
  const isHeardByOthers = ending.some((name) => process.listenerCount(name) > listeners.size);
  return listeners.size === 1 && underWay <= 1 && !isHeardByOthers;
}

/**
 * Waits until signals that have arrived are handled, one turn of the event loop later. A listener that is removed
 * before would miss them.
 */
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
