/** What planning must know of a target beyond the changes themselves. */

import type { Dialect, Kind } from "../drivers/contract/contract.ts";
import type { ResourceReferences } from "../drivers/contract/target-model.ts";
import type { SentChange } from "../drivers/contract/write.ts";
import type { DeclaredSides, MovedPlaces } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { RemovalLimit } from "../model/project.ts";

/** A target as the planner sees it. */
export interface TargetFacts {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** With the target's settings laid over it. */
  readonly dialect: Dialect;
  /** How many requests a write takes, one after the other. Absent: one. */
  requestsOf?(change: SentChange): number;
  /** What moved between places of its devices. Absent: nothing can. */
  movedPlaces?(sides: DeclaredSides): MovedPlaces | undefined;
  /** What a resource has to do with others by the values in it. Absent, or undefined: nothing tells. */
  references?(resource: Resource): ResourceReferences | undefined;
  /** The rate it is written to, with the target's own limits and share. Over 0. */
  readonly requestsPerSecond: number;
  /** In flight at once, at most. Absent: it is no limit. */
  readonly concurrency?: { readonly all: number; readonly perHost?: number | undefined };
  /** From what on many removals need a consent, where the target sets it itself. */
  readonly removals?: Partial<RemovalLimit> | undefined;
}
