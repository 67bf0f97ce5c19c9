/** Characters that a reader cannot see, or takes for others, written out: what is shown is what is there. Pure. */

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

/** Signs that look like one of ASCII, and letters of the Latin script that look like another of it. */
const signs = new RegExp(
  `[${[
    String.raw`\u2010-\u2013\u2043\u2212\u02d7\u06d4\u2796`,
    String.raw`\u2018-\u201f\u2032\u2033\u2035\u00b4\u02b9-\u02be\u02c8\u02ca\u02cb`,
    String.raw`\u2044\u2215\u29f8\u2571\u2216\u29f5\u29f9`,
    String.raw`\u02d0\u02f8\u0589\u05c3\u2236\ua789`,
    String.raw`\u2223\u01c0\u2502\u23d0\u2217\u204e\u066d\u223c\u02dc`,
    String.raw`\u2039\u203a\u02c2\u02c3\u01c3\u066a\u066b`,
    String.raw`\u0251\u0261\u0269`,
  ].join("")}]`,
  "u",
);

/** Letters that look like Latin ones: a word of nothing else could be another. */
const alike = /^(?:[аеорсухіјѕԁһԛԝӏԍАВЕЅІЈКМНОРСТУХԌԚԜҮӀ]+|[αγινορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ]+|[ոսօհցզգյՏՍՕԼ]+)$/u;

/** Letters of other scripts that stand beside Latin ones in one word, as in `Wi-Fi東京`, and look like none of them. */
const besideLatin =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

const words = /[\p{L}\p{M}\p{N}]+/gu;
const letters = /\p{L}/gu;

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
 * what is a form of an ASCII character; digits of other scripts; scripts that are mixed in a word; words that could be
 * Latin and are not. Idempotent.
 */
export function legible(text: string): string {
  if (plain.test(text)) return text;
  const wordwise = text.replace(words, (word) => (isMisleading(word) ? outside(word, isForeign) : word));
  const known = new Map<string, string>();
  return wordwise.replace(clusters, (cluster) => {
    if (cluster.length > 2) return clusterShown(cluster);
    const shown = known.get(cluster) ?? clusterShown(cluster);
    known.set(cluster, shown);
    return shown;
  });
}

function clusterShown(cluster: string): string {
  if (plain.test(cluster)) return cluster;
  if (cluster.normalize("NFC") !== cluster || /^[ -~\p{M}]/u.test(cluster))
    return outside(cluster, () => true);
  return outside(cluster, isOther);
}

/** True for a word of more than one script, and for one that could be Latin. */
function isMisleading(word: string): boolean {
  const all = (word.match(letters) ?? []).filter((letter) => !besideLatin.test(letter));
  const foreign = all.filter(isForeign);
  if (foreign.length === 0) return false;
  const mixed = scripts.filter((script) => all.some((letter) => script.test(letter)));
  return mixed.length > 1 || alike.test(foreign.join(""));
}

function isForeign(character: string): boolean {
  return /\p{L}/u.test(character) && !/\p{Script=Latin}/u.test(character) && !besideLatin.test(character);
}

/** True for what has another form, or is none that people write with. */
function isOther(character: string): boolean {
  if (unseen.test(character) || signs.test(character) || !inUse.test(character)) return true;
  if (/\p{Nd}/u.test(character)) return true;
  return /[\p{L}\p{P}\p{Sm}\p{Sc}\p{Sk}]/u.test(character) && !/[ªº]/.test(character) && isForm(character);
}

/** A compatibility form of ASCII: full width, mathematical, a ligature, an ellipsis. */
function isForm(character: string): boolean {
  return /^[ -~]+$/.test(character.normalize("NFKC"));
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
