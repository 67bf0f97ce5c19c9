/** The entry point of the command line. Importing it runs the command with which the process was started. */

import { openCommandLine } from "./program/command-line.ts";
import { watchOutput } from "./terminal/broken-output.ts";
import { endAfterCrash } from "./terminal/signals.ts";

const output = watchOutput(process);
const commandLine = openCommandLine(process);

// A rejected promise that nothing awaits arrives here; Node would print it unredacted. A running apply still writes its
// record, and releases its lock.
process.on("uncaughtException", (error) => {
  commandLine.crashed(error);
  if (!endAfterCrash()) process.exit(1);
});

// The status stays 1 until there is a result. A run that ends without a result is a bug in trueup. There is no `await`
// here, because a single executable starts as CommonJS.
process.exitCode = 1;
const withoutResult = () => commandLine.crashed(new Error("the run ended before it had a result"));
process.once("beforeExit", withoutResult);
void commandLine.run(process.argv.slice(2)).then((status) => {
  process.off("beforeExit", withoutResult);
  process.exitCode = output.statusAfter(status);
  // At this event, nothing is left to do or to write. An orderly exit would first free the memory, which takes up to a
  // thirtieth of the start-up time.
  process.once("beforeExit", () => process.exit());
});
