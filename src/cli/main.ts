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

// What ends before it has a result has failed. No `await` stands here: a single executable begins with CommonJS.
process.exitCode = 13;
void commandLine.run(process.argv.slice(2)).then((status) => {
  process.exitCode = output.statusAfter(status);
});
