/** The settings of the loop: its data folder, what it follows, and which secrets each project may open. */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import type { ProjectSecrets } from "../runner/runner.ts";

/** The settings of a server's loop. */
export interface LoopSettings {
  /** The absolute path of the folder for clones, work trees and state files. Only one server at a time may use it. */
  readonly dataFolder: string;
  readonly repositories: readonly FollowedRepository[];
}

/** A followed repository. */
export interface FollowedRepository {
  /** The unique name of the repository, which is the first part of its environments' ids. */
  readonly name: string;
  /** The URL in any form that git accepts. */
  readonly url: string;
  /** How often to poll the repository, in milliseconds. */
  readonly fetchEveryMs: number;
  /** The timeout of git when polling the repository, in seconds. Default: 30. */
  readonly timeoutSeconds?: number | undefined;
  /** The repository's web pages. If absent, they are unknown. */
  readonly pages?: RepositoryPages | undefined;
  /** Each project file on each branch is an environment. */
  readonly projects: readonly FollowedProject[];
}

/** One project file on one branch. */
interface FollowedProject {
  readonly branch: string;
  /** The path in the repository, with forward slashes: `trueup.yaml`, `sites/production.yaml`. */
  readonly projectFile: string;
  readonly secrets: ProjectSecrets;
}
