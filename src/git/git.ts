/** Opens git for a work tree: the only place that sets its environment and configuration. */

import type { GitCall, GitEnd, WorkTree } from "./work-tree.ts";

/** Git in one work tree. */
export interface Git {
  /** What a command prints. Rejects when it fails, with what it says. */
  text(command: readonly string[], input?: string): Promise<string>;
  /** The same as bytes. */
  bytes(command: readonly string[], input?: string): Promise<Buffer>;
}

const silence = {
  late: (seconds: number) => `git did not end within ${seconds} s, and trueup stopped it`,
  notAsked: (seconds: number) => `it just failed to reply within ${seconds} s, so trueup does not ask again`,
};

/** Git says nothing of what it was asked: it took too long, it could not be started, or something ended it. */
export class GitUnavailable extends Error {
  /** True where there is no git on this machine. */
  readonly missing: boolean;
  /** True where nothing was started, so that nothing can have been changed. */
  readonly notAsked: boolean;
  /** True where it printed more than it may: a tree, or a file, that nobody wants. */
  readonly flood: boolean;
  constructor(end: Exclude<GitEnd, { readonly is: "ended" }>) {
    super(whyNot(end));
    this.flood = end.is === "flood";
    this.notAsked = end.is === "notAsked";
    this.missing = end.is === "failed" && end.missing;
  }
}

function whyNot(end: Exclude<GitEnd, { readonly is: "ended" }>): string {
  if (end.is === "failed") return end.why;
  if (end.is === "flood")
    return `git printed more than ${end.mostBytes / megabyte} MB, and trueup stopped it`;
  return silence[end.is](Math.round(end.seconds * 10) / 10);
}

const megabyte = 1024 * 1024;
/** What git may print. Records are the largest things that are read as they are. */
const mostBytes = 512 * megabyte;
/** Of a tree's listing, and of one file: a tree of a few kilobytes may list millions of files. */
const mostBytesOf: Readonly<Record<string, number>> = {
  "ls-tree": 16 * megabyte,
  "cat-file blob": 16 * megabyte,
};

function mostBytesFor([name = "", first = ""]: readonly string[]): number {
  return mostBytesOf[`${name} ${first}`] ?? mostBytesOf[name] ?? mostBytes;
}

/** Git itself says that a command fails. */
class GitFailure extends Error {
  /** It fails without a word where it is asked whether something is so, and it is not. */
  readonly silent: boolean;
  constructor(message: string, silent: boolean) {
    super(message);
    this.silent = silent;
  }
}

/** The commands that a remote answers. */
const asksRemote: Readonly<Record<string, GitCall["remote"]>> = {
  push: "push",
  fetch: "other",
  "ls-remote": "other",
};

/** Messages are read, so they are English; a path is a path; an id stands for its own content. */
const settled = { LC_ALL: "C", GIT_LITERAL_PATHSPECS: "1", GIT_NO_REPLACE_OBJECTS: "1" };

/**
 * What is switched off, whatever the configuration says. `.git/config` is its owner's and counts: it says how a remote
 * is reached. But what it switches on for people may run files of the work tree, and those are the pull request's.
 */
const configuration = [
  "safe.bareRepository=explicit",
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "protocol.ext.allow=never",
  "submodule.recurse=false",
  "log.showSignature=false",
  "gc.auto=0",
  // Beyond that it gives a file piece by piece, and does not hold it.
  "core.bigFileThreshold=16m",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** What git is opened for: a place, and settings for this use alone. */
type GitPlace = Pick<WorkTree, "top" | "environment" | "run"> & { readonly settings?: readonly string[] };

/**
 * Git at the top of a work tree. The environment is the user's own, not the pull request's:
 * how ssh is called, who asks for a password and where git's configuration lies is up to whoever runs this, as with
 * git itself.
 */
export function openGit({ top, environment, run, settings = [] }: GitPlace): Git {
  // Nobody is asked for a password, unless whoever runs this says so: nobody may sit there.
  const env = { GIT_TERMINAL_PROMPT: "0", ...environment, ...settled };
  const configured = [...configuration, ...settings.flatMap((setting) => ["-c", setting])];
  const bytes = async (command: readonly string[], input?: string) => {
    const remote = asksRemote[command[0] ?? ""];
    const end = await run({
      args: [...configured, ...command],
      cwd: top,
      env,
      input,
      remote,
      mostBytes: mostBytesFor(command),
    });
    if (end.is !== "ended") throw new GitUnavailable(end);
    const { buffer, byteOffset, byteLength } = end.out;
    if (end.status === 0) return Buffer.from(buffer, byteOffset, byteLength);
    throw new GitFailure(end.err, end.status === 1 && end.err === "");
  };
  const text = async (command: readonly string[], input?: string) =>
    (await bytes(command, input)).toString("utf8");
  return { text, bytes };
}

/**
 * What a command prints; empty where git says no without a word, undefined when it fails. Rejects with `GitUnavailable`
 * where git could not be asked: that is not an answer.
 */
export async function answer(
  git: Git,
  command: readonly string[],
  input?: string,
): Promise<string | undefined> {
  try {
    return await git.text(command, input);
  } catch (error) {
    if (error instanceof GitFailure) return error.silent ? "" : undefined;
    throw error;
  }
}

/** What a remote says; undefined when it cannot be asked, for whatever reason. */
export async function remoteAnswer(git: Git, command: readonly string[]): Promise<string | undefined> {
  return git.text(command).catch(() => undefined);
}
