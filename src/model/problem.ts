/** Problems: diagnostics for people. Accumulated, never thrown. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { SourcePosition } from "./source.ts";

/** A user's mistake, or the world's trouble put into words. */
export interface Problem {
  /** Stable, kebab-case, documented in docs/problems.md: `unknown-field`, `unauthorized` ... */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** One sentence: what is wrong, naming the thing and the place. No secrets, no trailing newline. */
  readonly message: string;
  readonly at?: SourcePosition | undefined;
  /** Two or three lines of the file with a caret under the fault; ready to print in a fixed-width font. */
  readonly excerpt?: string;
  readonly address?: Address | undefined;
  /** What to do about it: one sentence. */
  readonly hint?: string | undefined;
}

/** An error problem with these facts; what is too long to be read is cut. */
export function problem(code: string, message: string, more: Partial<Problem> = {}): Problem {
  return readable({ code, severity: "error", message, ...more });
}

const maxTextLength = 2000;

/** The problem with message and hint cut at 2,000 characters: they may name what somebody made very long. */
export function readable(found: Problem): Problem {
  const { message, hint = "" } = found;
  if (message.length <= maxTextLength && hint.length <= maxTextLength) return found;
  return { ...found, message: cut(message), ...(hint !== "" && { hint: cut(hint) }) };
}

function cut(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`;
}

/** True when one of them is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** What a kind's own check found. */
export interface KindProblem {
  readonly path: Pointer;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** What a driver's check over several resources found. */
export interface DriverProblem extends KindProblem {
  readonly address: Address;
}
