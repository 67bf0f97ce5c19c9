/** The entry of the command line. Importing it runs the command that the process was started with. */

import { openCommandLine } from "./program/command-line.ts";

const commandLine = openCommandLine(process);

// What nobody waits for fails here, and would be printed as it is.
process.on("uncaughtException", (error) => {
  commandLine.crashed(error);
  process.exit(1);
});

process.exitCode = await commandLine.run(process.argv.slice(2));
