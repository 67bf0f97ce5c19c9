/** The snapshot ref: a published snapshot as the text of a tag object, for plans without credentials. */

import { jsonExcess } from "../model/json.ts";
import { snapshotBounds } from "../model/live/snapshot.ts";
import { moveRef, objectIdOf, type RefMoveResult, readRef, writeTag } from "./refs.ts";
import type { Repository } from "./repository.ts";

/** What is published. */
export interface SnapshotToPublish {
  /** What the refs of the environment begin with: `refs/trueup/production`. */
  readonly prefix: string;
  readonly environment: string;
  /** The commit that was checked out. */
  readonly commit: string;
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
}

/** What came of publishing. `tooLarge`: nothing was written, since nobody could read it. `excess`: half a sentence. */
export type PublishResult = RefMoveResult | { readonly is: "tooLarge"; readonly excess: string };

/**
 * Moves the snapshot ref, here and at the remote, from what was fetched last; not to a snapshot that could not be read
 * again. Rejects when git cannot write.
 */
export async function publishSnapshot(repository: Repository, of: SnapshotToPublish): Promise<PublishResult> {
  const excess = jsonExcess(of.text, snapshotBounds);
  if (excess !== undefined) return { is: "tooLarge", excess };
  const name = snapshotRef(of.prefix);
  const was = await objectIdOf(repository, name);
  const becomes = await writeTag(repository, { ...of, tag: `trueup/${of.environment}/snapshot` });
  return moveRef(repository, { name, was, becomes });
}

/** What stands before the text in its tag object is shorter. */
const headBytes = 4096;

/**
 * The snapshot that was published last, as this repository has it; undefined when there is none. Without a text: what
 * the ref points at is no tag object, or larger than a snapshot may be.
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
