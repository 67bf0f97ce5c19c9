/** Makes texts from live systems harmless for terminals and for Markdown. Pure. */

/** Controls (C0, C1, DEL), format characters (bidirectional, zero-width, tags), line and paragraph separators. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with every character that could move the cursor, hide or reorder text written out as `\u{..}`. */
export function visible(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
  });
}

/** `visible`, but the line breaks of a text of several lines stay. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/**
 * The text as inline Markdown that shows it and does nothing else: no markup, HTML, mention, issue link or
 * workflow command. Always inside a code span, whose fence is longer than any run of backticks in the text.
 */
export function code(text: string): string {
  const shown = visible(text).replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown.trim() === "" ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Prose from elsewhere (a problem's message) as Markdown that can't be more than text. */
export function prose(text: string): string {
  return asHtml(inert(visible(text))).replace(/[\\`*_{}[\]()+\-|]/g, "\\$&");
}

/** Text from elsewhere as HTML that can't be more than text; the same inside a double-quoted attribute. */
export function html(text: string): string {
  return asHtml(visible(text));
}

/** Breaks with a space of no width what hosts make links, mentions, references and workflow commands of. */
function inert(text: string): string {
  return text
    .replace(/[@#!~$%](?=\S)/g, "$&\u200b")
    .replace(/:(?=\/\/|:)/g, "$&\u200b")
    .replace(/\b(?:www(?=\.)|GH(?=-\d))/gi, "$&\u200b");
}

function asHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
