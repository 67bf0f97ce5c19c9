/**
 * Reads live state. A look is one fresh view of the live state, which reads each collection at most once, on first use.
 */

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

/** The input of looks. It is prepared once and shared by all looks. */
export interface LookInput {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly listener?: Listener | undefined;
  /**
   * Returns the observation of a parent that an earlier read or a create of this run has shown. Such a parent need not
   * be read. Undefined for any other parent.
   */
  readonly known: (parent: Address) => Observation<LiveResource> | undefined;
  /** Returns the known id of a resource, whatever its name. Absent: no ids are known. */
  readonly idOf?: IdOf | undefined;
  readonly signal: AbortSignal;
}

/** Observes one declared resource, within one view. */
export type Look = (address: Address) => Promise<Observation<LiveResource>>;

/** An observation of one resource, and when its reply arrived. */
interface DatedObservation {
  readonly seen: Observation<LiveResource>;
  readonly at: Milliseconds;
}

/**
 * Returns a later time at which a collection was known to be still as it was read at `readAt`; undefined if this is
 * unknown.
 */
type StillAsRead = (group: ReadGroup, readAt: Milliseconds) => Promise<Milliseconds | undefined>;

/**
 * Observes one declared resource, with a maximum age. `still`: another way to find out that an earlier snapshot is
 * still valid.
 */
export type DatedLook = (address: Address, still?: StillAsRead) => Promise<DatedObservation>;

/** The ways to read. */
export interface Looks {
  /**
   * Returns a new look. Resources in `known` are not read. The look returns them as if their collections had shown
   * them.
   */
  readonly lookAgain: (known?: ReadonlyMap<Address, LiveResource>) => Look;
  /**
   * Returns an object that identifies the collection of a resource. All resources in the collection have the same
   * object. Undefined if the collection cannot be read.
   */
  readonly collectionOf: (address: Address) => ReadGroup | undefined;
  /**
   * Returns a look that reports when a collection was read, and that reads it again once its reply is older than `age`.
   * If a new read is inconclusive, the previous result remains valid, even if it comes from the earlier snapshot.
   */
  readonly lookWithin: (age: ReadAge, earlier: Snapshot) => DatedLook;
  /** Reads one resource on each call, with as few other resources as its interface allows. */
  readonly lookAlone: Look;
  /** Returns a new look that also returns undeclared items of the collections that it reads. */
  readonly lookAround: () => LookAround;
}

/** A look, with the undeclared live items from the same view. */
export interface LookAround {
  readonly at: Look;
  /** Returns undeclared items; none if the collection cannot be read completely. */
  readonly beside: (address: Address) => Promise<readonly Item[]>;
}

/** Creates the ways to read for these inputs. */
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
    return async (address, still) => {
      const { group } = places.get(address) ?? {};
      if (!group) return { seen: await collections.observation(address), at: age.now() };
      const known = earlier.observations.get(address);
      const before =
        collections.readAt(group) === undefined ? earlier.readAt?.get(groupKey(group)) : undefined;
      if (known && before !== undefined && age.now() - before < age.maxMs(group)) {
        believed.add(group);
        return { seen: known, at: before };
      }
      const at = known && before !== undefined ? await still?.(group, before) : undefined;
      if (known && at !== undefined) return { seen: known, at };
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
