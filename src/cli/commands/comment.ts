/** `trueup comment`: keeps one comment of a pull or merge request up to date. */

import { resolve } from "node:path";
import { type CommentTarget, hostOf } from "../../code-host/detect-host.ts";
import { putComment } from "../../code-host/single-comment.ts";
import { commentText } from "../../report/text/comment-text.ts";
import type { Cli } from "../cli.ts";
import { hosted, markdownOf, ofEnvironment } from "../hosted.ts";

/** What the user asked for. */
export interface CommentOptions extends Omit<CommentTarget, "key"> {
  readonly key?: string | undefined;
  /** True: a pull request's own code has made the text, so nothing in it may act. */
  readonly untrusted?: boolean | undefined;
}

/** Ends with 0 if the comment exists, otherwise with 1. `file`: Markdown; without it, or with `-`, standard input. */
export function runComment(cli: Cli, file: string | undefined, options: CommentOptions): Promise<number> {
  const { key = ofEnvironment(cli, "plan", "-") } = options;
  const ca = options.ca && resolve(cli.cwd, options.ca);
  return hosted(cli, { host: hostOf(cli.env, { ...options, key, ca }), key }, async (place, signal) => {
    const markdown = await markdownOf(cli, file);
    if ("problem" in markdown) return markdown;
    const text = commentText(markdown.text, place.hosting.maxLength, options.untrusted);
    return putComment({ ...place, text }, signal);
  });
}
