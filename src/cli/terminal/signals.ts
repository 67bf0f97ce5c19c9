/**
 * Handles signals. The first signal ends the run in good order within a second, the second at once. A crash ends the
 * run in good order too.
 */

import { endChildren } from "../../runtime/children.ts";
import { onEndingSignal } from "../../runtime/signals.ts";

/** The exit status after a signal: 128 plus the signal's number, as in shells. */
const statusAfter = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type SignalStatus = (typeof statusAfter)[keyof typeof statusAfter];

/** A run that can be interrupted. */
export interface InterruptibleRun {
  /** Aborted by the first signal: no new requests are sent, and reads end. */
  readonly signal: AbortSignal;
  /** Aborted some time after `signal`: requests in flight are cut off. */
  readonly cut: AbortSignal;
  /** The exit status of the interruption: 129, 130 or 143; after a crash, 1. Undefined if there was none. */
  status(): 1 | SignalStatus | undefined;
}

/**
 * Times after the first signal, in milliseconds: until requests in flight are cut off, until child processes are asked
 * to end, and until the process ends.
 */
const [cutMs, childrenMs, endMs] = [600, 900, 1000];

/** How long a crashed run may take to push the record and release the lock. */
const crashEndMs = 60_000;

let endRun: (() => void) | undefined;

/** Ends the current run properly after an error that nothing awaited. Returns false if there is no run. */
export function endAfterCrash(): boolean {
  endRun?.();
  return endRun !== undefined;
}

/** A run that receives no signals. */
export function uninterrupted(): InterruptibleRun {
  const { signal } = new AbortController();
  return { signal, cut: signal, status: () => undefined };
}

/**
 * Runs `act`, and handles signals meanwhile. `say` prints messages for the user. After a signal, the exit status is
 * that signal's.
 */
export async function interruptibly(
  say: (text: string) => void,
  act: (run: InterruptibleRun) => Promise<number>,
): Promise<number> {
  const { done, ...run } = interruptible(say);
  try {
    const status = await act(run);
    return status === 0 ? status : (run.status() ?? status);
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    done();
  }
}

/** `done`: the run is over. Anything that it left behind may keep the process alive for at most one more second. */
function interruptible(say: (text: string) => void): InterruptibleRun & { readonly done: () => void } {
  const [ended, cut] = [new AbortController(), new AbortController()];
  const timers: NodeJS.Timeout[] = [];
  let status: 1 | SignalStatus | undefined;
  const stop = listening((code) => {
    // When a terminal is closed, the signal may arrive twice: from the system and from the shell.
    if (status !== undefined && code === statusAfter.SIGHUP) return;
    if (status !== undefined) endNow(status);
    status = code;
    ended.abort(new Error("interrupted"));
    say(
      "\nInterrupted: trueup sends no more, and waits for writes already sent. Interrupt again to stop at once.\n",
    );
    timers.push(
      setTimeout(() => cut.abort(new Error("interrupted")), cutMs),
      setTimeout(() => endChildren("SIGTERM"), childrenMs),
      setTimeout(() => {
        say("\nStopped: a request did not end within a second. Its outcome is unknown.\n");
        endNow(code);
      }, endMs),
    );
  });
  const crashed = () => {
    if (status !== undefined) return;
    status = 1;
    ended.abort(new Error("crashed"));
    timers.push(
      setTimeout(() => cut.abort(new Error("crashed")), cutMs),
      setTimeout(() => endNow(1), crashEndMs),
    );
  };
  endRun = crashed;
  return {
    signal: ended.signal,
    cut: cut.signal,
    status: () => status,
    done: () => {
      stop();
      if (endRun === crashed) endRun = undefined;
      for (const timer of timers) timer.unref();
    },
  };
}

function listening(heard: (code: SignalStatus) => void): () => void {
  return onEndingSignal((signal) => heard(statusAfter[signal]));
}

function endNow(status: 1 | SignalStatus): never {
  endChildren("SIGKILL");
  process.exit(status);
}
