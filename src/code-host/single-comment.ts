/**
 * The sticky comment: a single comment in a pull request, or a single issue, which is created once and then kept up to
 * date. If the result of a write is unknown, the comment is searched for before it is sent again.
 */

import type { Json } from "../model/json.ts";
import { parseJson } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../model/wire.ts";
import { type Backoff, doubledMs } from "../pace/backoff.ts";
import type { ClosingHosting, Comment, Hosting } from "./code-host.ts";

/** A single comment or issue: its host and its key. */
export interface SingleComment {
  readonly hosting: Hosting;
  /** A paced wire: it waits for rate limits, and retries failed reads. */
  readonly wire: Wire;
  readonly clock: Clock;
  /** Distinguishes this comment from others of the same author. Consists of letters, digits, `.`, `_` and `-`. */
  readonly key: string;
  /** The text, as Markdown, short enough for the host together with the mark. */
  readonly text: string;
  /** True if another run may write the same comment at the same moment. Duplicates are then removed. */
  readonly isShared?: boolean | undefined;
}

/** The result of writing a comment. */
export type PutResult =
  | { readonly state: "created" | "updated" | "unchanged" }
  | { readonly problem: Problem };

/** The first line of a sticky comment, which is invisible to readers. */
export function mark(key: string): string {
  return `<!-- trueup:${key} -->\n`;
}

const tries = 3;
const betweenTries: Backoff = { firstMs: 2000, maxMs: 4000 };
const maxPages = 100;

/**
 * Creates or updates the comment. A comment is trueup's own if it begins with the mark and was written by the token's
 * account, since anyone can write a mark. Other comments stay untouched.
 */
export async function putComment(on: SingleComment, signal: AbortSignal): Promise<PutResult> {
  const { hosting, clock } = on;
  const body = mark(on.key) + on.text;
  const account = await accountOf(on, signal);
  if (typeof account !== "string") return account;
  for (let attempt = 1; ; attempt += 1) {
    const found = await ownComment(on, account, signal);
    if ("problem" in found) return found;
    const { comment } = found;
    if (comment && plainLines(comment.body) === plainLines(body)) return { state: "unchanged" };
    const request = comment ? hosting.update(comment.id, body) : hosting.create(body);
    const reply = await ask(on, request, signal);
    if ("status" in reply && reply.status < 300) {
      const isTwice = !comment && on.isShared === true && (await unite(on, account, signal));
      // The remaining comment may be the other run's, so it is written again.
      if (isTwice && attempt < tries) continue;
      return { state: comment ? "updated" : "created" };
    }
    const gone = "status" in reply && reply.status === 404 && comment !== undefined;
    if (!gone && !isOpen(reply)) return { problem: denied(on, statusOf(reply), "comment") };
    if (attempt === tries) return "problem" in reply ? reply : { problem: failed(on, reply.status) };
    await clock.wait(doubledMs(betweenTries, attempt), signal);
  }
}

/**
 * Deletes all but the first of trueup's own comments. Returns true if there were several. Comments that cannot be seen
 * or deleted stay.
 */
async function unite(on: Place, account: string, signal: AbortSignal): Promise<boolean> {
  const found = await ownComments(on, account, signal);
  const more = "problem" in found ? [] : found.comments.slice(1);
  for (const { id } of more) await ask(on, on.hosting.withdraw(id), signal);
  return more.length > 0;
}

/** The result of closing. `none`: trueup has no open issue with this key. */
export type CloseResult = { readonly state: "closed" | "none" } | { readonly problem: Problem };

/** Closes trueup's own open issue, if there is one. Closing it twice changes nothing, so a lost reply is harmless. */
export async function closeOwnIssue(
  on: Omit<SingleComment, "hosting" | "text"> & { readonly hosting: ClosingHosting },
  signal: AbortSignal,
): Promise<CloseResult> {
  const account = await accountOf(on, signal);
  if (typeof account !== "string") return account;
  for (let attempt = 1; ; attempt += 1) {
    const found = await ownComment(on, account, signal);
    if ("problem" in found) return found;
    if (!found.comment) return { state: attempt === 1 ? "none" : "closed" };
    const reply = await ask(on, on.hosting.close(found.comment.id), signal);
    if ("status" in reply && reply.status < 300) return { state: "closed" };
    if (!isOpen(reply)) return { problem: denied(on, statusOf(reply), "close its own comment or issue") };
    if (attempt === tries) return "problem" in reply ? reply : { problem: failed(on, reply.status) };
    await on.clock.wait(doubledMs(betweenTries, attempt), signal);
  }
}

