/** Messages between threads are plain data: functions stay where they are. */

import type { MessagePort } from "node:worker_threads";

/** Posts a message, without those of its members that are functions. */
export function postData(port: MessagePort, message: object): void {
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
