/** "Did you mean": the known name that a mistyped one was probably meant to be. */

import { underWay } from "../model/meter.ts";

/**
 * The closest of these names, if one is close: a third of its letters may differ, case does not count. Where very many
 * names were compared before, for other hints of the same work: none.
 */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
    if (underWay()?.compares() === false) return undefined;
    const distance = distanceOf(wrong.slice(0, 64).toLowerCase(), name.slice(0, 64).toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** In characters: longer words are never taken for mistyped ones. */
const longestWord = 64;

/**
 * The word that this one is in another case, or mistyped: within two edits, of a word of up to three letters within one.
 * A number is never another one mistyped.
 */
export function nearWord(wrong: string, words: Iterable<string>): string | undefined {
  if (wrong.length > longestWord || isNumber(wrong)) return undefined;
  let best: string | undefined;
  let least = wrong.length > 3 ? 3 : 2;
  for (const word of words) {
    if (isNumber(word) || Math.abs(word.length - wrong.length) >= least) continue;
    const distance = distanceOf(wrong.toLowerCase(), word.toLowerCase());
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** "Did you mean `x`?", or what there is to choose from. */
export function meant(wrong: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const near = nearest(wrong, all);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return all.length === 0 || all.length > 20 ? undefined : `Known: ${all.sort().join(", ")}.`;
}

/** Letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
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
