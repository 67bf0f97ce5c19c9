/** Markdown helpers: fences, truncation, disabling of markup, and the fingerprint line. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import { code } from "./escape.ts";

/** What is still open after some lines of Markdown. */
interface Open {
  /** The marks of the open fence; empty outside fences. */
  fence: string;
  folds: number;
}

/**
 * The text if it has at most `maxLength` UTF-16 code units. Otherwise its first lines, with open fences and folds
 * closed, and `note` as the last line. `note` must be Markdown, and much shorter than `maxLength`.
 */
export function truncateMarkdown(text: string, maxLength: number, note: string): string {
  if (text.length <= maxLength) return text;
  const open: Open = { fence: "", folds: 0 };
  const kept: string[] = [];
  let left = maxLength - note.length - 3;
  for (const line of text.split("\n")) {
    const next = after(open, line);
    if (line.length + 1 + closing(next).length > left) break;
    left -= line.length + 1;
    Object.assign(open, next);
    kept.push(line);
  }
  return `${kept.join("\n")}${closing(open)}\n\n${note}\n`;
}

function after({ fence, folds }: Open, line: string): Open {
  const [, marks = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (fence !== "") {
    const ends = marks.startsWith(fence) && line.trim() === marks;
    return { fence: ends ? "" : fence, folds };
  }
  if (marks !== "") return { fence: marks, folds };
  const bare = line.replace(/(`+).*?\1/g, "");
  const opened = bare.match(/<details[\s>]/gi)?.length ?? 0;
  const closed = bare.match(/<\/details>/gi)?.length ?? 0;
  return { fence, folds: Math.max(0, folds + opened - closed) };
}

function closing({ fence, folds }: Open): string {
  return `${fence === "" ? "" : `\n${fence}`}${"\n\n</details>".repeat(folds)}`;
}

/** Matches each `<`, except in the layout tags that `trueup` writes. */
const layout = /<(?!\/?(?:details|summary|b|code)>|br ?\/?>)/g;

/** Matches a link to a line of a file, as `trueup` writes it. The first group is the code in the link's text. */
const lineLink = /\[(`[^`\n]{1,500}`)\]\(https?:\/\/[^\s()]{1,2000}\)/g;

/**
 * Disables everything in Markdown that could act: HTML beyond layout, links, images, mentions, references, and lines
 * that GitLab takes for commands. It inserts zero-width spaces, so that a plan by `trueup` looks the same.
 */
export function untrusted(markdown: string): string {
  return markdown
    .replace(lineLink, "$1")
    .replace(layout, "<\u200b")
    .replace(/\](?=[([:])/g, "]\u200b")
    .replace(/[@#](?=[\w-])/g, "$&\u200b")
    .replace(/&(?=commat;|num;|fjlig;)/g, "&\u200b")
    .replace(/^((?:[^\S\r\n\u2028\u2029]|>)*)(?=\/[a-z])/gim, "$1\u200b")
    .replace(/:(?=\/\/)/g, ":\u200b")
    .replace(/\b(?:www(?=\.)|GH(?=-\d))/gi, "$&\u200b");
}

/** The text in a fenced block. Ends with a line break. */
export function fencedText(title: string, text: string): string {
  const maxLength = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxLength + 1);
  return `### ${title}\n\n${fence}text\n${text.trimEnd()}\n${fence}\n`;
}

/** The fingerprint line after an empty line, to be appended to Markdown that ends with a line break. */
export function fingerprintLine({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `\nFingerprint ${code(fingerprint)}\n`;
}

const line = /\n(\nFingerprint `(?:preview-)?[0-9a-f]{64}`)\n$/;

/** Splits Markdown before its fingerprint line. `end` is empty if the text is not a plan. */
export function splitFingerprint(markdown: string): { readonly body: string; readonly end: string } {
  const [whole = "", end = ""] = line.exec(markdown) ?? [];
  return { body: markdown.slice(0, markdown.length - whole.length), end: end === "" ? "" : `\n${end}` };
}
