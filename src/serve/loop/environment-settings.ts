/** The inputs of one environment's loop. */

import type { Follower } from "../follow/follow.ts";
import type { ProjectSecrets, Runner } from "../runner/runner.ts";
import type { KnownSettings } from "./known.ts";
import type { Turns } from "./turns.ts";

/** An environment, and what its loop needs. */
export interface EnvironmentSettings extends KnownSettings {
  readonly secrets: ProjectSecrets;
  readonly runner: Runner;
  readonly turns: Turns;
  readonly follower: Follower;
  readonly ended: AbortSignal;
  /** Called after a change, with the environment's id before the change and its id now. */
  readonly changed: (ids: readonly string[]) => void;
}
