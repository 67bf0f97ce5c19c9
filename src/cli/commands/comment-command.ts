/**
 * `trueup comment-command`: runs the command in a comment of a pull or merge request, if the comment's author may give
 * it.
 */

import { basename, resolve } from "node:path";
import { runUrl } from "../../code-host/ci-variables.ts";
import { eventOf } from "../../code-host/commands/comment-event.ts";
import { commandHostOf } from "../../code-host/detect-host.ts";
import { type CommentResult, runCommand } from "../../comment-commands/command-run.ts";
import { approvedWords } from "../../comment-commands/shown-plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { nearestProjectFiles } from "../../runtime/files/environment-file.ts";
import { readText } from "../../runtime/files/files.ts";
import { conclude } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import { heldLocks } from "../held-locks.ts";
import { type CommentContext, hosted } from "../hosted.ts";
import { printProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface CommandOptions {
  readonly author: string;
  readonly ca?: string | undefined;
  readonly key?: string | undefined;
  readonly planWorkflow: string;
}

/** The maximum size of a code host's event, in bytes. */
const eventBytes = 4 * 1024 * 1024;

/** Exit status: 0 if the comment is answered, or contains no command; 1 if the host could not be reached. */
export async function runCommentCommand(cli: Cli, options: CommandOptions): Promise<number> {
  const { env, cwd } = cli;
  const event = await commentedIn(cli);
  if ("problem" in event) return failed(cli, event.problem);
  const branch = env.CI_DEFAULT_BRANCH || env.GITHUB_REF_NAME;
  if (!branch) return failed(cli, noBranch);
  const { number: pullRequest, commentId } = event;
  const { key = "trueup-command", author, planWorkflow } = options;
  const ca = options.ca && resolve(cwd, options.ca);
  const host = commandHostOf(env, { key, author, ca, pullRequest, planWorkflow });
  if (env.TRUEUP_COMMAND_TOKEN) cli.secrets.learn([env.TRUEUP_COMMAND_TOKEN]);
  const environments = await environmentsOf(cwd);
  const locks = () => heldLocks(cwd, environments);
  return hosted(cli, { host, key }, async (place, signal) => {
    const on = { ...place, commentId, branch, environments, locks, url: runUrl(env) };
    const done = await runCommand(on, signal);
    return "problem" in done ? done : handedOn(cli, { place, done, pullRequest, branch }, signal);
  });
}

/** The environments of the project files in one folder. `undefined` stands for a single `trueup.yaml`. */
async function environmentsOf(cwd: string): Promise<readonly (string | undefined)[]> {
  const files = await nearestProjectFiles(cwd);
  const [only] = files;
  if (!only || (files.length === 1 && basename(only.path) === "trueup.yaml")) return [undefined];
  return [...new Set(files.map(({ environment }) => environment))].sort();
}

async function commentedIn({ env, cwd }: Cli) {
  const path = env.CI_API_V4_URL ? env.TRIGGER_PAYLOAD : env.GITHUB_EVENT_PATH;
  if (!path) return { problem: noEvent("this run was not started by a comment") };
  const read = await readText(resolve(cwd, path), path, { maxBytes: eventBytes });
  if (!("file" in read)) return read;
  return (
    eventOf(read.file.text) ?? { problem: noEvent("the event is not about a comment on a pull request") }
  );
}

function noEvent(what: string): Problem {
  return problem("comment-command", what, {
    hint: "Run it in a job that a comment starts: there GITHUB_EVENT_PATH (GitHub) or TRIGGER_PAYLOAD (GitLab) is set.",
  });
}

const noBranch = problem("comment-command", "it is unknown which branch trueup applies", {
  hint: "Set GITHUB_REF_NAME (GitHub) or CI_DEFAULT_BRANCH (GitLab), as runners do.",
});

interface Handing {
  readonly place: CommentContext<CommandPlace>;
  readonly done: CommentResult;
  readonly pullRequest: number;
  readonly branch: string;
}

type CommandPlace = Parameters<typeof runCommand>[0]["hosting"];

const states: Readonly<Record<CommentResult["did"], string>> = {
  nothing: "nothing to do",
  replied: "answered",
  planned: "planned again",
  merged: "merged, to be applied",
};

/** Passes the command on to the next job, or starts a pipeline for it. */
async function handedOn(
  cli: Cli,
  { place, done, pullRequest, branch }: Handing,
  signal: AbortSignal,
): Promise<{ readonly state: string } | { readonly problem: Problem }> {
  const because = done.did === "nothing" ? `: ${done.because}` : "";
  const state = `${states[done.did]}${because}`;
  const approved = done.did === "merged" ? approvedWords(pullRequest, done.approved) : "";
  const outputs = `run=${done.did === "merged" ? "apply" : "none"}\napproved-plans=${approved}\n`;
  await conclude(cli, { summary: () => `${state}\n`, outputs });
  const begin = place.hosting.apply;
  if (done.did !== "merged" || !begin) return { state };
  const answer = await place.wire.send(begin(approved, branch), signal);
  if (answer.outcome === "answered" && answer.status < 300) return { state };
  const why =
    answer.outcome === "answered" ? `${place.hosting.name} answers ${answer.status}` : answer.problem.message;
  return { problem: notBegun(why) };
}

function notBegun(why: string): Problem {
  return problem(
    "comment-command",
    `the merge request is merged, but its apply could not be started: ${why}`,
    {
      hint: "Start the job trueup:apply in the pipeline of the merge commit.",
    },
  );
}

function failed(cli: Cli, found: Problem): 1 {
  printProblems(cli, [found], { format: "text" });
  return 1;
}
