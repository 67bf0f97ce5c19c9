/** What reading collections needs. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import type { WholeGroup } from "./bulk-reads.ts";
import type { ReadGroup, ReadPlace } from "./query.ts";
import type { ReadAge } from "./recent-replies.ts";

/** What reading needs. */
export interface CollectionReadContext {
  readonly places: Pick<ReadonlyMap<Address, ReadPlace>, "get">;
  /** The group of one resource that is read by itself. */
  readonly alone?: ReadGroup;
  /** The groups that are read together with others. */
  readonly wholes?: ReadonlyMap<ReadGroup, WholeGroup>;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run has shown of them. */
  readonly known?: (parent: Address) => Observation<LiveResource> | undefined;
  /** What needs no reading, as its collection would show it. */
  readonly shown?: ReadonlyMap<Address, LiveResource> | undefined;
  /** True: what change logs say is unchanged need not be read again. */
  readonly unchanged?: boolean | undefined;
  /** After which time a collection is read anew; absent: never. And by which clock it is said when each was read. */
  readonly age?: ReadAge | undefined;
  readonly now?: ReadAge["now"] | undefined;
  readonly signal: AbortSignal;
}
