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

/** The two ways to look. */
export interface Looks {
  /**
   * Gives a new look: it reads a collection at most once, and nothing before it is asked. What is `known` already, as
   * its collection would show it, is not read.
   */
  readonly lookAgain: (known?: ReadonlyMap<Address, LiveResource>) => Look;
  /** The collection that shows something; the same value for all that it shows. Undefined: it cannot be read. */
  readonly collectionOf: (address: Address) => object | undefined;
  /** Reads one resource each time it is asked, and as little else as its interface can do with. */
  readonly lookAlone: Look;
}

/** Makes both. */
export function looks(input: LookInput): Looks {
  const { desired, base, ...reading } = input;
  const places = gather({ desired, base }, input.targets);
  const lookAgain: Looks["lookAgain"] = (shown): Look => {
    const collections = new Collections({ ...reading, places, shown });
    return (address) => collections.observation(address);
  };
  const lookAlone: Look = (address) => {
    const { wanted, group } = places.get(address) ?? {};
    if (!wanted || !group) return lookAgain()(address);
    const alone = { ...group, wanted: [wanted] };
    const get = (one: Address) => (one === address ? { wanted, group: alone } : places.get(one));
    return new Collections({ ...reading, places: { get }, alone }).observation(address);
  };
  return { lookAgain, lookAlone, collectionOf: (address) => places.get(address)?.group };
}
