/**
 * Runs command lines concurrently for the test process that started this process. A start of git takes ten times as
 * long from the test process, which has imported much: each child process costs a copy of its memory map.
 */

import { Readable } from "node:stream";
import type * as CommandLine from "../../src/cli/program/command-line.ts";

/** A command line to run, and its input. */
export interface Asked {
  readonly id: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** How a command ended. */
export interface Ended {
  /** The exit status; null if a signal ended the command. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The result of the command, or an uncaught error that was thrown meanwhile. */
export type Told = { readonly id: number; readonly ended: Ended } | { readonly uncaught: string };

const tell = (told: Told) => process.send?.(told);
const { openCommandLine }: typeof CommandLine = await import(process.argv[2] ?? "");

process.on("message", async ({ id, args, cwd, env, input }: Asked) => {
  const said = { out: "", err: "" };
  const status = await openCommandLine({
    cwd: () => cwd,
    env,
    stdin: Readable.from([input]),
    stdout: {
      write: (text) => {
        said.out += text;
      },
    },
    stderr: {
      write: (text) => {
        said.err += text;
      },
    },
  }).run(args);
  tell({ id, ended: { status, ...said } });
});
const uncaught = (error: unknown) =>
  tell({ uncaught: error instanceof Error ? (error.stack ?? error.message) : String(error) });
process.on("uncaughtException", uncaught);
process.on("disconnect", () => process.exit());
