/** One write as data, from which a session makes its request. */

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
  /** The live id of the parent. In a preview, this is a text in braces if the id is not known yet. */
  readonly parentId?: string | undefined;
  /**
   * The live ids of the resources that the write's reference fields name, declared and live (see `Kind.refersTo`). In a
   * preview, an unknown id is a text in braces.
   */
  readonly referredIds?: Readonly<Record<Address, string>> | undefined;
  /** The names by which the referenced resources are matched, for products that need names besides ids. */
  readonly referredNames?: readonly (readonly [Address, string])[] | undefined;
  /** All declared values in canonical form, with secrets as references. Absent for a removal. */
  readonly desired?: Json | undefined;
  /** The differences that an update must resolve. Empty for a create or a removal. */
  readonly differences: readonly Difference[];
  readonly secrets: readonly Pointer[];
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  readonly ownership: "declared" | "exclusive";
  /** The live state as last read. Absent for a create, unless live values around the new resource must be preserved. */
  readonly live?: LiveResource | undefined;
  /**
   * True: the write is based on a pre-write read. A 429 is then final, because the live state must be read again first
   * (`WireRequest.once`).
   */
  readonly once?: true | undefined;
  /** Called right before the first changing request of the write is sent, and before each retry of that request. */
  readonly leaving?: Departure | undefined;
}

/** The part of a write that planning already knows. */
export interface SentChange
  extends Pick<Write, "operation" | "kind" | "identity" | "desired" | "live" | "lists" | "ownership"> {
  /** See `Resource.ordered`: the lists whose order is significant. */
  readonly ordered?: readonly Pointer[] | undefined;
}
