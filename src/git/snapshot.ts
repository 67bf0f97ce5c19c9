/** The snapshot ref: a published snapshot as the text of a tag object, for plans without credentials. */

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

/** Moves the snapshot ref, here and at the remote, from what was fetched last. Rejects when git cannot write. */
export async function publishSnapshot(repository: Repository, of: SnapshotToPublish): Promise<RefMoveResult> {
  const name = snapshotRef(of.prefix);
  const was = await objectIdOf(repository, name);
  const becomes = await writeTag(repository, { ...of, tag: `trueup/${of.environment}/snapshot` });
  return moveRef(repository, { name, was, becomes });
}

/** The text of the snapshot that was published last, as this repository has it; undefined when there is none. */
export async function publishedSnapshot(repository: Repository, prefix: string): Promise<string | undefined> {
  return (await readRef(repository, snapshotRef(prefix)))?.text;
}

/** The ref of the published snapshot. `prefix`: `refs/trueup/production`. */
export function snapshotRef(prefix: string): string {
  return `${prefix}/snapshot`;
}
