/** `trueup comment`: keeps one comment of a pull or merge request up to date. */

import { resolve } from "node:path";
import { type CommentTarget, hostOf } from "../../code-host/detect-host.ts";
import { putComment } from "../../code-host/single-comment.ts";
import { splitFingerprint, truncateMarkdown, untrusted } from "../../report/text/markdown.ts";
import type { Cli } from "../cli.ts";
import { hosted, markdownOf, ofEnvironment } from "../hosted.ts";

/** What the user asked for. */
export interface CommentOptions extends Omit<CommentTarget, "key"> {
  readonly key?: string | undefined;
  /** True: a pull request's own code has made the text, so nothing in it may act. */
  readonly untrusted?: boolean | undefined;
}

const cutNote = "**The rest is not shown:** it is longer than a comment may be.";
/** Stands first: what someone else has written after it cannot fold it away. */
const made =
  "A workflow of this pull request wrote this text. If the pull request changes workflows, trust its diff instead.\n\n";

/** 0 when the comment is there, else 1. `file`: Markdown; without it, or with `-`, standard input. */
export function runComment(cli: Cli, file: string | undefined, options: CommentOptions): Promise<number> {
  const { key = ofEnvironment(cli, "plan", "-") } = options;
  const ca = options.ca && resolve(cli.cwd, options.ca);
  return hosted(cli, { host: hostOf(cli.env, { ...options, key, ca }), key }, async (place, signal) => {
    const markdown = await markdownOf(cli, file);
    if ("problem" in markdown) return markdown;
    const { body, end } = splitFingerprint(markdown.text);
    const shown = options.untrusted ? untrusted(body) : body;
    const before = options.untrusted ? made : "";
    const maxLength = place.hosting.maxLength - 200 - before.length - end.length;
    const text = `${before}${truncateMarkdown(shown, maxLength, cutNote).trimEnd()}${end}\n`;
    return putComment({ ...place, text }, signal);
  });
}
