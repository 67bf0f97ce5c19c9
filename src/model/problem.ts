/** Problems: diagnostics for people. Accumulated, never thrown. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { SourcePosition } from "./source.ts";

/** A user's mistake, or the world's trouble put into words. */
export interface Problem {
  /** Stable, kebab-case, documented in docs/problems.md: `unknown-field`, `unauthorized` ... */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** One sentence: what is wrong, naming the thing and the place. No trailing newline. 100,000 characters at most. */
  readonly message: string;
  /** The same in parts, where others have a part in it: secrets are looked for there, and not in our words. */
  readonly sentence?: Sentence | undefined;
  readonly at?: SourcePosition | undefined;
  /** Two or three lines of the file with a caret under the fault; ready to print in a fixed-width font. */
  readonly excerpt?: string;
  readonly address?: Address | undefined;
  /** What to do about it: one sentence. */
  readonly hint?: string | undefined;
}

/** A sentence in parts: words of ours, and between each two of them what others wrote. */
export interface Sentence {
  /** One more than there are values. */
  readonly words: readonly string[];
  readonly values: readonly string[];
}

/** Keeps apart what is put into it: a text is someone else's, a sentence brings its own parts. */
export function sentence(words: TemplateStringsArray, ...parts: readonly (string | Sentence)[]): Sentence {
  const [first = "", ...rest] = words;
  return parts.reduce<Sentence>((before, part, at) => {
    const next = typeof part === "string" ? { words: ["", ""], values: [part] } : part;
    return followedBy(followedBy(before, next), ours(rest[at] ?? ""));
  }, ours(first));
}

/** Words of ours alone: for names that a sentence shares with the program's own, such as addresses. */
export function ours(words: string): Sentence {
  return { words: [words], values: [] };
}

/** Sentences as one, with words of ours between them. */
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

/** The whole sentence; `shown` is done with each part that is someone else's. */
export function sentenceText({ words, values }: Sentence, shown = (value: string) => value): string {
  return words.map((word, at) => (at === 0 ? word : shown(values[at - 1] ?? "") + word)).join("");
}

/** Longer than what is shown of it by so much that a secret that was cut here is never shown in part. */
const maxTextLength = 100_000;

/** The problem with its message bounded: it may name what someone made very long. */
export function bounded(found: Problem): Problem {
  return found.message.length <= maxTextLength
    ? found
    : { ...found, message: `${found.message.slice(0, maxTextLength)}…` };
}

/** An error problem with these facts. */
export function problem(code: string, message: string | Sentence, more: Partial<Problem> = {}): Problem {
  const said =
    typeof message === "string" ? { message } : { message: sentenceText(message), sentence: message };
  return bounded({ code, severity: "error", ...said, ...more });
}

/** True when one of them is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** What a kind's own check found. */
export interface KindProblem {
  readonly path: Pointer;
  readonly code: string;
  /** The word of the value that it is about, where an entry may say that it is meant so (`allowUnknown`). */
  readonly word?: string | undefined;
  /** Absent: an error. */
  readonly severity?: "warning" | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** What a driver's check over several resources found. */
export interface DriverProblem extends KindProblem {
  readonly address: Address;
}
