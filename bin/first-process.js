/**
 * Process 1 of a container runs trueup as a child, forwards signals to it, and ends with the child's status. Otherwise
 * signals could get lost: the system drops signals for which process 1 has no handler, and a busy process handles none
 * in time.
 */

// Not imported: see trueup.js.
const { spawn } = process.getBuiltinModule("node:child_process");
const { constants } = process.getBuiltinModule("node:os");

const passedOn = ["SIGHUP", "SIGINT", "SIGTERM"];

/**
 * Runs the same program as a child with the arguments `before` and `args`. This process exits with the child's status.
 */
export function runAsChild(before, args) {
  const child = spawn(process.execPath, [...process.execArgv, ...before, ...args], { stdio: "inherit" });
  for (const signal of passedOn)
    process.on(signal, () => {
      // On a terminal, Ctrl-C reaches the child directly.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  child.once("error", (error) => {
    process.stderr.write(`trueup cannot run as a child of process 1: ${error.message}\n`);
    process.exitCode = 70;
  });
  child.once("exit", (status, signal) => {
    process.exit(status ?? 128 + (constants.signals[signal] ?? 0));
  });
}
