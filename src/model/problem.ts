/** Problems: diagnostics for people. Accumulated, never thrown. */

import type { Address } from "./address.ts";
import type { SourcePosition } from "./source.ts";

/** A user's mistake, or the world's trouble put into words. */
export interface Problem {
  /** Stable, kebab-case, documented in docs/problems.md: `unknown-field`, `unauthorized` ... */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** One sentence: what is wrong, naming the thing and the place. No secrets, no trailing newline. */
  readonly message: string;
  readonly at?: SourcePosition;
  /** Two or three lines of the file with a caret under the fault; ready to print in a fixed-width font. */
  readonly excerpt?: string;
  readonly address?: Address;
  /** What to do about it: one sentence. */
  readonly hint?: string;
}

/** An error problem with these facts. */
export function problem(code: string, message: string, more: Partial<Problem> = {}): Problem {
  return { code, severity: "error", message, ...more };
}
