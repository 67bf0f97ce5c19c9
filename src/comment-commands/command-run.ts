/**
 * Runs the command in a comment, if there is one. The event supplies only the comment's number; all other facts are
 * read from the host. If the answer to a write is lost, trueup reads the result and does not repeat the write.
 */

import {
  type AskedComment,
  type AskedProposal,
  type CommandHosting,
  messageIn,
  writeLevel,
} from "../code-host/commands/command-host.ts";
import { commentsByUs, putComment } from "../code-host/single-comment.ts";
import { type Json, parseJson } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Clock, Wire, WireRequest } from "../model/wire.ts";
import { code, prose } from "../report/text/escape.ts";
import { type ApprovedPlan, type CommandDecision, decideCommand, type ShownLock } from "./decision.ts";
import { readComment } from "./grammar.ts";
import { type ReplyState, replyText } from "./reply.ts";
import { shownPlanIn } from "./shown-plan.ts";

/** Access to a comment at its host. */
interface CommentedPlace {
  readonly hosting: CommandHosting;
  /** A paced wire: it waits at rate limits, and retries failed reads. */
  readonly wire: Wire;
  readonly clock: Clock;
  /** Distinguishes the reply from other comments. */
  readonly key: string;
}

/** The inputs of a run. */
export interface CommandRun extends CommentedPlace {
  readonly commentId: string;
  /** Merges into this branch are applied. */
  readonly branch: string;
  /** The environments of the project. `undefined` stands for the only environment of a project. */
  readonly environments: readonly (string | undefined)[];
  /** Returns the locks that are held. Called only if they matter. */
  readonly locks: () => Promise<readonly ShownLock[]>;
  /** Plans again. Default: the host repeats the workflow run that made the plan. */
  readonly planAgain?: (() => void) | undefined;
  readonly url?: string | undefined;
}

/** The result of a comment. */
export type CommentResult =
  /** The comment is not a command, or was deleted. */
  | { readonly did: "nothing"; readonly because: string }
  | { readonly did: "replied"; readonly by: string }
  | { readonly did: "planned"; readonly by: string }
  | {
      readonly did: "merged";
      readonly by: string;
      readonly head: string;
      readonly approved: readonly ApprovedPlan[];
    };

/** What was done. The author of the comment is added later. */
type Act =
  | { readonly did: "replied" | "planned" }
  | (Pick<Merging, "head" | "approved"> & { readonly did: "merged" });

type Failed = { readonly problem: Problem };

/** Reads the comment, decides, runs the command, and replies. */
export async function runCommand(on: CommandRun, signal: AbortSignal): Promise<CommentResult | Failed> {
  const { hosting } = on;
  const read = await ask(on, hosting.comment(on.commentId), signal);
  if ("problem" in read) return read;
  if (read.status === 404) return { did: "nothing", because: "the comment is gone" };
  if (read.status !== 200) return refusedBy(on, read.status, "read the comment");
  const comment = hosting.askedComment(read.body);
  if (!comment) return { did: "nothing", because: "the comment is not on this pull request" };
  const command = readComment(comment.body);
  if (command.is === "none") return { did: "nothing", because: "the comment is not a command" };
  if (comment.isBot) return { did: "nothing", because: "a program has written the comment" };
  const said = `trueup${"mistaken" === command.is ? "" : ` ${command.is}`}`;
  const found = await factsOf(on, comment, signal);
  if ("problem" in found) {
    const text = `A request to the host failed, so nothing was run: ${prose(found.problem.message)} Comment again.`;
    await reply(on, { comment, said, state: "not done", text, locks: [] }, signal);
    return found;
  }
  if ("own" in found) return { did: "nothing", because: "trueup wrote the comment" };
  // The reaction only shows that the comment was read, so its failure is ignored.
  if (found.facts.mayWrite) await ask(on, hosting.acknowledge(comment.id), signal);
  const decided = decideCommand(command, found.facts);
  const done = await carriedOut(on, { ...found, comment, decided }, signal);
  const told = await reply(on, { ...done, comment, said, locks: found.facts.locks }, signal);
  if (done.failed) return { problem: done.failed };
  // A merge must be applied even if the reply about it failed.
  if (told && done.result.did !== "merged") return { problem: told };
  return { ...done.result, by: comment.author };
}

