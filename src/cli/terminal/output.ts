/** Where a command prints: standard output and error of this process, past which no opened secret gets. */

import { renderings, visibleLines } from "../../report/text/escape.ts";
import { openRedactor } from "../../runtime/secrets/redactor.ts";

/** Knows every secret that this process has opened, in every form that a report gives to a text. */
export const secrets = openRedactor(renderings);

/** Prints a result. */
export function out(text: string): void {
  process.stdout.write(secrets.redact(text));
}

/** Prints progress or a problem. */
export function err(text: string): void {
  process.stderr.write(secrets.redact(text));
}

/** Says that this program is at fault, and where. Whoever calls it ends the process with status 1. */
export function crashed(error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err(`trueup failed in a way that it should not: ${visibleLines(what)}\n`);
  err("Please report this with the lines above; they hold no secrets that trueup knows of.\n");
}
