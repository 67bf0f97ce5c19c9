/** Threads: their input data, their messages, and how they yield to other work. */

import { setImmediate } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";

/** How threads communicate: plain data, in order. */
export type ThreadPort = MessagePort;

/** A started thread: its port, and its input data. */
interface OwnThread {
  readonly port: ThreadPort;
  readonly data: typeof workerData;
}

/** The input data of this thread; undefined in the main one. */
export function ownThread(): OwnThread | undefined {
  return parentPort ? { port: parentPort, data: workerData } : undefined;
}

/** Lets all other waiting work of this thread run first. */
export async function turnOfLoop(): Promise<void> {
  await setImmediate();
}

/** Runs something later, unless the process ends first or the returned function is called. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => clearTimeout(timer);
}

/** Posts a message without its members that are functions. */
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
