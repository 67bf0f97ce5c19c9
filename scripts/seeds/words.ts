/**
 * The text of a judge's complaint without the things that it names. Complaints with the same text probably have the
 * same cause.
 */

const most = 14;

/**
 * Returns the text of a line in which names, numbers, addresses and values are replaced by `…`. The end of a long line
 * is cut off. For an exception, only the first line is used.
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

/** Returns the placeholder for a word. A colon stays, because it marks the name of what the judge compares. */
function placeOf(word: string): string {
  return word.endsWith(":") ? "…:" : "…";
}
