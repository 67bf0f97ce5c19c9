/**
 * Escapes characters that are invisible or easily confused with others, so that readers can trust what they see. Pure.
 */

import { confusableRanges } from "./confusables.ts";

/** Matches unambiguous texts, which most texts are. */
const plain = /^[ -~]*$/;

/** Matches controls, format characters, separators, and characters that have no glyph or are unassigned. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{White_Space}/u;

/** Matches a letter with its marks, adjacent parts of Korean syllables, or marks without a letter before them. */
const clusters = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|\P{M}\p{M}*|\p{M}+/gsu;

/** Scripts in current use (UAX 31, table 5). Letters of other scripts occur only as imitations. */
const inUse = new RegExp(
  `[${[
    "Common Inherited Latin Greek Cyrillic Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya",
    "Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer",
    "Han Hiragana Katakana Hangul Bopomofo",
  ]
    .flatMap((names) => names.split(" "))
    .map((name) => `\\p{Script=${name}}`)
    .join("")}]`,
  "u",
);

/** Characters that look like ASCII, besides those in TR39. */
const alsoAlike = /[\u{201e}\u{2502}\u{23d0}\u{66a}\u{50d}\u{51a}\u{575}\u{53c}]/u;

/** Letters of other scripts that people write next to Latin letters in one word, as in `Wi-Fi東京`. */
const besideLatin = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** East Asian letters that are single characters, although some look composed. */
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\uac00-\ud7a3ー](?<=\p{L})/u;

/** Signs that occur between East Asian letters: a zero, and circled numbers. */
const eastAsianNumbers = /[〇①-⑳]/u;

/** Compatibility forms of ASCII that people write, and read correctly: `1º`, `Nº 5`, `2ª`, `10 m²`, `№ 5`. */
const customary = /(?<=\d|(?<!\p{L})[NnM])[ªº]|(?<=(?<!\p{L})[cdk]?m)[²³]|№(?= ?\d)/uy;

/** Ligatures that readers recognize inside a word. */
const joined = /[æœÆŒ]/;

/** Letters of modern alphabets that readers of other alphabets confuse with ASCII letters. */
const living: readonly {
  readonly letters: RegExp;
  /** The alphabet is recognizable only if the word contains one of these letters. */
  readonly beside: RegExp;
  /** The alphabet is recognizable only if the whole text contains one of these letters. */
  readonly within: RegExp;
}[] = [
  { letters: /ı/, beside: /[çğöşüəÇĞÖŞÜİƏ]/, within: /[ğşəĞŞİƏ]/ },
  { letters: /þ/, beside: /[áæðéíóöúýÁÆÐÉÍÓÖÚÝÞ]/, within: /[ðÐÞ]/ },
];

const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that must not be mixed in a word. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Georgian}/u,
];

/**
 * The text with misleading characters written as `\u{..}`, and line breaks and tabs as `\n` and `\t`. Idempotent.
 * These characters are misleading:
 *
 * - invisible characters, and unusual spaces
 * - unusually composed letters (not in Unicode's normal form C), and marks on ASCII
 * - compatibility forms of ASCII (NFKC), and digits of other scripts
 * - scripts mixed in a word, and words that could be Latin and are not
 * - everything that Unicode TR39 calls confusable with ASCII, unless the word shows what it is
 */
export function legible(text: string): string {
  if (plain.test(text)) return text;
  const signs = signsShown(text);
  const shown = wordsShown(signs);
  // Escaping a letter can leave its marks without a base, so they are escaped too.
  return shown === signs ? signs : signsShown(shown);
}

function signsShown(text: string): string {
  const known = new Map<string, string>();
  return text.replace(clusters, (cluster, at: number) => {
    if (cluster.length > 2) return clusterShown(cluster);
    if (isCustomary(text, at)) return cluster;
    if (isEastAsianAlike(cluster)) return isAmongEastAsian(text, at) ? cluster : clusterWritten(cluster);
    const shown = known.get(cluster) ?? clusterShown(cluster);
    known.set(cluster, shown);
    return shown;
  });
}

function isCustomary(text: string, at: number): boolean {
  customary.lastIndex = at;
  return customary.test(text);
}

function clusterShown(cluster: string): string {
  if (plain.test(cluster)) return cluster;
  if (cluster.normalize("NFC") !== cluster || /^[ -~\p{M}]/u.test(cluster)) return clusterWritten(cluster);
  const shown = outside(cluster, isOther);
  // If the letter is escaped, its marks have no base any more, so they are escaped too.
  return shown !== cluster && /\p{M}/u.test(shown) ? clusterWritten(cluster) : shown;
}

