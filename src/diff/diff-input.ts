/** The inputs of a comparison: the three sides, and other facts. */

import type { Address } from "../model/address.ts";
import type { UnmanagedField } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { LiveResource, Snapshot } from "../model/live/snapshot.ts";
import type { UnseenCreate } from "../model/memory.ts";
import type { DisplacedBy } from "../model/sameness/displaced.ts";
import type { AlikeOf } from "../model/sameness/places.ts";
import type { SecretCheck } from "../model/secret.ts";
import type { SettledForms } from "./settled.ts";

/** The three sides. Without `base` the comparison is two-way. */
export interface DiffInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** An address without an observation is out of scope, and not part of the result. */
  readonly snapshot: Pick<Snapshot, "observations" | "unmanaged">;
  /** What the record says about write-only secrets. Absent: nothing. */
  readonly secretCheck?: SecretCheck | undefined;
  /**
   * Values that desired state no longer declares, at places that one resource declares in base and another in desired
   * state.
   */
  readonly released?: readonly UnmanagedField[] | undefined;
  /** True if names that differ only in spelling belong to different resources. Default: they never do. */
  readonly isExact?: ((resource: Resource) => boolean) | undefined;
  /** Which spellings are equal, by resource. Default: none. */
  readonly alike?: AlikeOf | undefined;
  /** What else a write of the declared value removes from the live value. Default: nothing. */
  readonly displaced?: DisplacedBy | undefined;
  /** Creates that were accepted and that no list has shown. Default: none. */
  readonly unseen?: ReadonlyMap<Address, UnseenCreate> | undefined;
  /** The commit that contains desired state; undefined if no commit does. */
  readonly commit?: string | undefined;
  /** Remembered fields that their servers did not store as written. Default: none. */
  readonly settled?: SettledForms | undefined;
  /**
   * Remembers which live resources had nothing to report, for later comparisons of the same desired, base, `alike`
   * and `displaced`. The comparison adds to it. Default: each resource is compared.
   */
  readonly converged?: WeakMap<LiveResource, Address> | undefined;
}
