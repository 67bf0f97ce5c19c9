/** Markdown as a comment or an issue holds it: cut to its length, and, where that is asked for, without what acts. */

import { splitFingerprint, truncateMarkdown, untrusted } from "./markdown.ts";

/** Room for the mark that a comment is known by. */
const markRoom = 200;

const cutNote = "**The rest is not shown:** it is longer than a comment may be.";
const cutIssueNote = "**The rest is not shown:** it is longer than an issue may be.";

/** Stands first: what someone else has written after it cannot fold it away. */
const made =
  "A workflow of this pull request wrote this text. If the pull request changes workflows, trust its diff instead.\n\n";

/** A plan as a comment of at most `maxLength`, its fingerprint at its end. `isUntrusted`: nothing in it may act. */
export function commentText(markdown: string, maxLength: number, isUntrusted = false): string {
  const { body, end } = splitFingerprint(markdown);
  const shown = isUntrusted ? untrusted(body) : body;
  const before = isUntrusted ? made : "";
  const room = maxLength - markRoom - before.length - end.length;
  return `${before}${truncateMarkdown(shown, room, cutNote).trimEnd()}${end}\n`;
}

/** The text of an issue of at most `maxLength`. */
export function issueText(markdown: string, maxLength: number): string {
  return truncateMarkdown(markdown, maxLength - markRoom, cutIssueNote);
}