function clusterWritten(cluster: string): string {
  return outside(cluster, () => true);
}

/**
 * True for characters that have another form, or are not in use today. Characters whose meaning depends on the word are
 * decided elsewhere.
 */
function isOther(character: string): boolean {
  if (unseen.test(character) || !inUse.test(character) || /\p{Nd}/u.test(character)) return true;
  if (isEastAsian(character)) return false;
  return isForm(character) || (isAlike(character) && !isLetter(character));
}

/**
 * True for another form of ASCII characters or of their lookalikes: full width, mathematical, ligatures, Roman
 * numerals.
 */
function isForm(character: string): boolean {
  const form = character.normalize("NFKC");
  return form !== character && Array.from(form).every((each) => plain.test(each) || isAlike(each));
}

function wordsShown(text: string): string {
  const isWithin = living.map(({ within }) => {
    let found: boolean | undefined;
    return () => (found ??= within.test(text));
  });
  const isLiving = (letter: string, word: string) =>
    living.some(({ letters, beside }, at) => letters.test(letter) && beside.test(word) && isWithin[at]?.());
  return text.replace(words, (word) => (plain.test(word) ? word : wordShown(word, isLiving)));
}

/** The word with each misleading letter escaped. */
function wordShown(word: string, isLiving: (letter: string, word: string) => boolean): string {
  const all = Array.from(word);
  const isMixed = isMisleading(all.filter(isLetter));
  const hasLatin = all.some(isLatin);
  const latinAlike = all.filter((each) => isLatin(each) && isAlike(each));
  const isHonest = !isMixed && latinAlike.every((each) => joined.test(each) || isLiving(each, word));
  return all
    .map((each) => {
      if (plain.test(each)) return each;
      if (isMixed && isForeign(each)) return written(each);
      if (!isAlike(each) || isEastAsian(each)) return each;
      if (isLatin(each)) return isHonest || joined.test(each) ? each : written(each);
      return hasLatin ? written(each) : each;
    })
    .join("");
}

/** True if letters are of more than one script, or all foreign letters could be Latin. */
function isMisleading(letters: readonly string[]): boolean {
  const all = letters.filter((letter) => !besideLatin.test(letter));
  const foreign = all.filter(isForeign);
  if (foreign.length === 0) return false;
  const mixed = scripts.filter((script) => all.some((letter) => script.test(letter)));
  return mixed.length > 1 || foreign.every(isAlike);
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function isLatin(character: string): boolean {
  return /\p{L}/u.test(character) && /\p{Script=Latin}/u.test(character);
}

function isForeign(character: string): boolean {
  return isLetter(character) && !isLatin(character) && !besideLatin.test(character);
}

function isEastAsian(character: string): boolean {
  return (isLetter(character) && besideLatin.test(character)) || eastAsianNumbers.test(character);
}

function isEastAsianAlike(character: string): boolean {
  return isEastAsian(character) && isAlikeOrForm(character);
}

/** True if the letter is next to an unescaped East Asian letter, and not next to a Latin letter or digit. */
function isAmongEastAsian(text: string, at: number): boolean {
  const [, after = "", mark = ""] = Array.from(text.slice(at, at + 6));
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? "";
  if ([before, after].some((each) => isLatin(each) || /[0-9]/.test(each))) return false;
  const isEvident = (each: string) => eastAsian.test(each) && !isEastAsianAlike(each);
  return isEvident(before) || (isEvident(after) && !/\p{M}/u.test(mark));
}

function isAlikeOrForm(character: string): boolean {
  return isAlike(character) || isForm(character);
}

/** True for a lookalike of one or several ASCII characters. */
function isAlike(character: string): boolean {
  alike ??= codePoints(confusableRanges);
  return alike.has(character.codePointAt(0) ?? 0) || alsoAlike.test(character);
}

/** The lookalikes of ASCII; built for the first text that is not pure ASCII. */
let alike: ReadonlySet<number> | undefined;

function codePoints(lines: readonly string[]): ReadonlySet<number> {
  const ranges = lines.flatMap((line) => line.split(" ")).map((range) => range.split("-"));
  return new Set(
    ranges.flatMap(([from = "", to = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, offset) => first + offset);
    }),
  );
}

function outside(text: string, isWritten: (character: string) => boolean): string {
  return Array.from(text, (character) =>
    plain.test(character) || !isWritten(character) ? character : written(character),
  ).join("");
}

function written(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
}
