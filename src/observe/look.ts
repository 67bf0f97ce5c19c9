/** A look: one fresh view of the live side, in which each collection is read once, when it is first asked for. */

import type { Item, OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { LiveResource, Observation, Snapshot } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import type { Milliseconds } from "../model/reply.ts";
import { Collections } from "./collections.ts";
import { gather, groupKey, type ReadGroup, wholesOf } from "./query.ts";
import type { ReadAge } from "./recent-replies.ts";

/** What looks are made of; gathered once, looked through as often as needed. */
export interface LookInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /** Parents that need no reading: what an earlier look or a create of this run has shown of them. */
  readonly known: (parent: Address) => Observation<LiveResource> | undefined;
  /** What is known by its id, whatever it is called. Without it: nothing. */
  readonly idOf?: IdOf | undefined;
  readonly signal: AbortSignal;
}

/** The observation of one declared resource, in one moment's view. */
export type Look = (address: Address) => Promise<Observation<LiveResource>>;

/** What is seen of one resource, and when its answer was there. */
interface DatedObservation {
  readonly seen: Observation<LiveResource>;
  readonly at: Milliseconds;
}

/** The observation of one declared resource, as old as is allowed at most. */
export type DatedLook = (address: Address) => Promise<DatedObservation>;

/** The ways to look. */
export interface Looks {
  /**
   * Gives a new look: it reads a collection at most once, and nothing before it is asked. What is `known` already, as
   * its collection would show it, is not read.
   */
  readonly lookAgain: (known?: ReadonlyMap<Address, LiveResource>) => Look;
  /** The collection that shows something; the same value for all that it shows. Undefined: it cannot be read. */
  readonly collectionOf: (address: Address) => object | undefined;
  /**
   * A look that reads a collection anew once it is older than that, and says when what it shows was read. What it has
   * gone by, of the earlier snapshot too, counts on while a read tells nothing.
   */
  readonly lookWithin: (age: ReadAge, earlier: Snapshot) => DatedLook;
  /** Reads one resource each time it is asked, and as little else as its interface can do with. */
  readonly lookAlone: Look;
  /** A new look that also says what the collections that it reads show beside what is declared. */
  readonly lookAround: () => LookAround;
}

/** A look, and what is live beside what is declared, of one moment. */
export interface LookAround {
  readonly at: Look;
  /** Empty where the collection that shows it cannot be read whole. */
  readonly beside: (address: Address) => Promise<readonly Item[]>;
}

/** Makes both. */
export function looks(input: LookInput): Looks {
  const { desired, base, ...reading } = input;
  const places = gather({ desired, base }, input.targets);
  const all = new Set([...places.values()].flatMap(({ group }) => group ?? []));
  const wholes = wholesOf(all, places, "needed");
  const lookAgain: Looks["lookAgain"] = (shown): Look => {
    const collections = new Collections({ ...reading, places, wholes, shown });
    return (address) => collections.observation(address);
  };
  const lookAlone: Look = (address) => {
    const { wanted, group } = places.get(address) ?? {};
    if (!wanted || !group) return lookAgain()(address);
    const alone = { ...group, wanted: [wanted] };
    const get = (one: Address) => (one === address ? { wanted, group: alone } : places.get(one));
    const whole = wholesOf([alone], { get }, "needed");
    return new Collections({ ...reading, places: { get }, alone, wholes: whole }).observation(address);
  };
  const lookWithin: Looks["lookWithin"] = (age, earlier) => {
    const collections = new Collections({ ...reading, places, wholes, age });
    const believed = new Set<ReadGroup>();
    return async (address) => {
      const { group } = places.get(address) ?? {};
      if (!group) return { seen: await collections.observation(address), at: age.now() };
      const known = earlier.observations.get(address);
      const before =
        collections.readAt(group) === undefined ? earlier.readAt?.get(groupKey(group)) : undefined;
      if (known && before !== undefined && age.now() - before < age.maxMs(group.target)) {
        believed.add(group);
        return { seen: known, at: before };
      }
      const seen = await collections.observation(address);
      const isTold = seen.state !== "unknown" || !known || !believed.has(group);
      return { seen: isTold ? seen : known, at: collections.readAt(group) ?? age.now() };
    };
  };
  const lookAround: Looks["lookAround"] = () => {
    const collections = new Collections({ ...reading, places, wholes });
    const beside = async (address: Address) => {
      const { group } = places.get(address) ?? {};
      return group ? collections.unclaimed(group) : [];
    };
    return { at: (address) => collections.observation(address), beside };
  };
  const collectionOf: Looks["collectionOf"] = (address) => places.get(address)?.group;
  return { lookAgain, lookWithin, lookAlone, lookAround, collectionOf };
}
