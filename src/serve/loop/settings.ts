/** What the loop is told: where it keeps its own, what it follows, and which secrets each project may open. */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import type { ProjectSecrets } from "../runner/runner.ts";

/** What a server works on. */
export interface LoopSettings {
  /** Absolute: clones, work trees and state files. One server at a time has it. */
  readonly dataFolder: string;
  readonly repositories: readonly FollowedRepository[];
}

/** A repository that is followed. */
export interface FollowedRepository {
  /** Unique: the first part of its environments' ids. */
  readonly name: string;
  /** As git takes it. */
  readonly url: string;
  /** How often it is asked whether it moved, in milliseconds. */
  readonly fetchEveryMs: number;
  /** How long git may take to ask it, in seconds. Default 30. */
  readonly timeoutSeconds?: number | undefined;
  /** Where it can be looked at. */
  readonly pages?: RepositoryPages | undefined;
  /** Each project file on each branch is an environment. */
  readonly projects: readonly FollowedProject[];
}

/** One project file on one branch. */
interface FollowedProject {
  readonly branch: string;
  /** In the repository, with forward slashes: `trueup.yaml`, `sites/production.yaml`. */
  readonly projectFile: string;
  readonly secrets: ProjectSecrets;
}