async function factsOf(on: CommandRun, comment: AskedComment, signal: AbortSignal) {
  const { hosting } = on;
  const ours = await commentsByUs(on, signal);
  if ("problem" in ours) return ours;
  if (ours.account === comment.author) return { own: true } as const;
  const asked = await ask(on, hosting.request, signal);
  if ("problem" in asked) return asked;
  const proposal = asked.status === 200 ? hosting.askedProposal(asked.body) : undefined;
  if (!proposal) return refusedBy(on, asked.status, "read the pull request");
  const access = await ask(on, hosting.access(comment), signal);
  if ("problem" in access) return access;
  const isAnswer = access.status === 200 || access.status === 404;
  const level = isAnswer ? hosting.level(access.status, access.body) : undefined;
  if (level === undefined) return refusedBy(on, access.status, "read the author's permissions");
  const plans = ours.comments.flatMap(({ body, updatedAt: shownAt }) => {
    const plan = shownPlanIn(body);
    return plan && shownAt !== undefined ? [{ ...plan, shownAt }] : [];
  });
  const mayWrite = level >= writeLevel;
  const { branch, environments } = on;
  const { at, isEdited } = comment;
  const locks = mayWrite && proposal.state === "open" ? await on.locks() : [];
  const facts = { comment: { at, isEdited }, mayWrite, proposal, branch, environments, plans, locks };
  return { facts, level, proposal };
}

interface Deciding {
  readonly comment: AskedComment;
  readonly decided: CommandDecision;
  readonly proposal: AskedProposal;
  readonly level: number;
}

interface Done {
  readonly state: ReplyState;
  readonly text: string;
  readonly result: Act;
  readonly failed?: Problem | undefined;
}

function notDone(text: string, failed?: Problem): Done {
  return { state: "not done", text, result: { did: "replied" }, failed };
}

async function carriedOut(on: CommandRun, of: Deciding, signal: AbortSignal): Promise<Done> {
  const { decided } = of;
  switch (decided.do) {
    case "nothing":
    case "tell":
      return { state: "", text: decided.do === "tell" ? decided.text : "", result: { did: "replied" } };
    case "refuse":
      return notDone(decided.why);
    case "plan":
      return planAgain(on, decided.head, signal);
    case "apply":
      return merge(on, { ...of, ...decided }, signal);
  }
}

async function planAgain(on: CommandRun, head: string, signal: AbortSignal): Promise<Done> {
  const { hosting } = on;
  const commit = code(head.slice(0, 12));
  const text = `${commit} is planned again. The plan's own comment will show the result.`;
  if (on.planAgain) {
    on.planAgain();
    return { state: "", text, result: { did: "planned" } };
  }
  const found = await ask(on, hosting.runs(head), signal);
  if ("problem" in found) return notDone(unasked(found.problem), found.problem);
  const run = found.status === 200 ? hosting.newestRun(found.body, head) : undefined;
  if (run === undefined) return refusal(on, found, "find the run that planned it");
  if (run !== "none" && run.isUnderWay)
    return { state: "", text: `${commit} is being planned already.`, result: { did: "replied" } };
  const request = hosting.again(run === "none" ? undefined : run);
  if (!request)
    return notDone(`No run has planned ${commit} yet: push a commit, or close and reopen the pull request.`);
  const begun = await ask(on, request, signal);
  // If two comments start the plan at once, that does no harm: the later run rewrites the plan's comment.
  if ("problem" in begun) return notDone(unasked(begun.problem), begun.problem);
  if (begun.status >= 300) return refusal(on, begun, "plan it again");
  return { state: "", text, result: { did: "planned" } };
}

type Merging = Deciding & { readonly head: string; readonly approved: readonly ApprovedPlan[] };

