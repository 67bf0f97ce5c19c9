/** Makes texts from live systems safe for terminals, Markdown and workflow logs. Pure. */

import { printableJson } from "../../model/json.ts";
import { legible } from "./characters.ts";

/** Matches texts that a workflow runner takes for a command: `::name::` at the start of a line, `##[name]` anywhere. */
const command = /^(?=\s*::.*::)(\s*):|(#)#(?=\w*\[)/gu;

/**
 * Escapes characters as `\u{..}`: every character that could move the cursor, hide or reorder text, is invisible, or
 * looks like another one (`legible`), and one character of each workflow command.
 */
export function visible(text: string): string {
  const inert = text.replace(command, (_, before = "", hash = "") =>
    hash === "" ? `${before}\\u{3a}` : "#\\u{23}",
  );
  return ascii.test(inert) ? inert : legible(inert);
}

const ascii = /^[ -~]*$/;

/** Like `visible`, but keeps the line breaks of a multi-line text. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/**
 * The text as inline Markdown that only displays it: markup, HTML, mentions, issue links and workflow commands in it
 * have no effect. It is a code span, whose fence is longer than any run of backticks in the text.
 */
export function code(text: string): string {
  const shown = cell(text);
  const maxLength = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxLength + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown.trim() === "" ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** External prose, such as the message of a problem, as Markdown without any effect. */
export function prose(text: string): string {
  return asHtml(inert(visible(text))).replace(/[\\`*_{}[\]()+\-|]/g, "\\$&");
}

/** External text as HTML without any effect, even inside a double-quoted attribute. */
export function html(text: string): string {
  return asHtml(visible(text));
}

/** Disables links, mentions, references and workflow commands with a zero-width space. */
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

/** The JSON document for machines, safe to print. Ends with a line break. */
export function documentText(value: object): string {
  return `${printableJson(JSON.stringify(value, undefined, 2))}\n`;
}

function cell(text: string): string {
  return visible(text).replaceAll("|", "\\|");
}
