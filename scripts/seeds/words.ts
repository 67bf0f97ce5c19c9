/** The words of a judge without their subject: findings with the same words probably have the same cause. */

const most = 14;

/**
 * The words of a line: names, numbers, addresses and values become `…`, and the rest is cut off. For an exception,
 * only its first line.
 */
export function wordsOf(line: string): string {
  const [first = ""] = line.split("\n");
  const plain = `${first.charAt(0).toLowerCase()}${first.slice(1)}`
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "…")
    .replace(/[{[].*$/, "…");
  const words = plain
    .split(/\s+/)
    .map((word) => (/^(?:[a-z][a-z'-]*[,.;:]?|p\d+:|[A-Z]\w*Error:)$/.test(word) ? word : placeOf(word)));
  const told = words.filter((word, at) => word !== "…" || words[at - 1] !== "…");
  return told.slice(0, most).join(" ");
}

/** Keeps a colon, because the word before it is the judge's name for what it compares. */
function placeOf(word: string): string {
  return word.endsWith(":") ? "…:" : "…";
}
