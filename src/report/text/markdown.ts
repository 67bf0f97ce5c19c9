/** Markdown around what it holds: fenced, cut to a length, without what acts, ended by a fingerprint. Pure. */

import type { Plan } from "../../model/plan/plan.ts";
import { code } from "./escape.ts";

/** What is open after some lines of Markdown. */
interface Open {
  /** The marks that end the fence that is open; empty outside of fences. */
  fence: string;
  folds: number;
}

/**
 * The text if it is at most `maxLength` UTF-16 code units long; else its first lines, with what they leave open closed
 * again, and `note` as the last line. `note` must be Markdown, and much shorter than `maxLength`.
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

/** Tags that only lay out; `trueup` writes no others. */
const layout = /<(?!\/?(?:details|summary|b|code)>|br ?\/?>)/g;

/** A link from code, as `trueup` writes it to lines of files: the code stays. */
const lineLink = /\[(`[^`\n]{1,500}`)\]\(https?:\/\/[^\s()]{1,2000}\)/g;

/**
 * The Markdown with a space of no width in all that could act: HTML that does more than lay out, links, images,
 * mentions, references, and lines that GitLab would obey. Plans that `trueup` has written keep their form.
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

/** Ends with a line break. */
export function fencedText(title: string, text: string): string {
  const maxLength = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(maxLength + 1);
  return `### ${title}\n\n${fence}text\n${text.trimEnd()}\n${fence}\n`;
}

/** The line, with the empty one before it, for Markdown that ends with a line break. */
export function fingerprintLine({ fingerprint }: Pick<Plan, "fingerprint">): string {
  return `\nFingerprint ${code(fingerprint)}\n`;
}

const line = /\n(\nFingerprint `(?:preview-)?[0-9a-f]{64}`)\n$/;

/** Markdown in two: what goes before the fingerprint's line, and that line; none in Markdown that is not a plan. */
export function splitFingerprint(markdown: string): { readonly body: string; readonly end: string } {
  const [whole = "", end = ""] = line.exec(markdown) ?? [];
  return { body: markdown.slice(0, markdown.length - whole.length), end: end === "" ? "" : `\n${end}` };
}
