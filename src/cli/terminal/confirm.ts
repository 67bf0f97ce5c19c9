/** Asks the user at the terminal for confirmation. */

import { createInterface } from "node:readline/promises";

/** Asks a question at the terminal, and returns the trimmed answer. Rejects if the signal is aborted. */
export async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // While a question is open, the terminal sends no signal for Ctrl-C, so this handler sends it.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return (await terminal.question(question, signal ? { signal } : {})).trim();
  } finally {
    terminal.close();
  }
}
