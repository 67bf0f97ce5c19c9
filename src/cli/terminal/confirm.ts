/** Asks the user at the terminal for confirmation. */

import { createInterface } from "node:readline/promises";

/** What was answered, without space around it. Rejects when the signal is aborted. */
export async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, signal ? { signal } : {})).trim();
  } finally {
    terminal.close();
  }
}
