/** Refs with a text: tag objects that are read, moved and removed as a whole, here and at the remote. */

import { type Problem, problem } from "../model/problem.ts";
import { fetching } from "./fetching.ts";
import { answer, GitUnavailable, openGit, remoteAnswer } from "./git.ts";
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
 * A push whose reply was lost is looked after, not sent again.
 */
export async function moveRef(repository: Repository, move: RefMove): Promise<RefMoveResult> {
  const { remote } = repository;
  if (remote === undefined) return moveHere(repository, move);
  const pushed = await push(repository, remote, move);
  if (pushed.is === "moved") await moveHere(repository, move, "whatever it was");
  return pushed;
}

/** One ref, whatever else the configuration would push along, and without a hook. */
const pushing = ["--quiet", "--no-verify", "--no-signed", "--no-follow-tags", "--no-recurse-submodules"];

async function push(repository: Repository, remote: string, move: RefMove): Promise<RefMoveResult> {
  const { name, was = "", becomes = "" } = move;
  const git = openGit(repository);
  const lease = `--force-with-lease=${name}:${was}`;
  try {
    await git.text(["push", ...pushing, lease, remote, `${becomes}:${name}`]);
    return { is: "moved" };
  } catch (error) {
    if (error instanceof GitUnavailable && error.notAsked)
      return { is: "failed", problem: remoteProblem(remote, error) };
    const listed = await remoteAnswer(git, ["ls-remote", remote, name]);
    if (listed === undefined) return { is: "failed", problem: unanswered({ remote, name, error }) };
    const there = listed.split("\n").find((line) => line.endsWith(`\t${name}`));
    const now = there?.split("\t")[0] ?? "";
    if (now === becomes) return { is: "moved" };
    if (now !== was) return { is: "other" };
    const hangs = error instanceof GitUnavailable;
    return {
      is: "failed",
      problem: hangs ? unsure({ remote, name, error }) : refused({ remote, name, error }),
    };
  }
}

async function moveHere(
  repository: Repository,
  { name, was, becomes }: RefMove,
  from?: "whatever it was",
): Promise<RefMoveResult> {
  const git = openGit(repository);
  const known = from === undefined ? [was ?? "0".repeat(becomes?.length ?? 40)] : [];
  const command = becomes === undefined ? ["-d", name, ...known] : [name, becomes, ...known];
  try {
    await git.text(["update-ref", "--no-deref", ...command]);
    return { is: "moved" };
  } catch (error) {
    const now = (await objectIdOf(repository, name)) ?? "";
    if (now === (becomes ?? "")) return { is: "moved" };
    if (now !== (was ?? "")) return { is: "other" };
    return { is: "failed", problem: unwritable(name, saidBy(error)) };
  }
}

function remoteProblem(remote: string, error: unknown): Problem {
  return problem("remote-unreachable", `git cannot reach the remote ${remote}: ${saidBy(error)}`, {
    hint: "Check the network and the credential that git uses: `git ls-remote` must work.",
  });
}

interface FailedPush {
  readonly remote: string;
  readonly name: string;
  readonly error: unknown;
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

function refused({ remote, name, error }: FailedPush): Problem {
  return problem("ref-refused", `the remote ${remote} refuses to move ${name}: ${saidBy(error)}`, {
    hint: "Give the token permission to write, or set `git: { refs: ... }` where the host takes only tags.",
  });
}

function unwritable(name: string, why: string): Problem {
  return problem("ref-refused", `${name} cannot be moved in this repository: ${why}`, {
    hint: "Check that this user may write to the repository's .git folder.",
  });
}
