/** Signals: the first ends the run in good order, the second at once. */

/** A run that can be interrupted. */
export interface InterruptibleRun {
  readonly signal: AbortSignal;
  /** The exit status of the interruption: 130 or 143; undefined when there was none. */
  status(): 130 | 143 | undefined;
  done(): void;
}

/** Listens for SIGINT and SIGTERM until `done`. `say` tells the user what happens. */
export function interruptible(say: (text: string) => void): InterruptibleRun {
  const controller = new AbortController();
  let status: 130 | 143 | undefined;
  const on = (code: 130 | 143) => () => {
    if (status !== undefined) process.exit(status);
    status = code;
    say("\nInterrupted: waiting for what has been sent; nothing more is. Once more to stop at once.\n");
    controller.abort(new Error("interrupted"));
  };
  const onInt = on(130);
  const onTerm = on(143);
  process.on("SIGINT", onInt).on("SIGTERM", onTerm);
  return {
    signal: controller.signal,
    status: () => status,
    done: () => {
      process.off("SIGINT", onInt).off("SIGTERM", onTerm);
    },
  };
}
