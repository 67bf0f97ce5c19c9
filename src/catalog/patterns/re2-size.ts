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
  return summed(source, () => 1);
}

/** How many of its instructions are classes of Unicode, with some seven hundred ranges each: repeats written out. */
export function re2Classes(source: string): number {
  return summed(source, classesIn);
}

/** How many such classes are to be read: once each, whatever its repeats are; thrice where case is ignored. */
export function classesToRead(source: string): number {
  const ignoresCase = /\(\?[A-Za-z]*i/.test(source);
  let all = 0;
  for (const [part] of source.matchAll(form))
    all += ignoresCase ? 3 * (part.startsWith("[") ? 1 + classesIn(part) : classesIn(part)) : classesIn(part);
  return all;
}

/** Of one part: escapes, and a class in brackets with those in it. A long one has many ranges of its own. */
function classesIn(part: string): number {
  if (part.startsWith("\\Q")) return 0;
  if (!part.startsWith("[")) return /^\\[pP]/.test(part) ? 1 : 0;
  return (part.match(/\\[pP]/g)?.length ?? 0) + Math.floor(part.length / 500);
}

/** What its parts come to, by one number of each that is no repeat; repeats written out. */
function summed(source: string, of: (part: string) => number): number {
  const open: number[] = [];
  let [all, last] = [0, 0];
  for (const [part, least, most] of source.matchAll(form)) {
    const own = of(part);
    if (part === "(") {
      open.push(all);
      [all, last] = [0, 0];
    } else if (part === ")") {
      last = all + 2 * own;
      all = (open.pop() ?? 0) + last;
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0), 1);
      all += last * times;
      last *= times + 1;
    } else {
      last = /^[*+?|]$/.test(part) ? last + own : part.startsWith("\\Q") ? part.length * own : own;
      all += /^[*+?|]$/.test(part) ? own : last;
    }
    if (all > maxSize) return maxSize;
  }
  return open.reduce((sum, each) => sum + each, all);
}

const maxSize = 1_000_000;
