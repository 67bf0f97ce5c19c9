/** One write, as data: what a session makes a request of. */

import type { Address } from "../../model/address.ts";
import type { Difference } from "../../model/change.ts";
import type { Scope } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Operation } from "../../model/plan/step.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { Departure } from "../../model/wire.ts";

/** One write. */
export interface Write {
  readonly operation: Operation;
  readonly kind: string;
  readonly address: Address;
  readonly identity: string;
  readonly scope: Scope;
  /** The live id of the parent; in a preview, a text in braces when it is not known yet. */
  readonly parentId?: string | undefined;
  /** The live ids of what its fields name, declared and live (see `Kind.refersTo`); in a preview as `parentId`. */
  readonly referredIds?: Readonly<Record<Address, string>> | undefined;
  /** What these are matched by: their names, where a product wants names besides ids. */
  readonly referredNames?: readonly (readonly [Address, string])[] | undefined;
  /** All that is declared, canonical, secrets as references. Absent for a removal. */
  readonly desired?: Json | undefined;
  /** What an update must change. Empty for create and remove. */
  readonly differences: readonly Difference[];
  readonly secrets: readonly Pointer[];
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  readonly ownership: "declared" | "exclusive";
  /** The live side as it was last seen. Absent for a create, unless something else must be kept around it. */
  readonly live?: LiveResource | undefined;
  /** True: it is made of what was read right before, so that a 429 ends it here (`WireRequest.once`). */
  readonly once?: true | undefined;
  /** Called right before the first request that changes something leaves, and before each repetition of it. */
  readonly leaving?: Departure | undefined;
}

/** What a write is made of, as planning knows it. */
export interface SentChange
  extends Pick<Write, "operation" | "kind" | "identity" | "desired" | "live" | "lists" | "ownership"> {
  /** As `Resource.ordered`. */
  readonly ordered?: readonly Pointer[] | undefined;
}
