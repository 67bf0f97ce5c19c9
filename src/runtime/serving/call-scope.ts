/** A value that a call and everything that it starts can read, such as on whose behalf it runs. */

import { AsyncLocalStorage } from "node:async_hooks";

/** Provides a value to everything that runs during a call. */
export interface CallScope<Value> {
  run<Result>(value: Value, call: () => Result): Result;
  current(): Value | undefined;
}

/** Returns a new scope. */
export function openCallScope<Value>(): CallScope<Value> {
  const storage = new AsyncLocalStorage<Value>();
  return { run: (value, call) => storage.run(value, call), current: () => storage.getStore() };
}
