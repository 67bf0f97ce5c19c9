/** Regular expressions that somebody else wrote, by RE2: in time that grows with the text and no faster. */

import { RE2JS } from "re2js";
import type { PatternUse } from "./pattern.ts";
import { re2Source } from "./re2-source.ts";

/** As large may an expression be, in parts: a class, a character, a repeat; repeats written out. */
const maxParts = 5_000;
/** Longer texts are not held against an expression; in parts times characters. */
const maxWork = 10_000_000;
/** As many are kept ready: compiling one takes longer than matching. */
const maxKept = 2_000;

/**
 * The expression, matched by RE2; undefined where `whyNotLinear` says why not. It is a `RegExp`, so that schemas and
 * editors know its source; of its methods `test`, `exec` and those of texts that call these go to RE2. Flags of places
 * (`g`, `y`) it has none. A group without a part in a match is empty.
 */
export function linearPattern(source: string, use: PatternUse = {}): RegExp | undefined {
  const read = re2Source(source);
  if ("lacks" in read || read.parts > maxParts) return undefined;
  const re2 = compiled(read.source, use.flags === "i" ? RE2JS.CASE_INSENSITIVE : 0);
  return re2 && new LinearPattern(source, { re2, longest: maxWork / read.parts }, use);
}

/** How large an expression is, in parts; or why RE2 cannot match it: what it has, for people. */
export function linearSize(source: string): { readonly parts: number } | { readonly lacks: string } {
  const read = re2Source(source);
  if ("lacks" in read) return read;
  if (read.parts > maxParts) return { lacks: `more than ${maxParts} parts, repeats written out` };
  return compiled(read.source, 0) ? { parts: read.parts } : { lacks: "a word that RE2 does not know" };
}

/** Whether an expression in the syntax of RE2 matches a part of a text. Throws where it is none. */
export function matchesRe2(text: string, pattern: string): boolean {
  const re2 = compiled(pattern, 0);
  if (!re2) throw new Error(`\`${pattern}\` is not an expression of RE2`);
  return re2.test(text);
}

const kept = new Map<string, RE2JS | undefined>();

function compiled(source: string, flags: number): RE2JS | undefined {
  const key = `${flags} ${source}`;
  if (kept.has(key)) return kept.get(key);
  const made = tried(() => RE2JS.compile(source, flags));
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, made);
  return made;
}

function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

class LinearPattern extends RegExp {
  readonly #re2: RE2JS;
  /** The longest text, in characters. */
  readonly #longest: number;
  readonly #unsure: boolean;

  constructor(
    source: string,
    { re2, longest }: { readonly re2: RE2JS; readonly longest: number },
    { flags, unsure = false }: PatternUse,
  ) {
    super(source, flags);
    this.#re2 = re2;
    this.#longest = longest;
    this.#unsure = unsure;
  }

  override test(text: string): boolean {
    return text.length > this.#longest ? this.#unsure : this.#re2.test(text);
  }

  override exec(text: string): RegExpExecArray | null {
    if (text.length > this.#longest) return this.#unsure ? foundIn(text, 0, [text]) : null;
    const matcher = this.#re2.matcher(text);
    if (!matcher.find()) return null;
    const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? "");
    return foundIn(text, matcher.start(), [matcher.group() ?? "", ...groups]);
  }
}

function foundIn(input: string, index: number, found: [string, ...string[]]): RegExpExecArray {
  return Object.assign(found, { index, input });
}
