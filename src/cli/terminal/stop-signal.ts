/** The signal that stops a long-running process: a server or a worker. */

/** Resolves at the first signal that ends the process in good order. A second signal ends it at once. */
export function stopSignal(): Promise<void> {
  return new Promise((heard) => {
    let isSecond = false;
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => {
        if (isSecond) process.exit(1);
        isSecond = true;
        heard();
      });
  });
}
