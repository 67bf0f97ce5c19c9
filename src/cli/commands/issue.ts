/** `trueup issue`: keeps one issue of a repository up to date, and closes it. */

import { resolve } from "node:path";
import { type IssueTarget, issueHostOf } from "../../code-host/detect-host.ts";
import { closeOwnIssue, putComment } from "../../code-host/single-comment.ts";
import { issueText } from "../../report/text/comment-text.ts";
import type { Cli } from "../cli.ts";
import { hosted, markdownOf, ofEnvironment } from "../hosted.ts";

/** The command's arguments and options. */
export interface IssueOptions extends Omit<IssueTarget, "key" | "title"> {
  readonly key?: string | undefined;
  readonly title?: string | undefined;
  /** True if the issue is closed, because its subject no longer exists. */
  readonly close?: boolean | undefined;
}

/**
 * Exit status: 0 if the issue is as requested, otherwise 1. `file` is a Markdown file; if it is absent or `-`, standard
 * input is read.
 */
export function runIssue(cli: Cli, file: string | undefined, options: IssueOptions): Promise<number> {
  const { key = ofEnvironment(cli, "drift", "-") } = options;
  const { title = ofEnvironment(cli, "The network is not as declared", ": ") } = options;
  const ca = options.ca && resolve(cli.cwd, options.ca);
  return hosted(
    cli,
    { host: issueHostOf(cli.env, { ...options, key, title, ca }), key },
    async (place, signal) => {
      if (options.close) return closed(await closeOwnIssue(place, signal));
      const markdown = await markdownOf(cli, file);
      if ("problem" in markdown) return markdown;
      const text = issueText(markdown.text, place.hosting.maxLength);
      return putComment({ ...place, text }, signal);
    },
  );
}

function closed(done: Awaited<ReturnType<typeof closeOwnIssue>>) {
  return "state" in done && done.state === "none" ? { state: "none was open" } : done;
}
