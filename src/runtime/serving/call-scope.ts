/** A value that whatever a call starts can ask for, and nothing else: whose request something is done for. */

import { AsyncLocalStorage } from "node:async_hooks";

/** A value for the time of a call. */
export interface CallScope<Value> {
  run<Result>(value: Value, call: () => Result): Result;
  current(): Value | undefined;
}

/** A scope of its own. */
export function openCallScope<Value>(): CallScope<Value> {
  const storage = new AsyncLocalStorage<Value>();
  return { run: (value, call) => storage.run(value, call), current: () => storage.getStore() };
}
