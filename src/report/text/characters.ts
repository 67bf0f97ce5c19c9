/** Characters that a reader cannot see, or takes for others, written out: what is shown is what is there. Pure. */

import { confusableRanges } from "./confusables.ts";

/** Nothing in it but what everybody reads the same way: most texts are such. */
const plain = /^[ -~]*$/;

/** Controls, format characters, separators; what has no glyph of its own, or an unknown one. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{White_Space}/u;

/** A letter with its marks, the parts of a Korean syllable, or marks that stand on what is before them. */
const clusters = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|\P{M}\p{M}*|\p{M}+/gsu;

/** Scripts that people write with today (UAX 31, table 5): letters of all others are met as imitations only. */
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

/** Signs and letters that look like those of ASCII, beside the ones that TR39 says. */
const alsoAlike = /[\u{201e}\u{2502}\u{23d0}\u{66a}\u{50d}\u{51a}\u{575}\u{53c}]/u;

/** Letters of other scripts that stand beside Latin ones in one word, as in `Wi-Fi東京`. */
const besideLatin = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** Those of them that are written in one character. */
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\uac00-\ud7a3ー](?<=\p{L})/u;

/** Signs that East Asian texts have between their letters: a zero and numbers in circles. */
const eastAsianNumbers = /[〇①-⑳]/u;

/** Where a form of ASCII is what people write, and read as what it is: `1º`, `Nº 5`, `2ª`, `10 m²`, `№ 5`. */
const customary = /(?<=\d|(?<!\p{L})[NnM])[ªº]|(?<=(?<!\p{L})[cdk]?m)[²³]|№(?= ?\d)/uy;

/** Two letters that are joined: who reads a word sees it. */
const joined = /[æœÆŒ]/;

/** Letters of living alphabets that look like ASCII ones to who does not write them. */
const living: readonly {
  readonly letters: RegExp;
  /** What the word itself must have, and its text: letters that show which alphabet it is. */
  readonly beside: RegExp;
  readonly within: RegExp;
}[] = [
  { letters: /ı/, beside: /[çğöşüəÇĞÖŞÜİƏ]/, within: /[ğşəĞŞİƏ]/ },
  { letters: /þ/, beside: /[áæðéíóöúýÁÆÐÉÍÓÖÚÝÞ]/, within: /[ðÐÞ]/ },
];

const words = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts whose letters are distinguished in a word. */
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
 * The text with all of them as `\u{..}`, line breaks and tabs as `\n` and `\t`: what cannot be seen; spaces of other
 * kinds; letters that are composed in another way than usual (not in Unicode's normal form C), and marks on ASCII;
 * what is a form of ASCII characters (NFKC); digits of other scripts; scripts that are mixed in a word; words that
 * could be Latin and are not; and whatever Unicode TR39 calls confusable with ASCII, unless the word that it stands in
 * shows what it is. Idempotent.
 */
export function legible(text: string): string {
  if (plain.test(text)) return text;
  const signs = signsShown(text);
  const shown = wordsShown(signs);
  // Marks whose letter was written out stand on nothing now.
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
  // A mark stands on nothing once its letter is written out.
  return shown !== cluster && /\p{M}/u.test(shown) ? clusterWritten(cluster) : shown;
}

function clusterWritten(cluster: string): string {
  return outside(cluster, () => true);
}

/** True for what has another form, or is none that people write with. What words decide is none of these. */
function isOther(character: string): boolean {
  if (unseen.test(character) || !inUse.test(character) || /\p{Nd}/u.test(character)) return true;
  if (isEastAsian(character)) return false;
  return isForm(character) || (isAlike(character) && !isLetter(character));
}

/** A compatibility form of ASCII, or of what looks like it: full width, mathematical, a ligature, a Roman number. */
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

/** The word with each letter written out that is not what it seems to be there. */
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

/** True for letters of more than one script, and for those that could be Latin. */
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

/** True beside a letter that can only be East Asian and stays, and beside no letter or digit of Latin. */
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

/** True for what looks like one or several characters of ASCII. */
function isAlike(character: string): boolean {
  alike ??= codePoints(confusableRanges);
  return alike.has(character.codePointAt(0) ?? 0) || alsoAlike.test(character);
}

/** Made when the first text asks that has more than ASCII in it. */
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
