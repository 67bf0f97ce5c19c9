/** Refs with a text: tag objects that are read, moved and removed atomically, in this clone and at the remote. */

import { type Problem, problem } from "../model/problem.ts";
import { fetching, isShallow } from "./fetching.ts";
import { answer, type Git, GitUnavailable, openGit, remoteAnswer } from "./git.ts";
import { type Repository, saidBy } from "./repository.ts";

/** A ref of trueup: a tag object with a text. */
export interface TextRef {
  /** The object id of the tag object. */
  readonly id: string;
  readonly commit: string;
  readonly text: string;
  readonly bytes?: undefined;
}

/** A ref that points at something else than a tag object with a text, or that was not read. */
interface OtherRef {
  readonly id: string;
  readonly text?: undefined;
  /** The size of the ref's object, if it was too large to read. */
  readonly bytes?: number;
}

/** A move of a ref from its expected value. */
export interface RefMove {
  /** The full name: `refs/trueup/production/applied`. */
  readonly name: string;
  /** The ref's expected value; undefined: the ref must not exist. */
  readonly was: string | undefined;
  /** The ref's new value; undefined: the ref is removed. */
  readonly becomes: string | undefined;
}

/** A ref that is moved together with another ref. Its only purpose is to keep an object alive. */
export interface AlongMove {
  readonly name: string;
  /** The ref's value when the run began. Empty: the ref did not exist. */
  readonly was: string;
  readonly becomes: string;
  /** Environment variables with which git finds the new value. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The result of a move. `other`: another run has moved the ref. */
export type RefMoveResult =
  | { readonly is: "moved" }
  | { readonly is: "other" }
  | { readonly is: "failed"; readonly problem: Problem };

/** Fetches all refs below `prefix` from the remote. Returns a problem if the remote cannot be reached. */
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

/** Returns a ref of this clone; undefined if it does not exist. Objects of more than `maxBytes` are not read. */
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

/** Returns the object at which a ref points; undefined if there is no such ref. */
export async function objectIdOf(repository: Repository, name: string): Promise<string | undefined> {
  const id = await answer(openGit(repository), ["rev-parse", "--verify", "--quiet", name]);
  return id?.trim() || undefined;
}

/** A tag object to create: its text, its commit and its time. */
export interface NewTag {
  /** The tag's own name, for people who inspect it. */
  readonly tag: string;
  readonly commit: string;
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
}

/** Writes a tag object to which no ref points yet, and returns its id. Rejects if git fails. */
export async function writeTag(repository: Repository, tag: NewTag): Promise<string> {
  return (await openGit(repository).text(["mktag"], tagObject(tag))).trim();
}

/** The size of a tag object, which `readRef` compares with its limit. */
export function tagBytes(tag: NewTag): number {
  return Buffer.byteLength(tagObject(tag));
}

function tagObject({ tag, commit, text, time }: NewTag): string {
  const seconds = Math.floor(Date.parse(time) / 1000);
  const head = `object ${commit}\ntype commit\ntag ${tag}\ntagger trueup <trueup@localhost> ${seconds} +0000\n`;
  return `${head}\n${text}\n`;
}

/**
 * Moves a ref atomically, at the remote if there is one. No other run can move the ref between the check of its value
 * and the move. After a push, the ref of this clone is moved too. If the reply to a push was lost, the ref is read and
 * not pushed again. `along`: another ref that is moved in the same step, but only if there is a remote. If the remote
 * moves only one ref at a time, `along` is moved first.
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

/** Pushes only the given refs, even if the configuration would push others too, and runs no hooks. */
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
 * Opens git so that it finds the memory's objects. Git must not take a full clone for a shallow one. Otherwise, a push
 * would omit files that the remote already has in a commit that is not an ancestor. Such files belong to a similar
 * memory, and are not local.
 */
async function openFor({ environment }: AlongMove, repository: Repository): Promise<Git> {
  const git = openGit({ ...repository, environment });
  if (await isShallow(git)) return git;
  return openGit({ ...repository, environment: { ...environment, GIT_SHALLOW_FILE: "/dev/null" } });
}

/**
 * Pushes to a remote that moves one ref at a time: first the memory ref, then the applied ref. If another run has
 * already moved the memory ref, the applied ref is tried first, which only one run can move. A late run therefore never
 * overwrites the memory of a run that has recorded.
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
  // If the memory ref cannot be moved, the memory is lost. The next reader reports this.
  if (now !== undefined && now !== along.becomes) await keepAlong(git, of, now);
  return pushed;
}

/** Atomically moves the memory ref from its previous value. */
async function keepAlong(
  git: Git,
  { remote, along }: { readonly remote: string; readonly along: AlongMove },
  was: string,
): Promise<RefMoveResult> {
  const { name, becomes } = along;
  try {
    // A refspec with a plus would override the lease.
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

/** Returns the value of a ref at the remote. Empty: the ref does not exist. Undefined: the remote does not answer. */
export async function remoteRef(git: Git, remote: string, name: string): Promise<string | undefined> {
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

/** The problem of an unreachable remote, with the reason. */
export function remoteProblem(remote: string, error: unknown): Problem {
  return problem("remote-unreachable", `git cannot reach the remote ${remote}: ${saidBy(error)}`, {
    hint: "Check the network and the credential that git uses: `git ls-remote` must work.",
  });
}

interface FailedPush {
  readonly remote: string;
  readonly name: string;
  readonly error: unknown;
  /** The ref to move together with this one. */
  readonly along?: string | undefined;
}

/** The problem if the remote answers neither pushes nor reads. If git reports the failure, the ref has not moved. */
function unanswered(of: FailedPush): Problem {
  return of.error instanceof GitUnavailable ? unsure(of) : remoteProblem(of.remote, of.error);
}

/** The problem of an aborted push, if the ref had not moved when the remote was read, or if the read failed too. */
function unsure({ remote, name, error }: FailedPush): Problem {
  const what = `it is unknown whether the remote ${remote} moved ${name}`;
  return problem("push-unanswered", `${what}: ${saidBy(error)}`, {
    hint: "Check that `git ls-remote` answers. The next run reads the ref before it pushes.",
  });
}

function refused({ remote, name, error, along }: FailedPush): Problem {
  const names = along === undefined ? name : `${name} and ${along}`;
  return problem("ref-refused", `the remote ${remote} refuses to move ${names}: ${saidBy(error)}`, {
    hint: "Give the token permission to write. If the host accepts only tags, set `git: { refs: refs/tags/trueup }`.",
  });
}

function unwritable(name: string, why: string): Problem {
  return problem("ref-refused", `${name} cannot be moved in this repository: ${why}`, {
    hint: "Check that this user may write to the repository's .git folder.",
  });
}
