/** The work tree that git is used in: where its `.git` is, where the project is in it, and how git is started. */

/** A work tree, and the project's folder in it. */
export interface WorkTree {
  /** The absolute path of the folder that has `.git`, without links: git looks for its repository nowhere else. */
  readonly top: string;
  /** The way down to the project's folder, with a slash at its end; empty when that is the top. */
  readonly prefix: string;
  /** The work trees that this one stands in, the nearest first, with the way down to this one's top. */
  readonly outer: readonly { readonly top: string; readonly prefix: string }[];
  /** All that git gets to know of the environment (see `environmentBelow`). */
  readonly environment: Readonly<Record<string, string>>;
  /** Starts one git process. */
  readonly run: (call: GitCall) => Promise<GitEnd>;
  /** What git cannot be asked for. */
  readonly platform: GitPlatform;
}

/** Folders and hashes, for objects that are kept outside of a repository's own. */
export interface GitPlatform {
  /** In hexadecimal digits. */
  readonly hash: (algorithm: "sha1" | "sha256", bytes: Uint8Array) => string;
  /** Makes a folder and those above it, if it is not there. Never rejects: git says what it cannot do without it. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Removes a folder with all that is in it, if it is there. Never rejects. */
  readonly removeFolder: (path: string) => Promise<void>;
}

/** What one git process is started with. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What it reads. Default: nothing. */
  readonly input?: string | undefined;
  /** It asks the remote, by a push or otherwise: all that do so in a row have `git.timeoutSeconds` together. */
  readonly remote?: "push" | "other" | undefined;
  /** What it may print, in bytes: it is ended when it prints more. */
  readonly mostBytes: number;
}

/**
 * How a git process ended. `late`: it took longer than it may, and was ended with all that it had started; `flood`: it
 * printed more.
 * `notAsked`: it was not started, since the remote has just not replied for `seconds`. `failed`: it could not be
 * started, or a signal ended it; what it printed is not to be believed.
 */
export type GitEnd =
  | { readonly is: "ended"; readonly status: number; readonly out: Uint8Array; readonly err: string }
  | { readonly is: "late" | "notAsked"; readonly seconds: number }
  | { readonly is: "flood"; readonly mostBytes: number }
  | { readonly is: "failed"; readonly why: string; readonly missing: boolean };
