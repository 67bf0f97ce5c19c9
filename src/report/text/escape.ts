/** Makes texts from live systems harmless for terminals, Markdown and the logs of workflows. Pure. */

import { printableJson } from "../../model/json.ts";
import { legible } from "./characters.ts";

/** What a runner of workflows takes for a command: `::name::` where a line begins, `##[name]` anywhere. */
const command = /^(?=\s*::.*::)(\s*):|(#)#(?=\w*\[)/gu;

/**
 * The text with every character written out as `\u{..}` that could move the cursor, hide or reorder text, that cannot
 * be seen or looks like another (`legible`); one character of what would be a workflow command too.
 */
export function visible(text: string): string {
  const inert = text.replace(command, (_, before = "", hash = "") =>
    hash === "" ? `${before}\\u{3a}` : "#\\u{23}",
  );
  return ascii.test(inert) ? inert : legible(inert);
}

const ascii = /^[ -~]*$/;

/** `visible`, but the line breaks of a text of several lines stay. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/**
 * The text as inline Markdown that shows it and does nothing else: no markup, HTML, mention, issue link or
 * workflow command. Always inside a code span, whose fence is longer than any run of backticks in the text.
 */
export function code(text: string): string {
  const shown = cell(text);
  const maxLength = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxLength + 1);
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

/** The JSON document that a machine reads, and that does nothing where it is printed. Ends with a line break. */
export function documentText(value: object): string {
  return `${printableJson(JSON.stringify(value, undefined, 2))}\n`;
}

function cell(text: string): string {
  return visible(text).replaceAll("|", "\\|");
}
