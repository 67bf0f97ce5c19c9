/** The snapshot ref: a published snapshot as the text of a tag object, for plans without credentials. */

import { jsonExcess } from "../model/json.ts";
import { snapshotBounds } from "../model/live/snapshot.ts";
import { moveRef, objectIdOf, type RefMoveResult, readRef, writeTag } from "./refs.ts";
import type { Repository } from "./repository.ts";

/** The snapshot to publish. */
export interface SnapshotToPublish {
  /** The prefix of the environment's refs: `refs/trueup/production`. */
  readonly prefix: string;
  readonly environment: string;
  /** The commit that was checked out. */
  readonly commit: string;
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
}

/**
 * The result of publishing. `tooLarge`: nothing was written, because no plan could read such a large snapshot.
 * `excess`: half a sentence that says what is too large.
 */
export type PublishResult = RefMoveResult | { readonly is: "tooLarge"; readonly excess: string };

/**
 * Moves the snapshot ref, in this clone and at the remote, from the value that was fetched last. Does not move it if
 * the snapshot could not be read back. Rejects if git cannot write.
 */
export async function publishSnapshot(repository: Repository, of: SnapshotToPublish): Promise<PublishResult> {
  const excess = jsonExcess(of.text, snapshotBounds);
  if (excess !== undefined) return { is: "tooLarge", excess };
  const name = snapshotRef(of.prefix);
  const was = await objectIdOf(repository, name);
  const becomes = await writeTag(repository, { ...of, tag: `trueup/${of.environment}/snapshot` });
  return moveRef(repository, { name, was, becomes });
}

/** An upper bound for the size of the tag object's header before the text. */
const headBytes = 4096;

/**
 * Returns the last published snapshot in this repository; undefined if there is none. Its text is missing if the ref
 * points at something other than a tag object, or if the snapshot is too large.
 */
export async function publishedSnapshot(
  repository: Repository,
  prefix: string,
): Promise<{ readonly text?: string | undefined } | undefined> {
  const found = await readRef(repository, snapshotRef(prefix), snapshotBounds.bytes + headBytes);
  return found && { text: found.text };
}

/** The ref of the published snapshot. `prefix`: `refs/trueup/production`. */
export function snapshotRef(prefix: string): string {
  return `${prefix}/snapshot`;
}
