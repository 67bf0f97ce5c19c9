/** Opens git for a folder: the only place that says what it may know of the environment and do with it. */

import type { SimpleGit } from "simple-git";

/** What git is opened with. */
export interface GitOptions {
  /** A work tree, or a folder inside one. */
  readonly folder: string;
  /** All that git gets to know of the environment (see `childEnvironment`). */
  readonly environment: Readonly<Record<string, string>>;
  /** What a command is given on its standard input. */
  readonly input?: (commands: readonly string[]) => string | Buffer | undefined;
}

/** A remote that says nothing for so long is given up. */
const silenceMs = 60_000;

/** Messages are read, so they are English; and nobody is asked for a password, since nobody may sit there. */
const settled = { LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };

/**
 * Git in a folder. The environment is the user's own, not the proposal's: how ssh is called, who asks for a password
 * and where git's configuration lies is up to whoever runs this, as with git itself.
 */
export async function openGit({ folder, environment, input }: GitOptions): Promise<SimpleGit> {
  const { simpleGit } = await import("simple-git");
  const env = { ...settled, ...environment, LC_ALL: settled.LC_ALL };
  const options = {
    baseDir: folder,
    ...(input && { input }),
    timeout: { block: silenceMs },
    allowEnvironment: Object.keys(env),
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeSshCommand: true,
    },
  };
  return simpleGit(options).env(env);
}

/** What a git command prints; undefined when it fails, with a message or without. */
export async function answer(git: SimpleGit, command: readonly string[]): Promise<string | undefined> {
  return git.raw([...command]).catch(() => undefined);
}
