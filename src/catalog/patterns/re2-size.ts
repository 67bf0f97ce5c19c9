/** Estimates the size of an RE2 expression before it is compiled, with repeats expanded. Pure. */

/** Matches a token: an escape, a class or a repeat, otherwise a character. */
const escaped = String.raw`\\Q[\s\S]*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\x\{[^}]*\}|\\[\s\S]`;
const characterClass = String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]`;
const repeat = String.raw`\{(\d{1,6})(?:,(\d{0,6}))?\}`;
const form = new RegExp(String.raw`${escaped}|${characterClass}|${repeat}|[\s\S]`, "g");

/** Thrown for an expression that would be too large. */
export class PatternTooLarge extends Error {}

/**
 * Returns the approximate number of compiled instructions, rounded up. Invalid expressions also get a size. The
 * function makes a single pass, without recursion.
 */
export function re2Size(source: string): number {
  return summed(source, () => 1);
}

/**
 * Returns the number of an expression's instructions that are Unicode classes, with repeats expanded. Each class has
 * some seven hundred ranges.
 */
export function re2Classes(source: string): number {
  return summed(source, classesIn);
}

/**
 * Returns the number of Unicode classes to parse. Each class counts once, whatever its repeats; if case is ignored, it
 * counts three times.
 */
export function classesToRead(source: string): number {
  const ignoresCase = /\(\?[A-Za-z]*i/.test(source);
  let all = 0;
  for (const [part] of source.matchAll(form))
    all += ignoresCase ? 3 * (part.startsWith("[") ? 1 + classesIn(part) : classesIn(part)) : classesIn(part);
  return all;
}

/**
 * Returns the number of classes in one token: in an escape, or anywhere between brackets. A long class in brackets has
 * many ranges of its own, which count as well.
 */
function classesIn(part: string): number {
  if (part.startsWith("\\Q")) return 0;
  if (!part.startsWith("[")) return /^\\[pP]/.test(part) ? 1 : 0;
  return (part.match(/\\[pP]/g)?.length ?? 0) + Math.floor(part.length / 500);
}

/**
 * Sums a measure over the tokens of a pattern. A quantifier such as `{2,5}` is not measured itself: it multiplies the
 * measure of the part before it.
 */
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
