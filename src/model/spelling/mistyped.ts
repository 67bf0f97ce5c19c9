/** Recognizes typos by the edit distance of words. Pure. */

/** The maximum length of a word in characters. Longer words are never compared. */
const longestWord = 64;

/**
 * Returns the nearest word that differs from `wrong` only in case or by at most two edits (one edit if `wrong` has at
 * most three letters). Undefined: there is no such word. Numbers are never typos of each other.
 */
export function nearWord(wrong: string, words: Iterable<string>): string | undefined {
  if (wrong.length > longestWord || isNumber(wrong)) return undefined;
  let best: string | undefined;
  let least = wrong.length > 3 ? 3 : 2;
  for (const word of words) {
    if (isNumber(word) || Math.abs(word.length - wrong.length) >= least) continue;
    const distance = editsBetween(wrong.toLowerCase(), word.toLowerCase());
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** The number of insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
export function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : replace;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace, swap));
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
