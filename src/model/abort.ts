/**
 * Runs actions when a signal is aborted. Adding an action to a signal that already has thousands takes no longer than
 * adding the first one.
 */

/** The actions of each signal. An `EventTarget` would search its whole list for every listener added or removed. */
const waiting = new WeakMap<AbortSignal, Actions>();

interface Actions {
  readonly all: Set<() => void>;
  readonly run: () => void;
}

/**
 * Calls `act` once when the signal is aborted. If the signal is already aborted, `act` is never called. The returned
 * function unregisters `act`. A signal without actions has no listener, so that composite signals are garbage-collected
 * as usual.
 */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const { all, run } = waiting.get(signal) ?? begin(signal);
  // A new function for each call, so that the same action can be added twice.
  const own = () => act();
  all.add(own);
  return () => {
    if (!all.delete(own) || all.size > 0) return;
    signal.removeEventListener("abort", run);
    waiting.delete(signal);
  };
}

function begin(signal: AbortSignal): Actions {
  const all = new Set<() => void>();
  const run = () => {
    waiting.delete(signal);
    const acts = [...all];
    all.clear();
    for (const act of acts) act();
  };
  const actions = { all, run };
  signal.addEventListener("abort", run, { once: true });
  waiting.set(signal, actions);
  return actions;
}
