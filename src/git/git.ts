/** Opens git for a work tree. Only this file sets git's environment and configuration. */

import type { GitCall, GitEnd, WorkTree } from "./work-tree.ts";

/** Git in one work tree. */
export interface Git {
  /** Returns the output of a command. If the command fails, rejects with git's message. */
  text(command: readonly string[], input?: string): Promise<string>;
  /** Like `text`, as bytes. */
  bytes(command: readonly string[], input?: string): Promise<Uint8Array>;
}

const silence = {
  late: (seconds: number) => `git did not end within ${seconds} s, and trueup stopped it`,
  notAsked: (seconds: number) => `it just failed to reply within ${seconds} s, so trueup does not ask again`,
};

/** Thrown if git gave no result, because it timed out, could not be started, or was killed. */
export class GitUnavailable extends Error {
  /** True: git is not installed. */
  readonly missing: boolean;
  /** True: nothing was started, so nothing can have changed. */
  readonly notAsked: boolean;
  /** True: git printed more than the limit, because a tree or file is too large. */
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
/** The limit for git's output. Records are the largest objects that are read in one piece. */
const mostBytes = 512 * megabyte;
/** The limits for a tree's listing and for one file. A tree of a few kilobytes may list millions of files. */
const mostBytesOf: Readonly<Record<string, number>> = {
  "ls-tree": 16 * megabyte,
  "cat-file blob": 16 * megabyte,
};

function mostBytesFor([name = "", first = ""]: readonly string[]): number {
  return mostBytesOf[`${name} ${first}`] ?? mostBytesOf[name] ?? mostBytes;
}

/** Thrown if git itself reports that a command failed. */
class GitFailure extends Error {
  /** True: the command failed without a message, which means "no" for commands that test something. */
  readonly silent: boolean;
  constructor(message: string, silent: boolean) {
    super(message);
    this.silent = silent;
  }
}

/** The commands that contact a remote. */
const asksRemote: Readonly<Record<string, GitCall["remote"]>> = {
  push: "push",
  fetch: "other",
  "ls-remote": "other",
};

/**
 * Environment variables that are always set. Git's messages must be English, because they are parsed. Paths are
 * literal. Object ids are not replaced by others.
 */
const settled = { LC_ALL: "C", GIT_LITERAL_PATHSPECS: "1", GIT_NO_REPLACE_OBJECTS: "1" };

/**
 * Settings that always apply, whatever the configuration says. `.git/config` belongs to the owner of the clone and is
 * respected, because it says how to reach a remote. But some features that it may enable run or read files of the work
 * tree, and these files come from the pull request.
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
  // Git streams larger files instead of holding them in memory.
  "core.bigFileThreshold=16m",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** The place at which git is opened, and settings for this opening only. */
type GitPlace = Pick<WorkTree, "top" | "environment" | "run"> & { readonly settings?: readonly string[] };

/**
 * Opens git at the top of a work tree. The environment belongs to the user, not to the pull request. As with git
 * itself, the user decides how ssh is called, how passwords are requested and where git's configuration is.
 */
export function openGit({ top, environment, run, settings = [] }: GitPlace): Git {
  // Unless the user has enabled it, git never prompts for a password, because there may be no one to answer.
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
 * Returns the output of a command. Empty: git says "no" without a message. Undefined: the command fails. Rejects with
 * `GitUnavailable` if git could not run, because there is no answer then.
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

/** Returns the answer of a remote; undefined if it cannot be reached for any reason. */
export async function remoteAnswer(git: Git, command: readonly string[]): Promise<string | undefined> {
  return git.text(command).catch(() => undefined);
}
