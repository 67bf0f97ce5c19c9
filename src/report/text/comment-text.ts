/**
 * Markdown for a comment or an issue. It is truncated to the maximum length; on request, nothing in it can act as
 * markup.
 */

import { splitFingerprint, truncateMarkdown, untrusted } from "./markdown.ts";

/** The room for the marker by which a later run finds the comment. */
const markRoom = 200;

const cutNote = "**The rest is not shown:** it is longer than a comment may be.";
const cutIssueNote = "**The rest is not shown:** it is longer than an issue may be.";

/** This line comes first, so that untrusted text below it cannot hide it in a fold. */
const made =
  "A workflow of this pull request wrote this text. If the pull request changes workflows, trust its diff instead.\n\n";

/**
 * A plan as a comment of at most `maxLength` characters, with its fingerprint at the end. `isUntrusted`: markup in the
 * plan is disabled.
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
