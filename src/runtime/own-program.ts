/** Starts this program as another process, for work that must not block this process or know its secrets. */

import { spawn } from "node:child_process";
import { endChild, leadsGroup, ownGroup } from "./children.ts";
import { isExecutable } from "./files/embedded.ts";

/** The program, and its leading arguments. */
export function ownProgram(): readonly string[] {
  return [process.execPath, ...(isExecutable ? [] : [process.argv[1] ?? ""])];
}

/** How another process of trueup is started. */
export interface ProgramStart {
  /** The program, with its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The program's entire environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** How the program ended. `late`: it was killed at the timeout. */
export type ProgramEnd =
  | { readonly is: "ended"; readonly status: number | null; readonly err: string }
  | { readonly is: "late" }
  | { readonly is: "failed"; readonly why: string };

/** The number of characters at the end of the program's standard error that are kept. */
const keptCharacters = 8000;

/** Runs the program to its end. Rejects only with the signal's reason. */
export async function runProgram(
  { command: [program = "", ...args], cwd, env, seconds }: ProgramStart,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"], detached: ownGroup() });
  if (ownGroup()) leadsGroup(child);
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err = (err + text).slice(-keptCharacters);
  });
  const late = AbortSignal.timeout(seconds * 1000);
  const stop = () => endChild(child);
  for (const one of [late, signal]) one.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<ProgramEnd>((resolve) => {
      child.once("error", ({ message }) => resolve({ is: "failed", why: message }));
      child.once("close", (status) => resolve(late.aborted ? { is: "late" } : { is: "ended", status, err }));
    });
  } finally {
    for (const one of [late, signal]) one.removeEventListener("abort", stop);
    signal.throwIfAborted();
  }
}
