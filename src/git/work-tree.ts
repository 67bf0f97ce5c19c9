/** The work tree that git is used in: where its `.git` is, and where the project is in it. */

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
}
