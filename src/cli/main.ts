/** The entry of the command line. Importing it runs the command that the process was started with. */

import { readFileSync } from "node:fs";
import { program } from "./program/program.ts";
import { crashed } from "./terminal/output.ts";

const root = program(version(), (status) => {
  process.exitCode = status;
});

// What nobody waits for fails here, and would be printed as it is.
process.on("uncaughtException", (error) => {
  crashed(error);
  process.exit(1);
});

try {
  if (process.argv[2] === "complete") await completion();
  await root.parseAsync();
} catch (error) {
  // Whatever arrives here is our own fault: the user's mistakes and the world's trouble are problems.
  crashed(error);
  process.exitCode = 1;
}

/** Adds `trueup complete bash|zsh|fish|powershell`, which only a shell asks for. */
async function completion(): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  // The typed commands are commander's own at run time; their declared types don't say so.
  Reflect.apply(tab, undefined, [root]);
}

/** The version of the package that this file is part of. */
function version(): string {
  for (const up of ["../", "../../"]) {
    try {
      const found: unknown = JSON.parse(readFileSync(new URL(`${up}package.json`, import.meta.url), "utf8"));
      if (typeof found === "object" && found !== null && "version" in found) return String(found.version);
    } catch {}
  }
  return "unknown";
}
