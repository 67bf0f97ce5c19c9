/** The inputs of a comparison: desired, base, the live state, and other facts. */

import type { Address } from "../model/address.ts";
import type { UnmanagedField } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { LiveResource, Snapshot } from "../model/live/snapshot.ts";
import type { UnseenCreate } from "../model/memory.ts";
import type { DisplacedBy } from "../model/sameness/displaced.ts";
import type { AlikeOf } from "../model/sameness/places.ts";
import type { SecretCheck } from "../model/secret.ts";
import type { SettledForms } from "./settled.ts";

/** Desired, base and the live state. Without `base`, the comparison is two-way. */
export interface DiffInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** The live state. A resource without an observation is out of scope, and not part of the result. */
  readonly snapshot: Pick<Snapshot, "observations" | "unmanaged">;
  /** What the record says about write-only secrets. Absent: nothing. */
  readonly secretCheck?: SecretCheck | undefined;
  /**
   * Values in base that desired declares nowhere. They are in places that desired declares in another resource than
   * base.
   */
  readonly released?: readonly UnmanagedField[] | undefined;
  /**
   * True if the resource's name is compared exactly. Names that differ only in spelling then belong to different
   * resources. Default: no name is compared exactly.
   */
  readonly isExact?: ((resource: Resource) => boolean) | undefined;
  /** Returns how values of a resource are compared. Default: literally. */
  readonly alike?: AlikeOf | undefined;
  /** Returns what a write of the declared value would also remove from the live value. Default: nothing. */
  readonly displaced?: DisplacedBy | undefined;
  /** Creates that were accepted and that no list has shown. Default: none. */
  readonly unseen?: ReadonlyMap<Address, UnseenCreate> | undefined;
  /** The commit that contains desired state; undefined if no commit does. */
  readonly commit?: string | undefined;
  /** Remembered fields that their servers did not store as written. Default: none. */
  readonly settled?: SettledForms | undefined;
  /**
   * Live resources without differences, which this comparison adds. Later comparisons with the same desired, base,
   * `alike` and `displaced` skip them. Default: every resource is compared.
   */
  readonly converged?: WeakMap<LiveResource, Address> | undefined;
}
