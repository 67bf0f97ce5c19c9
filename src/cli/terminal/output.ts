/** Where a command prints: standard output and error, past which no opened secret gets. */

import { renderings, visibleLines } from "../../report/text/escape.ts";
import { openRedactor, type Redactor } from "../../runtime/secrets/redactor.ts";

/** What can be printed to. */
export interface PrintStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** The two streams of a command line. */
export interface Output {
  /** Knows every secret that was opened, in every form that a report gives to a text. */
  readonly secrets: Redactor;
  /** Prints a result. */
  readonly out: (text: string) => void;
  /** Prints progress or a problem. */
  readonly err: (text: string) => void;
}

/** Opens both; no secret is known yet. */
export function openOutput(streams: { readonly stdout: PrintStream; readonly stderr: PrintStream }): Output {
  const secrets = openRedactor(renderings);
  return {
    secrets,
    out: (text) => void streams.stdout.write(secrets.redact(text)),
    err: (text) => void streams.stderr.write(secrets.redact(text)),
  };
}

/** Says that this program is at fault, and where. Whoever calls it ends the process with status 1. */
export function crashed({ err }: Output, error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err(`trueup failed in a way that it should not: ${visibleLines(what)}\n`);
  err("Please report this with the lines above; they hold no secrets that trueup knows of.\n");
}
