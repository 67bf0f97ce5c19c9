/** What the loop of one environment is given. */

import type { Follower } from "../follow/follow.ts";
import type { ProjectSecrets, Runner } from "../runner/runner.ts";
import type { KnownSettings } from "./known.ts";
import type { Turns } from "./turns.ts";

/** What an environment is, and what its loop works with. */
export interface EnvironmentSettings extends KnownSettings {
  readonly secrets: ProjectSecrets;
  readonly runner: Runner;
  readonly turns: Turns;
  readonly follower: Follower;
  readonly ended: AbortSignal;
  /** Something is another: with the ids that it had, and has. */
  readonly changed: (ids: readonly string[]) => void;
}
