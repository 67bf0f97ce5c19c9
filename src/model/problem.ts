/** Problems: diagnostics for people. Accumulated, never thrown. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { SourcePosition } from "./source.ts";

/** A user's mistake or an external failure, described for people. */
export interface Problem {
  /** Stable, kebab-case, documented in docs/problems.md: `unknown-field`, `unauthorized` ... */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** One sentence: what is wrong, with the subject and the place. No trailing newline. At most 100,000 characters. */
  readonly message: string;
  /**
   * The message in parts, if it quotes external text. Secrets are searched for only in the external parts, not in
   * trueup's own words.
   */
  readonly sentence?: Sentence | undefined;
  readonly at?: SourcePosition | undefined;
  /**
   * Two or three lines of the file with a caret below the error, to be printed in a fixed-width font. Absent: the
   * problem is not about a place in a file.
   */
  readonly excerpt?: string;
  readonly address?: Address | undefined;
  /** What to do about the problem: one sentence. */
  readonly hint?: string | undefined;
}

/** What is wrong and what to do about it, in one text. */
export function withHint({ message, hint }: Pick<Problem, "message" | "hint">): string {
  return hint === undefined ? message : `${message.replace(/\.$/, "")}. ${hint}`;
}

/** A sentence in parts: trueup's own words, with external texts between them. */
export interface Sentence {
  /** Contains one element more than `values`. */
  readonly words: readonly string[];
  readonly values: readonly string[];
}

/** Builds a sentence from a template: an inserted text is external, an inserted sentence keeps its parts. */
export function sentence(words: TemplateStringsArray, ...parts: readonly (string | Sentence)[]): Sentence {
  const [first = "", ...rest] = words;
  return parts.reduce<Sentence>((before, part, at) => {
    const next = typeof part === "string" ? { words: ["", ""], values: [part] } : part;
    return followedBy(followedBy(before, next), ours(rest[at] ?? ""));
  }, ours(first));
}

/** Makes a sentence of trueup's own words. Also used for names that are not external, such as addresses. */
export function ours(words: string): Sentence {
  return { words: [words], values: [] };
}

/** Joins sentences, with trueup's own words between them. */
export function joined(sentences: readonly Sentence[], between: string): Sentence {
  const [first = ours(""), ...rest] = sentences;
  return rest.reduce((before, next) => followedBy(followedBy(before, ours(between)), next), first);
}

function followedBy(before: Sentence, after: Sentence): Sentence {
  const [first = "", ...rest] = after.words;
  const last = before.words.at(-1) ?? "";
  return {
    words: [...before.words.slice(0, -1), last + first, ...rest],
    values: [...before.values, ...after.values],
  };
}

/** The whole sentence as a text; `shown` is applied to each external part. */
export function sentenceText({ words, values }: Sentence, shown = (value: string) => value): string {
  return words.map((word, at) => (at === 0 ? word : shown(values[at - 1] ?? "") + word)).join("");
}

/**
 * The maximum length of a message. It exceeds every shown text, so that truncation here never leaves a part of a secret
 * visible.
 */
const maxTextLength = 100_000;

/** Returns the problem with a truncated message, since the message may quote very long names. */
export function bounded(found: Problem): Problem {
  return found.message.length <= maxTextLength
    ? found
    : { ...found, message: `${found.message.slice(0, maxTextLength)}...` };
}

/** Creates an error problem. */
export function problem(code: string, message: string | Sentence, more: Partial<Problem> = {}): Problem {
  const said =
    typeof message === "string" ? { message } : { message: sentenceText(message), sentence: message };
  return bounded({ code, severity: "error", ...said, ...more });
}

/** True if one of the problems is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** The finding of a kind's own check. */
export interface KindProblem {
  readonly path: Pointer;
  readonly code: string;
  /** The value that the finding concerns. Set if an entry may list this value in `allowUnknown`. */
  readonly word?: string | undefined;
  /** The severity. Absent: the finding is an error. */
  readonly severity?: "warning" | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The finding of a driver's check across resources. */
export interface DriverProblem extends KindProblem {
  readonly address: Address;
}
