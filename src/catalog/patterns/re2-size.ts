/** How large an expression of RE2 becomes before anything is made of it: its repeats written out. Pure. */

/** What is written as one: escapes, classes and repeats; else a character. */
const escaped = String.raw`\\Q[\s\S]*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]`;
const characterClass = String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]`;
const repeat = String.raw`\{(\d{1,6})(?:,(\d{0,6}))?\}`;
const form = new RegExp(String.raw`${escaped}|${characterClass}|${repeat}|[\s\S]`, "g");

/** An expression that would be too large. */
export class PatternTooLarge extends Error {}

/**
 * About as many instructions as it has when it is ready, and rather more. What is no expression has some size, too.
 * Goes once over the text, and never deep.
 */
export function re2Size(source: string): number {
  const open: number[] = [];
  let [all, last] = [0, 0];
  for (const [part, least, most] of source.matchAll(form)) {
    if (part === "(") {
      open.push(all);
      [all, last] = [0, 0];
    } else if (part === ")") {
      last = all + 2;
      all = (open.pop() ?? 0) + last;
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0), 1);
      all += last * times;
      last *= times + 1;
    } else {
      last = /^[*+?|]$/.test(part) ? last + 1 : part.startsWith("\\Q") ? part.length : 1;
      all += /^[*+?|]$/.test(part) ? 1 : last;
    }
    if (all > maxSize) return maxSize;
  }
  return open.reduce((sum, each) => sum + each, all);
}

const maxSize = 1_000_000;
