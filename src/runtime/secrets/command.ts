/** Runs a program of the user's, without a shell: for secrets that another tool keeps. */

import { spawn } from "node:child_process";
import { redactor } from "./redactor.ts";

/** What is run. */
export interface Command {
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads. Default: nothing. */
  readonly input?: string;
  /** What it may not say when it fails. */
  readonly hidden?: readonly string[];
}

/** What it printed, one trailing newline dropped; or why it failed, as the end of a sentence. */
export type CommandOutput = { readonly out: string } | { readonly failed: string; readonly missing?: true };

const maxSeconds = 30;
const maxBytes = 64 * 1024;
const maxShown = 300;

/** Runs it to its end, 30 seconds at most. Never rejects. What it printed is taken out of what is said about it. */
export function printedBy({ words, cwd, env, input = "", hidden = [] }: Command): Promise<CommandOutput> {
  const [program = "", ...rest] = words;
  return new Promise((resolve) => {
    const child = spawn(program, rest, { cwd, env, timeout: maxSeconds * 1000, killSignal: "SIGKILL" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let failed: string | undefined;
    const keep = (into: Buffer[]) => (chunk: Buffer) => {
      into.push(chunk);
      if (sizeOf(into) <= maxBytes) return;
      failed = "printed more than 64 KiB";
      child.kill("SIGKILL");
    };
    child.stdout.on("data", keep(out));
    child.stderr.on("data", keep(err));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.once("error", (error) => {
      const missing = "code" in error && error.code === "ENOENT";
      resolve(missing ? { failed: "does not exist", missing } : { failed: "cannot be started" });
    });
    child.once("close", (status, signal) => {
      const text = Buffer.concat(out)
        .toString("utf8")
        .replace(/\r?\n$/, "");
      if (failed === undefined && status === 0) return resolve({ out: text });
      if (failed !== undefined) return resolve({ failed });
      const how = signal === null ? `ended with status ${status}` : `was stopped after ${maxSeconds} s`;
      const said = redactor([text, ...hidden])(Buffer.concat(err).toString("utf8")).trim();
      const shown = said === "" ? "" : `: ${said.slice(-maxShown)}`;
      resolve({ failed: `${how}${shown}` });
    });
  });
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
