/** Warns of guessable secrets. It says which, never why: the reason would be half of the guess. Pure. */

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
/** In characters. People do not use longer words or numbers. */
const longestWord = 20;

/**
 * A warning for each secret that is shorter than 12 characters, is one word or number, or equals a whole
 * word, name or number in `declared`.
 */
export function weakSecrets(secrets: readonly NamedSecret[], declared: Desired): readonly Problem[] {
  const rest = new Set(secrets.flatMap(({ value }) => (isWeak(value) ? [] : [value])));
  const standing = rest.size === 0 ? new Set<string>() : standingIn(declared, rest);
  const firsts = new Map(secrets.map((one) => [one.reference, one]));
  return [...firsts.values()].flatMap((one) =>
    isWeak(one.value) || standing.has(one.value) ? [warning(one)] : [],
  );
}

function isWeak(value: string): boolean {
  return value.length < shortest || (value.length < longestWord && /^(?:\p{L}+|\p{N}+)$/u.test(value));
}

/** Those of the values, each of at least 12 characters, that are a word, a name or a number in the declarations. */
function standingIn({ resources }: Desired, values: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  // Most texts and words are shorter than all values: they need no splitting.
  const least = Math.min(...[...values].map(({ length }) => length));
  const look = (text: string) => {
    if (text.length < least) return;
    if (values.has(text)) found.add(text);
    for (const one of text.split(/[\s/.]+/)) if (one.length >= least && values.has(one)) found.add(one);
  };
  for (const { address, target, kind, key, identity, scope, site = "", value } of resources.values()) {
    if (values.has(address)) found.add(address);
    for (const part of [target, kind, key]) look(part);
    look(identity);
    look(site);
    for (const text of Object.values(scope)) look(text);
    visit(value, look);
  }
  return found;
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

function warning({ reference, at }: NamedSecret): Problem {
  const [program] = commandIn(reference)?.command ?? [];
  const named = program === undefined ? reference : `the command ${program}`;
  const message = `the secret of ${named} is easy to guess: it is short, a word, a name or a number`;
  const hint = `Replace it with at least ${shortest} random characters, for example from \`openssl rand -base64 24\`.`;
  return problem("weak-secret", message, { severity: "warning", hint, at });
}