async function merge(on: CommandRun, of: Merging, signal: AbortSignal): Promise<Done> {
  const { hosting } = on;
  const { proposal, comment, level, head, approved } = of;
  const environments = approved.map(({ environment }) => environment);
  const wish = { into: proposal.into, authorId: comment.authorId, level, environments };
  for (const { request, refusal: refused } of hosting.guards(wish)) {
    const answer = await ask(on, request, signal);
    if ("problem" in answer) return notDone(unasked(answer.problem), answer.problem);
    const wrong = refused(answer.status, answer.body);
    if (wrong === "unread") return refusal(on, answer, "read the rules for merges and deployments");
    if (wrong) return notDone(wrong.why);
  }
  const commit = code(head.slice(0, 12));
  let last: Answer | undefined;
  for (const request of hosting.merges(head)) {
    const answer = await ask(on, request, signal);
    if ("problem" in answer || answer.status >= 500) return lookedAt(on, of, signal);
    if (answer.status < 300) return merged(of);
    last = answer;
    if (!hosting.isOtherWay(answer.status, answer.body)) break;
  }
  // Another comment, or a person, may have merged the pull request at the same moment.
  if (last && (await seenNow(on, signal))?.state === "merged")
    return notDone("The pull request is merged already.");
  if (last?.status === 409)
    return notDone(
      `The newest commit is no longer ${commit}, and nobody has seen the new commit's plan yet.`,
    );
  return last ? refusal(on, last, `merge ${commit}`) : notDone("The pull request cannot be merged.");
}

/** The current state of the pull request; undefined if the host did not return it. */
async function seenNow(on: CommandRun, signal: AbortSignal): Promise<AskedProposal | undefined> {
  const seen = await ask(on, on.hosting.request, signal);
  return "status" in seen && seen.status === 200 ? on.hosting.askedProposal(seen.body) : undefined;
}

/**
 * Called after the answer to a merge was lost or unclear. Reads whether the pull request was merged, and sends no
 * write.
 */
async function lookedAt(on: CommandRun, of: Merging, signal: AbortSignal): Promise<Done> {
  const now = await seenNow(on, signal);
  if (now?.state === "merged" && now.head === of.head) return merged(of);
  const text = now
    ? "The host's answer to the merge was lost, and the pull request is not merged. Comment again."
    : "The host's answer to the merge was lost, and it is unknown whether the pull request was merged: check it. " +
      "Merged changes that were not applied wait for the next apply.";
  const failed = problem("comment-command", "the answer to a merge was lost", { hint: "Comment again." });
  return { ...notDone(text, failed), state: now ? "not done" : "unknown" };
}

function merged({ head, approved }: Merging): Done {
  const plans = approved.map(({ environment, fingerprint }) => {
    const where = environment === undefined ? "" : ` in ${code(environment)}`;
    return `- ${code(fingerprint)}${where}\n`;
  });
  const what = `${code(head.slice(0, 12))} is merged.`;
  const begin = `${what} The changes of these plans are applied now, if their values are unchanged:`;
  const end = "Other changes wait for a person. The result follows as a comment.";
  const text = `${begin}\n\n${plans.join("")}\n${end}`;
  return { state: "", text, result: { did: "merged", head, approved } };
}

interface Replying {
  readonly comment: AskedComment;
  readonly said: string;
  readonly state: ReplyState;
  readonly text: string;
  readonly locks: readonly ShownLock[];
}

async function reply(on: CommandRun, of: Replying, signal: AbortSignal): Promise<Problem | undefined> {
  const { hosting, wire, clock, key } = on;
  const { state, text, locks, said: command, comment } = of;
  const shown = replyText({ command, by: comment.author, state, text, locks, run: on.url });
  const put = await putComment({ hosting, wire, clock, key, text: shown, isShared: true }, signal);
  return "problem" in put ? put.problem : undefined;
}

type Answer = { readonly status: number; readonly body: Json | undefined };

async function ask(
  { wire }: CommentedPlace,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Answer | Failed> {
  const answer = await wire.send(request, signal);
  if (answer.outcome === "answered") return { status: answer.status, body: parseJson(answer.text) };
  return { problem: answer.problem };
}

function unasked({ message }: Problem): string {
  return `A request to the host failed: ${prose(message)} Comment again.`;
}

/**
 * The result if the host has refused a request: a reply for the comment's author, and also an error if the token lacks
 * a permission.
 */
function refusal({ hosting }: CommandRun, { status, body }: Answer, what: string): Done {
  const said = messageIn(body);
  const why = said === "" ? "." : `: ${prose(said)}`;
  const hint = status === 401 || status === 403 ? ` ${hosting.needs}` : "";
  return notDone(`${hosting.name} answers ${status} when asked to ${what}${why}${hint}`);
}

function refusedBy({ hosting }: CommandRun, status: number, what: string): Failed {
  const message = `${hosting.name} answers ${status}: the token may not ${what}, or no such object exists.`;
  return { problem: problem("comment-command", message, { hint: hosting.needs }) };
}
