/** What a judge says, without whom it says it of: findings of the same words are likely of one root. */

const most = 14;

/**
 * The words of a line: names, numbers, addresses and values become `…`, and what follows is cut off. Of an exception
 * its first line.
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

/** A colon stays: what is before it is a judge's word for what comes after. */
function placeOf(word: string): string {
  return word.endsWith(":") ? "…:" : "…";
}
