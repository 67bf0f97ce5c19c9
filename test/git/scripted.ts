/** A git with scripted answers, for cases in which the real git is slow or cannot be made to give the needed answer. */

import type { Repository } from "../../src/git/repository.ts";
import type { GitCall, GitEnd, GitPlatform } from "../../src/git/work-tree.ts";
import { gitPlatform } from "../../src/runtime/files/git-objects.ts";

/** The platform of a scripted git. It creates and removes no folders. */
const platform: GitPlatform = { ...gitPlatform, makeFolder: async () => {}, removeFolder: async () => {} };

/** What git does after a command: it prints this text or these bytes and succeeds, or it ends in this way. */
export type Reply = string | Buffer | GitEnd;

/** The end of a git that fails with a message. */
export const fails = ended(128, "fatal: no such luck");
/** The end of a git that answers "no": the exit status is 1, and there is no message. */
export const saysNo = ended(1, "");
/** The end of a git that took too long. */
export const isLate: GitEnd = { is: "late", seconds: 30 };
/** The end of a git that was not started, because the remote has just failed to reply. */
export const notAsked: GitEnd = { is: "notAsked", seconds: 30 };

/** Returns the end of a git with this exit status and this output. */
export function ended(status: number, err: string, out: string | Buffer = ""): GitEnd {
  return { is: "ended", status, out: Buffer.from(out), err };
}

/** The commit that is checked out in a scripted repository. */
export const head = "a".repeat(40);

/** A repository whose git answers from a script, and all commands that it received. */
interface Scripted {
  readonly on: Repository;
  /** The commands, without the settings (`-c`). */
  readonly asked: string[];
  readonly calls: GitCall[];
}

/**
 * Returns a repository whose git answers from a script. `says` returns the answer to a command; if undefined, git
 * fails.
 */
export function scripted(
  says: (command: string, call: GitCall) => Reply | undefined,
  more: Partial<Repository> = {},
): Scripted {
  const asked: string[] = [];
  const calls: GitCall[] = [];
  const run = async (call: GitCall): Promise<GitEnd> => {
    const words = call.args.filter((arg, at) => arg !== "-c" && call.args[at - 1] !== "-c");
    const command = words.join(" ");
    asked.push(command);
    calls.push(call);
    const reply = says(command, call) ?? fails;
    return typeof reply === "string" || Buffer.isBuffer(reply) ? ended(0, "", reply) : reply;
  };
  const place = { top: "/tree", prefix: "", outer: [], environment: { HOME: "/users/ada" }, run, platform };
  return {
    on: { ...place, head, remote: "origin", gitFolder: "/tree/.git", objects: ".git/objects", ...more },
    asked,
    calls,
  };
}

/** Returns the commands that begin with a text. */
export function those(asked: readonly string[], begin: string): readonly string[] {
  return asked.filter((command) => command.startsWith(begin));
}
