/** The entry of the command line. Importing it runs the command that the process was started with. */

import { openCommandLine } from "./program/command-line.ts";
import { watchOutput } from "./terminal/broken-output.ts";
import { endAfterCrash } from "./terminal/signals.ts";

const output = watchOutput(process);
const commandLine = openCommandLine(process);

// What nobody waits for fails here, and would be printed as it is. A run still records, and gives its lock back.
process.on("uncaughtException", (error) => {
  commandLine.crashed(error);
  if (!endAfterCrash()) process.exit(1);
});

// What has nothing left to wait for, and no result either, is at fault: 1 stands until there is a result. No `await`
// stands here: a single executable begins with CommonJS.
process.exitCode = 1;
const withoutResult = () => commandLine.crashed(new Error("the run ended before it had a result"));
process.once("beforeExit", withoutResult);
void commandLine.run(process.argv.slice(2)).then((status) => {
  process.off("beforeExit", withoutResult);
  process.exitCode = output.statusAfter(status);
  // Nothing is left to be done or written then. To take apart what is held costs up to a thirtieth of a start.
  process.once("beforeExit", () => process.exit());
});
