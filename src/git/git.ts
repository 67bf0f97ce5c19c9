/** Opens git for a work tree: the only place that sets its environment and configuration. */

import type { SimpleGit } from "simple-git";
import type { WorkTree } from "./work-tree.ts";

/** What git is opened with. */
interface GitOptions extends Pick<WorkTree, "top" | "environment"> {
  /** What a command is given on its standard input. */
  readonly input?: (commands: readonly string[]) => string | Buffer | undefined;
}

/** A remote that says nothing for so long is given up. */
const silenceMs = 60_000;

/** Messages are read, so they are English; a path is a path; an id stands for its own content. */
const settled = { LC_ALL: "C", GIT_LITERAL_PATHSPECS: "1", GIT_NO_REPLACE_OBJECTS: "1" };

/**
 * What is switched off, whatever the configuration says. `.git/config` is its owner's and counts: it says how a remote
 * is reached. But what it switches on for people may run files of the work tree, and those are the proposal's.
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
  "maintenance.auto=false",
];

/**
 * Git at the top of a work tree. The environment is the user's own, not the proposal's:
 * how ssh is called, who asks for a password and where git's configuration lies is up to whoever runs this, as with
 * git itself.
 */
export async function openGit({ top, environment, input }: GitOptions): Promise<SimpleGit> {
  const { simpleGit } = await import("simple-git");
  // Nobody is asked for a password, unless whoever runs this says so: nobody may sit there.
  const env = { GIT_TERMINAL_PROMPT: "0", ...environment, ...settled };
  const options = {
    baseDir: top,
    config: configuration,
    ...(input && { input }),
    timeout: { block: silenceMs },
    allowEnvironment: Object.keys(env),
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeSshCommand: true,
    },
  };
  return simpleGit(options).env(env);
}

/** What a git command prints; undefined when it fails, with a message or without. */
export async function answer(git: SimpleGit, command: readonly string[]): Promise<string | undefined> {
  return git.raw([...command]).catch(() => undefined);
}