/** All comments that the token's account has written, whatever their mark, and the account. */
export async function commentsByUs(
  on: Place,
  signal: AbortSignal,
): Promise<
  { readonly account: string; readonly comments: readonly Comment[] } | { readonly problem: Problem }
> {
  const account = await accountOf(on, signal);
  if (typeof account !== "string") return account;
  const found = await commentsWhere(on, { isOurs: ({ author }) => author === account }, signal);
  return "problem" in found ? found : { account, comments: found.comments };
}

type Place = Omit<SingleComment, "text">;

/** The account to which the token belongs. */
async function accountOf(on: Place, signal: AbortSignal): Promise<string | { readonly problem: Problem }> {
  const { hosting } = on;
  const author = await ask(on, hosting.who, signal);
  if ("problem" in author) return author;
  if (author.status >= 500) return { problem: failed(on, author.status) };
  const account = hosting.account(author.status, author.body);
  return account ?? { problem: denied(on, author.status, "read its own account") };
}

type Asked = { readonly status: number; readonly body: Json | undefined } | { readonly problem: Problem };

/** True if it is unknown whether the host has made the write. */
function isOpen(reply: Asked): boolean {
  return "problem" in reply || reply.status >= 500;
}

function statusOf(reply: Asked): number {
  return "status" in reply ? reply.status : 0;
}

async function ask({ hosting, wire }: Place, request: WireRequest, signal: AbortSignal): Promise<Asked> {
  const reply = await wire.send(request, signal);
  return reply.outcome === "answered"
    ? { status: reply.status, body: parseJson(reply.text) }
    : { problem: lost(hosting, reply) };
}

async function ownComment(
  on: Place,
  account: string,
  signal: AbortSignal,
): Promise<{ readonly comment?: Comment | undefined } | { readonly problem: Problem }> {
  const found = await ownComments({ ...on, mostOf: 1 }, account, signal);
  return "problem" in found ? found : { comment: found.comments[0] };
}

interface Wanted {
  readonly isOurs: (comment: Comment) => boolean;
  readonly mostOf?: number | undefined;
}

/** trueup's own comments, oldest first. `mostOf`: the maximum number. */
async function ownComments(
  on: Place & { readonly mostOf?: number },
  account: string,
  signal: AbortSignal,
): Promise<{ readonly comments: readonly Comment[] } | { readonly problem: Problem }> {
  const begin = mark(on.key);
  const isOurs = ({ author, body }: Comment) => author === account && plainLines(body).startsWith(begin);
  return commentsWhere(on, { isOurs, mostOf: on.mostOf }, signal);
}

async function commentsWhere(
  on: Place,
  { isOurs, mostOf = Number.POSITIVE_INFINITY }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly comments: readonly Comment[] } | { readonly problem: Problem }> {
  const { hosting } = on;
  const own: Comment[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const reply = await ask(on, hosting.list(page), signal);
    if ("problem" in reply) return reply;
    const comments = reply.status === 200 ? hosting.comments(reply.body) : undefined;
    if (!comments)
      return {
        problem: reply.status >= 500 ? failed(on, reply.status) : denied(on, reply.status, "read comments"),
      };
    own.push(...comments.filter(isOurs));
    if (own.length >= mostOf || comments.length < hosting.pageSize) break;
  }
  return { comments: own };
}

/** Hosts may return line breaks in another form. */
function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n").trimEnd();
}

function denied({ hosting }: Pick<SingleComment, "hosting">, status: number, what: string): Problem {
  const { name, proposal, needs } = hosting;
  if (status === 401)
    return problem("comment-denied", `${name} answers 401: the token is wrong or expired.`, { hint: needs });
  const message = `${name} answers ${status}: the token may not ${what} in ${proposal}, or ${proposal} does not exist.`;
  return problem("comment-denied", message, { hint: needs });
}

function failed({ hosting }: Pick<SingleComment, "hosting">, status: number): Problem {
  return problem("comment-failed", `${hosting.name} answers ${status} repeatedly.`, {
    hint: "Run the command again: it first searches for the comment that it has written.",
  });
}

function lost({ name }: Hosting, reply: Exclude<WireReply, { outcome: "answered" }>): Problem {
  return problem("comment-failed", `the request to ${name} failed: ${reply.problem.message}`, {
    hint: "Run the command again: it first searches for the comment that it has written.",
  });
}
