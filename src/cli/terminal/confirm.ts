/** Asks the user at the terminal for confirmation. */

import { createInterface } from "node:readline/promises";

/** What was answered, without space around it. Rejects when the signal is aborted. */
export async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Here the terminal makes no signal of Ctrl-C: it is one all the same.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return (await terminal.question(question, signal ? { signal } : {})).trim();
  } finally {
    terminal.close();
  }
}
