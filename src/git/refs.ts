/** Refs with a text: tag objects that are read, moved and removed as a whole, here and at the remote. */

import { type Problem, problem } from "../model/problem.ts";
import { fetching, isShallow } from "./fetching.ts";
import { answer, type Git, GitUnavailable, openGit, remoteAnswer } from "./git.ts";
import { type Repository, saidBy } from "./repository.ts";

/** A ref of ours: a tag object with a text. */
export interface TextRef {
  /** The object id of the tag object. */
  readonly id: string;
  readonly commit: string;
  readonly text: string;
  readonly bytes?: undefined;
}

/** Something else than a tag object with a text, or one that is not read. */
interface OtherRef {
  readonly id: string;
  readonly text?: undefined;
  /** How long it is, where that is why it is not read. */
  readonly bytes?: number;
}

/** A move of a ref from what it is known to be. */
export interface RefMove {
  /** The whole name: `refs/trueup/production/applied`. */
  readonly name: string;
  /** What it must be now; undefined: it must not exist. */
  readonly was: string | undefined;
  /** What it becomes; undefined: it goes. */
  readonly becomes: string | undefined;
}

/** A ref that is moved along with another, from whatever it is: nothing is read by it, it only keeps what it names. */
export interface AlongMove {
  readonly name: string;
  /** What the run began with; empty: there was none. */
  readonly was: string;
  readonly becomes: string;
  /** With which git finds what it becomes. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What came of a move. `other`: someone else has moved it. */
export type RefMoveResult =
  | { readonly is: "moved" }
  | { readonly is: "other" }
  | { readonly is: "failed"; readonly problem: Problem };

/** Brings all refs below `prefix` from the remote, as they are there. The problem when it cannot be asked. */
export async function fetchRefs(repository: Repository, prefix: string): Promise<Problem | undefined> {
  const { remote } = repository;
  if (remote === undefined) return undefined;
  const git = openGit(repository);
  try {
    await git.text([...(await fetching(git)), "--prune", remote, `+${prefix}/*:${prefix}/*`]);
    return undefined;
  } catch (error) {
    return remoteProblem(remote, error);
  }
}

/** A ref as this repository has it; nothing when there is none. One of more bytes than `maxBytes` is not read. */
export async function readRef(
  repository: Repository,
  name: string,
  maxBytes: number = 64 * 1024 * 1024,
): Promise<TextRef | OtherRef | undefined> {
  const git = openGit(repository);
  const id = await objectIdOf(repository, name);
  if (id === undefined) return undefined;
  const size = await answer(git, ["cat-file", "-s", id]);
  const bytes = Number(size);
  if (bytes > maxBytes) return { id, bytes };
  const tag = await answer(git, ["cat-file", "tag", id]);
  if (!tag) return { id };
  const end = tag.indexOf("\n\n");
  const commit = /^object ([0-9a-f]+)\ntype commit\n/.exec(tag)?.[1];
  return end < 0 || commit === undefined ? { id } : { id, commit, text: tag.slice(end + 2) };
}

/** What a ref points at, whatever that is; undefined when there is no such ref. */
export async function objectIdOf(repository: Repository, name: string): Promise<string | undefined> {
  const id = await answer(openGit(repository), ["rev-parse", "--verify", "--quiet", name]);
  return id?.trim() || undefined;
}

/** A tag object to make: its text, the commit it is of, and when. */
export interface NewTag {
  /** The tag's own name, for people who look at it. */
  readonly tag: string;
  readonly commit: string;
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
}

/** Writes a tag object, that no ref points at yet; its id. Rejects when git cannot. */
export async function writeTag(repository: Repository, tag: NewTag): Promise<string> {
  return (await openGit(repository).text(["mktag"], tagObject(tag))).trim();
}

/** How many bytes a tag object has: what `readRef` holds against its bound. */
export function tagBytes(tag: NewTag): number {
  return Buffer.byteLength(tagObject(tag));
}

function tagObject({ tag, commit, text, time }: NewTag): string {
  const seconds = Math.floor(Date.parse(time) / 1000);
  const head = `object ${commit}\ntype commit\ntag ${tag}\ntagger trueup <trueup@localhost> ${seconds} +0000\n`;
  return `${head}\n${text}\n`;
}

/**
 * Moves a ref in one step, at the remote where there is one and then here: nobody can have moved it in between.
 * A push whose reply was lost is looked after, not sent again. `along`: moved in the same step, at the remote alone
 * where there is one; before it where the remote moves only one at a time.
 */
export async function moveRef(
  repository: Repository,
  move: RefMove,
  along?: AlongMove,
): Promise<RefMoveResult> {
  const { remote } = repository;
  if (remote === undefined) return moveHere(repository, move, { along });
  const pushed = await push(repository, { remote, move, along });
  if (pushed.is === "moved") await moveHere(repository, move, { from: "whatever it was" });
  return pushed;
}

/** These refs, whatever else the configuration would push along, and without a hook. */
const pushing = ["--quiet", "--no-verify", "--no-signed", "--no-follow-tags", "--no-recurse-submodules"];

interface Push {
  readonly remote: string;
  readonly move: RefMove;
  readonly along?: AlongMove | undefined;
}

async function push(repository: Repository, of: Push): Promise<RefMoveResult> {
  const { remote, move, along } = of;
  const { name, was = "", becomes = "" } = move;
  const git = along ? await openFor(along, repository) : openGit(repository);
  const lease = `--force-with-lease=${name}:${was}`;
  const both = along ? ["--atomic", lease, remote, forced(along)] : [lease, remote];
  try {
    await git.text(["push", ...pushing, ...both, `${becomes}:${name}`]);
    return { is: "moved" };
  } catch (error) {
    if (error instanceof GitUnavailable && error.notAsked)
      return { is: "failed", problem: remoteProblem(remote, error) };
    if (along && saidBy(error).includes("does not support --atomic"))
      return pushInTurn(repository, { remote, move, along });
    const now = await remoteRef(git, remote, name);
    if (now === undefined) return { is: "failed", problem: unanswered({ remote, name, error }) };
    if (now === becomes) return { is: "moved" };
    if (now !== was) return { is: "other" };
    const hangs = error instanceof GitUnavailable;
    const failed = { remote, name, error, along: along?.name };
    return { is: "failed", problem: hangs ? unsure(failed) : refused(failed) };
  }
}

function forced({ name, becomes }: AlongMove): string {
  return `+${becomes}:${name}`;
}

/**
 * Git that finds what is moved along. Where it takes a clone for a shallow one it also leaves out files of trees that
 * the remote has in a commit that is no ancestor: those of a memory that is nearly the same, and that are not here.
 */
async function openFor({ environment }: AlongMove, repository: Repository): Promise<Git> {
  const git = openGit({ ...repository, environment });
  if (await isShallow(git)) return git;
  return openGit({ ...repository, environment: { ...environment, GIT_SHALLOW_FILE: "/dev/null" } });
}

/**
 * To a remote that moves one ref at a time: first what is only kept, then what is read. Of several runs at once only
 * one can move it from what they all began with; whoever sees it moved already moves what is read first, which only
 * one can, and nothing of a run that was too late is left over what another has recorded.
 */
async function pushInTurn(
  repository: Repository,
  of: Required<Push> & { readonly along: AlongMove },
): Promise<RefMoveResult> {
  const { remote, move, along } = of;
  const git = await openFor(along, repository);
  const over = await remoteRef(git, remote, along.name);
  const before = await remoteRef(git, remote, move.name);
  if (before !== undefined && before !== (move.was ?? "")) return { is: "other" };
  if (over === undefined || over === along.was) {
    const kept = await keepAlong(git, of, along.was);
    if (kept.is === "failed") return kept;
    if (kept.is === "moved") return push(repository, { remote, move });
  }
  const pushed = await push(repository, { remote, move });
  if (pushed.is !== "moved") return pushed;
  const now = await remoteRef(git, remote, along.name);
  // What it does not keep is forgotten, and said by whoever reads.
  if (now !== undefined && now !== along.becomes) await keepAlong(git, of, now);
  return pushed;
}

/** Moves what is only kept from what it was, in one step. */
async function keepAlong(
  git: Git,
  { remote, along }: { readonly remote: string; readonly along: AlongMove },
  was: string,
): Promise<RefMoveResult> {
  const { name, becomes } = along;
  try {
    // What is forced by a plus goes over every lease.
    const leased = `--force-with-lease=${name}:${was}`;
    await git.text(["push", ...pushing, leased, remote, `${becomes}:${name}`]);
    return { is: "moved" };
  } catch (error) {
    const now = await remoteRef(git, remote, name);
    const failed = { remote, name, error };
    if (now === undefined) return { is: "failed", problem: unanswered(failed) };
    if (now === becomes) return { is: "moved" };
    if (now !== was) return { is: "other" };
    return { is: "failed", problem: error instanceof GitUnavailable ? unsure(failed) : refused(failed) };
  }
}

/** What a ref is at the remote; empty: there is none; undefined: the remote does not say. */
async function remoteRef(git: Git, remote: string, name: string): Promise<string | undefined> {
  const listed = await remoteAnswer(git, ["ls-remote", remote, name]);
  const there = listed?.split("\n").find((line) => line.endsWith(`\t${name}`));
  return listed === undefined ? undefined : (there?.split("\t")[0] ?? "");
}

async function moveHere(
  repository: Repository,
  { name, was, becomes }: RefMove,
  { from, along }: { readonly from?: "whatever it was"; readonly along?: AlongMove | undefined },
): Promise<RefMoveResult> {
  const git = openGit(repository);
  const known = from === undefined ? [was ?? "0".repeat(becomes?.length ?? 40)] : [];
  const command = becomes === undefined ? ["-d", name, ...known] : [name, becomes, ...known];
  const lines = along && [
    `update ${along.name} ${along.becomes}`,
    becomes === undefined ? `delete ${[name, ...known].join(" ")}` : `update ${command.join(" ")}`,
  ];
  try {
    if (lines) await git.text(["update-ref", "--no-deref", "--stdin"], `${lines.join("\n")}\n`);
    else await git.text(["update-ref", "--no-deref", ...command]);
    return { is: "moved" };
  } catch (error) {
    const now = (await objectIdOf(repository, name)) ?? "";
    if (now === (becomes ?? "")) return { is: "moved" };
    if (now !== (was ?? "")) return { is: "other" };
    return { is: "failed", problem: unwritable(name, saidBy(error)) };
  }
}

/** That a remote cannot be asked, and why. */
export function remoteProblem(remote: string, error: unknown): Problem {
  return problem("remote-unreachable", `git cannot reach the remote ${remote}: ${saidBy(error)}`, {
    hint: "Check the network and the credential that git uses: `git ls-remote` must work.",
  });
}

interface FailedPush {
  readonly remote: string;
  readonly name: string;
  readonly error: unknown;
  /** What was to be moved with it. */
  readonly along?: string | undefined;
}

/** The remote can neither be pushed to nor asked. What git itself reports has not moved the ref. */
function unanswered(of: FailedPush): Problem {
  return of.error instanceof GitUnavailable ? unsure(of) : remoteProblem(of.remote, of.error);
}

/** The push was broken off, and its ref did not move before the remote was asked, or that hung too. */
function unsure({ remote, name, error }: FailedPush): Problem {
  const what = `it is unknown whether the remote ${remote} moved ${name}`;
  return problem("push-unanswered", `${what}: ${saidBy(error)}`, {
    hint: "See whether `git ls-remote` answers. The next run looks at the ref first, and nothing is pushed blindly.",
  });
}

function refused({ remote, name, error, along }: FailedPush): Problem {
  const names = along === undefined ? name : `${name} and ${along}`;
  return problem("ref-refused", `the remote ${remote} refuses to move ${names}: ${saidBy(error)}`, {
    hint: "Give the token permission to write, or set `git: { refs: ... }` where the host takes only tags.",
  });
}

function unwritable(name: string, why: string): Problem {
  return problem("ref-refused", `${name} cannot be moved in this repository: ${why}`, {
    hint: "Check that this user may write to the repository's .git folder.",
  });
}
