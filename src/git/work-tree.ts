/** Git's work tree: its `.git`, the project's path in it, and how git is started. */

/** A work tree, and the project's folder in it. */
export interface WorkTree {
  /**
   * The absolute path of the folder that contains `.git`, with links resolved. Git looks for its repository nowhere
   * else.
   */
  readonly top: string;
  /** The path to the project's folder, with a trailing slash. Empty if the project's folder is the top. */
  readonly prefix: string;
  /** The surrounding work trees, the nearest first, each with the path from its top to the top of this work tree. */
  readonly outer: readonly { readonly top: string; readonly prefix: string }[];
  /** The environment variables that git gets (see `environmentBelow`). */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts one git process. */
  readonly run: (call: GitCall) => Promise<GitEnd>;
  /** Functions of the platform that git does not offer. */
  readonly platform: GitPlatform;
}

/** Folder and hash functions, for objects that are kept outside the repository. */
export interface GitPlatform {
  /** A hash in hexadecimal digits. */
  readonly hash: (algorithm: "sha1" | "sha256", bytes: Uint8Array) => string;
  /**
   * Creates a folder and its parents if they are missing. Never rejects, because git itself reports the operations that
   * fail without the folder.
   */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Removes a folder with its contents, if it exists. Never rejects. */
  readonly removeFolder: (path: string) => Promise<void>;
}

/** The input of one git process. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The standard input of the process. Default: none. */
  readonly input?: string | undefined;
  /**
   * Set if the command contacts the remote, by a push or otherwise. Calls of the remote that follow each other share
   * `git.timeoutSeconds`.
   */
  readonly remote?: "push" | "other" | undefined;
  /** The limit for the output of the process, in bytes. If git prints more, it is killed. */
  readonly mostBytes: number;
}

/**
 * How a git process ended. `late`: it timed out and was killed with all its children. `flood`: it exceeded its output
 * limit. `notAsked`: it was not started, because the remote did not respond for `seconds` just before. `failed`: it
 * could not be started, or a signal killed it, so its output must not be trusted.
 */
export type GitEnd =
  | { readonly is: "ended"; readonly status: number; readonly out: Uint8Array; readonly err: string }
  | { readonly is: "late" | "notAsked"; readonly seconds: number }
  | { readonly is: "flood"; readonly mostBytes: number }
  | { readonly is: "failed"; readonly why: string; readonly missing: boolean };
