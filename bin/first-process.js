/**
 * Process 1 of a container. The system drops the signals that such a process does not listen to, and while it computes it
 * hears none: so it runs trueup as a child, passes signals on, and ends as the child does.
 */

// Not imported: see trueup.js.
const { spawn } = process.getBuiltinModule("node:child_process");
const { constants } = process.getBuiltinModule("node:os");

const passedOn = ["SIGHUP", "SIGINT", "SIGTERM"];

/** Runs the same program as a child, with what stands before its own arguments. The status of this process is the child's. */
export function runAsChild(before, args) {
  const child = spawn(process.execPath, [...process.execArgv, ...before, ...args], { stdio: "inherit" });
  for (const signal of passedOn)
    process.on(signal, () => {
      // A terminal sends its own interrupt to both.
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
