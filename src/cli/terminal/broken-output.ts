/** Lets a run continue without printing if its output is closed or a disk is full. */

/** Watches whether all output is written. */
export interface OutputWatch {
  /** The exit status of a run that ended with `status`: 1 instead of 0 if its result could not be written. */
  statusAfter(status: number): number;
}

/**
 * Keeps a process alive when its output can no longer be written. A reader that closes the pipe, such as `head`, has
 * seen enough; any other failure leaves an incomplete result, and must not look like success.
 */
export function watchOutput(of: Pick<NodeJS.Process, "stdout" | "stderr">): OutputWatch {
  let failed = false;
  const onError = (error: NodeJS.ErrnoException) => {
    if (failed || error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    failed = true;
    of.stderr.write(`trueup could not print all of its result: ${error.code ?? error.message}\n`);
    process.exitCode ||= 1;
  };
  of.stdout.on("error", onError);
  of.stderr.on("error", onError);
  return { statusAfter: (status) => (failed && status === 0 ? 1 : status) };
}
