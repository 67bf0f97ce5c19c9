/**
 * The words of a judge's complaint without the things that it names: complaints with the same words probably have the
 * same cause.
 */

const most = 14;

/**
 * The words of a line: names, numbers, addresses and values become `…`, and the rest is cut off. Of an exception, only
 * the first line is used.
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

/** The placeholder for a word. A colon stays, because it marks the name of what the judge compares. */
function placeOf(word: string): string {
  return word.endsWith(":") ? "…:" : "…";
}
