/**
 * Markdown for a comment or an issue: truncated to its maximum length and, on request, without anything that could
 * act.
 */

import { splitFingerprint, truncateMarkdown, untrusted } from "./markdown.ts";

/** The room for the mark by which the comment is found again. */
const markRoom = 200;

const cutNote = "**The rest is not shown:** it is longer than a comment may be.";
const cutIssueNote = "**The rest is not shown:** it is longer than an issue may be.";

/** This line comes first, so that the text after it, which is not trueup's, cannot hide it in a fold. */
const made =
  "A workflow of this pull request wrote this text. If the pull request changes workflows, trust its diff instead.\n\n";

/**
 * A plan as a comment of at most `maxLength` characters, with its fingerprint at the end. `isUntrusted`: nothing in it
 * may act.
 */
export function commentText(markdown: string, maxLength: number, isUntrusted = false): string {
  const { body, end } = splitFingerprint(markdown);
  const shown = isUntrusted ? untrusted(body) : body;
  const before = isUntrusted ? made : "";
  const room = maxLength - markRoom - before.length - end.length;
  return `${before}${truncateMarkdown(shown, room, cutNote).trimEnd()}${end}\n`;
}

/** The text of an issue, of at most `maxLength` characters. */
export function issueText(markdown: string, maxLength: number): string {
  return truncateMarkdown(markdown, maxLength - markRoom, cutIssueNote);
}
