/** Runs one command line, with the streams, the environment and the folder of a process or a substitute for one. */

import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { toolVersion } from "../../runtime/files/shipped.ts";
import type { Surroundings } from "../cli.ts";
import { crashed, openOutput } from "../terminal/output.ts";
import { program } from "./program.ts";

/** A command line that has not been run yet. It can be run once. */
export interface CommandLine {
  /** Runs the command that the arguments name, and returns its exit status. Never rejects. */
  run(args: readonly string[]): Promise<number>;
  /** Reports on standard error that this program has a bug. */
  crashed(error: unknown): void;
}

/** Opens the command line; nothing is read or written yet. */
export function openCommandLine(surroundings: Surroundings): CommandLine {
  const output = openOutput(surroundings);
  let status = 0;
  const exit = (by: number) => {
    status = by;
  };
  const run = async (args: readonly string[]) => {
    try {
      const root = program(toolVersion(), exit, { surroundings, output, args });
      if (args[0] === "complete") await (await import("./completion.ts")).addCompletion(root, surroundings);
      await root.parseAsync(withoutStrayHelp(root, args), { from: "user" });
      return status;
    } catch (error) {
      // Help, the version and errors in the arguments: commander has printed the message.
      if (error instanceof CommanderError) return error.exitCode;
      // Any other error that arrives here is a bug in trueup: errors of users and failures of systems are problems.
      crashed(output, error);
      return 1;
    }
  };
  return { run, crashed: (error) => crashed(output, error) };
}

/** `help plann` is treated like `plann`; commander would print the whole help, as if the command existed. */
function withoutStrayHelp(root: CommandUnknownOpts, args: readonly string[]): readonly string[] {
  const below = (of: CommandUnknownOpts, name = "") => of.commands.find((each) => each.name() === name);
  let at = 0;
  let command = root;
  for (let next = below(root, args[0]); next; next = below(next, args[at])) {
    command = next;
    at += 1;
  }
  const [word, name = "-"] = args.slice(at);
  const isStray = command.commands.length > 0 && word === "help" && !/^-|^help$/.test(name);
  return isStray && !below(command, name) ? args.toSpliced(at, 1) : args;
}
