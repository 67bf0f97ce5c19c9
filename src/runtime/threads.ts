/** Threads: what they are given, what they say to each other, and how they let others go on. */

import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** Through which threads talk: plain data, in order. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the other side of our own protocol has sent.
  on(event: "message", listener: (message: any) => void): unknown;
}

/** What this thread was started with, where it is not the main one. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function ownThread(): { readonly port: ThreadPort; readonly data: any } | undefined {
  return parentPort ? { port: parentPort, data: workerData } : undefined;
}

/** Lets everything else that waits go on. */
export async function turnOfLoop(): Promise<void> {
  await setImmediate();
}

/** Does something later, unless the process ends before, or the function that it gives back is called. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}

/** Posts a message, without those of its members that are functions. */
export function postData(port: ThreadPort, message: object): void {
  try {
    port.postMessage(message);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DataCloneError") throw error;
    port.postMessage(withoutFunctions(message));
  }
}

function withoutFunctions(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.filter(isData).map(withoutFunctions);
  if (value instanceof Map)
    return new Map(
      [...value].filter(([, one]) => isData(one)).map(([key, one]) => [key, withoutFunctions(one)]),
    );
  if (value instanceof Set) return value;
  const members = Object.entries(value).filter(([, one]) => isData(one));
  return Object.fromEntries(members.map(([name, one]) => [name, withoutFunctions(one)]));
}

function isData(value: unknown): boolean {
  return typeof value !== "function" && typeof value !== "symbol";
}
