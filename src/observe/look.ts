/** A look: one fresh view of the live side, in which each collection is read once, when it is first asked for. */

import type { OpenTarget } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import { Collections } from "./collections.ts";
import { gather } from "./query.ts";

/** What looks are made of; gathered once, looked through as often as needed. */
export interface LookInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run told of them. */
  readonly known: (parent: Address) => Observation<LiveResource> | undefined;
  readonly signal: AbortSignal;
}

/** The observation of one declared resource, in one moment's view. */
export type Look = (address: Address) => Promise<Observation<LiveResource>>;

/** Gives new looks: each reads a collection at most once, and nothing before it is asked. */
export function looks(input: LookInput): () => Look {
  const { desired, base, ...reading } = input;
  const places = gather({ desired, base }, input.targets);
  return () => {
    const collections = new Collections({ ...reading, places });
    return (address) => collections.observation(address);
  };
}
