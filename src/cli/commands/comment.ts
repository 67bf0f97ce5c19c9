/** `trueup comment`: keeps one comment of a pull or merge request up to date. */

import { resolve } from "node:path";
import { type CommentTarget, hostOf } from "../../code-host/detect-host.ts";
import { putComment } from "../../code-host/single-comment.ts";
import { plannedHint } from "../../comment-commands/reply.ts";
import { isFingerprint, shownPlanLine } from "../../comment-commands/shown-plan.ts";
import { planFileBounds } from "../../load/documents/plan-file.ts";
import { asList, asObject, parseWithin } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commentText } from "../../report/text/comment-text.ts";
import { readText } from "../../runtime/files/files.ts";
import type { Cli } from "../cli.ts";
import { heldLock } from "../held-locks.ts";
import { hosted, markdownOf, ofEnvironment } from "../hosted.ts";

/** The command's arguments and options. */
export interface CommentOptions extends Omit<CommentTarget, "key"> {
  readonly key?: string | undefined;
  /** True if the text was made by a pull request's own code, so nothing in it may have an effect. */
  readonly untrusted?: boolean | undefined;
  /** The complete id of the commit for which the plan was made. */
  readonly head?: string | undefined;
  /** The file with the plan as JSON; requires `head`. */
  readonly plan?: string | undefined;
}

/**
 * Exit status: 0 if the comment exists, otherwise 1. `file` is a Markdown file; if it is absent or `-`, standard input
 * is read.
 */
export function runComment(cli: Cli, file: string | undefined, options: CommentOptions): Promise<number> {
  const { key = ofEnvironment(cli, "plan", "-") } = options;
  const ca = options.ca && resolve(cli.cwd, options.ca);
  return hosted(cli, { host: hostOf(cli.env, { ...options, key, ca }), key }, async (place, signal) => {
    const markdown = await markdownOf(cli, file);
    if ("problem" in markdown) return markdown;
    const shown = await shownText(cli, options);
    if ("problem" in shown) return shown;
    const room = place.hosting.maxLength - shown.before.length - shown.after.length;
    const text = commentText(markdown.text, room, options.untrusted);
    return putComment({ ...place, text: shown.before + text + shown.after }, signal);
  });
}

/** The line before a plan, which tells comment commands what the plan is, and the notes after it. */
async function shownText(
  cli: Cli,
  { head, plan: path }: Pick<CommentOptions, "head" | "plan">,
): Promise<{ readonly before: string; readonly after: string } | { readonly problem: Problem }> {
  if (head === undefined) return path === undefined ? { before: "", after: "" } : { problem: noHead };
  if (!/^[0-9a-f]{40,64}$/.test(head)) return { problem: noHead };
  const bounds = { maxBytes: planFileBounds.bytes, isOwn: true };
  const read = path === undefined ? undefined : await readText(resolve(cli.cwd, path), path, bounds);
  const { project } = cli.global;
  const environment = typeof project === "object" ? project.environment : undefined;
  const { fingerprint, steps } = asObject(
    read && "file" in read ? parseWithin(read.file.text, planFileBounds) : undefined,
  );
  const isPlan = isFingerprint(fingerprint);
  const before = shownPlanLine({
    head,
    environment,
    fingerprint: isPlan ? fingerprint : undefined,
    steps: asList(steps).length,
  });
  const locks = await heldLock(cli.cwd, project);
  const isPreview = isPlan && fingerprint.startsWith("preview-");
  const hint = isPlan && !isPreview ? plannedHint : "";
  return { before, after: locks.map(({ text }) => `\n${text}\n`).join("") + hint };
}

const noHead = problem("no-comment", "--head must be the complete id of a commit, and --plan needs --head", {
  hint: "Give --head the newest commit of the pull request: 40 hexadecimal digits.",
});
