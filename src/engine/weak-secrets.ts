/**
 * Warns of guessable secrets. A warning names the secret's reference but not the reason, because the reason would be
 * half of the guess. Pure.
 */

import type { Desired } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import { commandIn } from "../model/secret.ts";
import type { SourcePosition } from "../model/source.ts";

/** An opened secret, and who names it. */
export interface NamedSecret {
  readonly reference: string;
  readonly value: string;
  readonly at?: SourcePosition | undefined;
}

const shortest = 12;
/** The number of characters from which a single word or number no longer counts as guessable. */
const longestWord = 20;

/**
 * Returns a warning for each secret that is easy to guess. Such a secret is shorter than 12 characters, or is a single
 * word or number of fewer than 20 characters, or equals a whole word, name or number in `declared`.
 */
export function weakSecrets(secrets: readonly NamedSecret[], declared: Desired): readonly Problem[] {
  const weak = weakAmong(new Set(secrets.map(({ value }) => value)), (look) => visitTexts(declared, look));
  const firsts = new Map(secrets.map((one) => [one.reference, one]));
  return [...firsts.values()].flatMap((one) => (weak.has(one.value) ? [weakSecret(one)] : []));
}

/** Calls `look` with each text of desired state, in any order. Some texts are passed several times. */
type TextVisit = (look: (text: string) => void) => void;

/** Returns which of these values can be guessed. `texts` is called only if some values are not obviously weak. */
export function weakAmong(values: ReadonlySet<string>, texts: TextVisit): ReadonlySet<string> {
  const rest = new Set([...values].filter((value) => !isWeak(value)));
  const standing = rest.size === 0 ? new Set<string>() : standingIn(texts, rest);
  return new Set([...values].filter((value) => isWeak(value) || standing.has(value)));
}

function isWeak(value: string): boolean {
  return value.length < shortest || (value.length < longestWord && /^(?:\p{L}+|\p{N}+)$/u.test(value));
}

/** Returns which of the values, each of at least 12 characters, are a word, a name or a number in the texts. */
function standingIn(texts: TextVisit, values: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  // Most texts and words are shorter than all values. Nothing is allocated for these texts and words.
  const least = Math.min(...[...values].map(({ length }) => length));
  texts((text) => {
    if (text.length < least) return;
    if (values.has(text)) found.add(text);
    for (let start = wordIn(text, 0, least); start !== -1; ) {
      let end = start + least;
      while (end < text.length && !isBetween(text.charCodeAt(end))) end += 1;
      const word = text.slice(start, end);
      if (values.has(word)) found.add(word);
      start = wordIn(text, end + 1, least);
    }
  });
  return found;
}

/**
 * Returns the start of the next word of at least `least` characters; -1 if there is none. `from`: the start of a word.
 * Searches backwards from the earliest possible end of the word, so that shorter words are mostly skipped.
 */
function wordIn(text: string, from: number, least: number): number {
  for (let start = from; start + least <= text.length; ) {
    let at = start + least - 1;
    while (at >= start && !isBetween(text.charCodeAt(at))) at -= 1;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
}

/** White space, `/` and `.` separate words. */
function isBetween(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x2f || code === 0x2e || (code >= 0x09 && code <= 0x0d);
  return /\s/.test(String.fromCharCode(code));
}

/**
 * The distinct texts of desired state that are long enough to be, or to contain, a secret that is not obviously weak.
 */
export function declaredTexts(desired: Desired): ReadonlySet<string> {
  const found = new Set<string>();
  visitTexts(desired, (text) => {
    if (text.length >= shortest) found.add(text);
  });
  return found;
}

function visitTexts({ resources }: Desired, look: (text: string) => void): void {
  for (const { address, target, kind, key, identity, scope, site = "", value } of resources.values()) {
    for (const text of [address, target, kind, key, identity, site]) look(text);
    for (const word in scope) look(scope[word] ?? "");
    visit(value, look);
  }
}

function visit(value: Json, look: (text: string) => void): void {
  if (isArray(value)) for (const element of value) visit(element, look);
  else if (isObject(value))
    for (const key in value) {
      look(key);
      visit(value[key] ?? null, look);
    }
  else if (typeof value !== "boolean") look(String(value));
}

/** The warning about a secret that is easy to guess. */
export function weakSecret({ reference, at }: Pick<NamedSecret, "reference" | "at">): Problem {
  const [program] = commandIn(reference)?.command ?? [];
  const named = program === undefined ? reference : `the command ${program}`;
  const message = `the secret of ${named} is easy to guess: it is short, a word, a name or a number`;
  const hint = `Replace it with at least ${shortest} random characters, for example from \`openssl rand -base64 24\`.`;
  return problem("weak-secret", message, { severity: "warning", hint, at });
}
