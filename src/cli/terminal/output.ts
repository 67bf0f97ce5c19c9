/** The output of a command: standard output and error, in which opened secrets are redacted. */

import { GitUnavailable } from "../../git/git.ts";
import { visibleLines } from "../../report/text/escape.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { openRedactor, type Redactor } from "../../runtime/secrets/redactor.ts";

/** A stream to print to. */
export interface PrintStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** The two streams of a command line. */
export interface Output {
  /** Redacts every secret that was opened. */
  readonly secrets: Redactor;
  /** Prints a result. */
  readonly out: (text: string) => void;
  /** Prints progress or a problem. */
  readonly err: (text: string) => void;
}

/** Opens both streams; no secret is known yet. */
export function openOutput(streams: { readonly stdout: PrintStream; readonly stderr: PrintStream }): Output {
  const secrets = openRedactor();
  return {
    secrets,
    out: (text) => void streams.stdout.write(secrets.text(text)),
    err: (text) => void streams.stderr.write(secrets.text(text)),
  };
}

/**
 * The message for a system failure: exhausted resources, missing permissions, or a git that cannot run. These are not
 * bugs of trueup. Undefined for any other error.
 */
function shortageOf(error: unknown): string | undefined {
  if (error instanceof GitUnavailable) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const what = sharedCodes.has(code) ? writeErrorReason(error) : shortages[code];
  if (what !== undefined) return `${what} (${code}).`;
  if (!unwritableCodes.has(code) || !(error instanceof Error) || !("path" in error)) return undefined;
  // The temporary file beside the file to replace has a name that means nothing to people.
  const path = String(error.path).replace(/\/\.[\da-f-]{36}\.draft$/, "");
  return `${path} cannot be written: ${writeErrorReason(error)} (${code}).`;
}

const unwritableCodes: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** Shortages for which `writeErrorReason` has the message. */
const sharedCodes: ReadonlySet<string> = new Set(["EMFILE", "ENOSPC", "EDQUOT"]);

const shortages: Readonly<Record<string, string>> = {
  ENFILE: "this machine can open no more files",
  ENOMEM: "this machine has no memory left",
  EAGAIN: "this machine can start no more processes",
};

/** Reports an internal error and its place. The caller ends the process with status 1. */
export function crashed({ err, secrets }: Output, error: unknown): void {
  const shortage = shortageOf(error);
  if (shortage !== undefined) {
    err(`trueup cannot continue: ${visibleLines(secrets.value(shortage))}\n`);
    return;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [frames = ""] = /(?:\n {4}at .*)*$/.exec(what) ?? [];
  const said = secrets.all.value(what.slice(0, what.length - frames.length));
  err(`trueup failed unexpectedly: ${visibleLines(said + frames)}\n`);
  err("Please report this with the lines above; they contain no secrets that trueup knows.\n");
}
