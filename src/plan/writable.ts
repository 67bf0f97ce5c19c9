/** Which changes steps can carry out, and why the others can't be. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Unwritable } from "../model/plan.ts";
import type { TargetFacts } from "./facts.ts";
import { type Needs, needsAmong, prerequisitesOf, resourceOf } from "./needs.ts";
import { isProtected, noOperation, stillNeeded, waitsFor } from "./reasons.ts";

/** What sorting needs. */
export interface SortInput {
  /** The changes that are asked for. */
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  readonly facts: ReadonlyMap<string, TargetFacts>;
}

/** The changes, sorted by whether they can be written. */
export interface Sorted {
  /** Those that have a step of their own. */
  readonly writable: readonly Change[];
  /** Removals that have none, because the removal of what they are in carries them out: removed → its parent. */
  readonly carried: ReadonlyMap<Address, Address>;
  /** In address order. */
  readonly unwritable: readonly Unwritable[];
}

/**
 * | change         | can't be written when                                                                         |
 * |----------------|-----------------------------------------------------------------------------------------------|
 * | any            | the dialect has no such operation                                                             |
 * | create         | what it needs is missing and not made by this plan: impossible, unknown, not asked for, or     |
 * |                | itself unwritable                                                                             |
 * | update         | what it is in is unknown or impossible                                                        |
 * | remove         | it is protected, a declared resource needs it, or something that needs it stays behind        |
 *
 * A removal without an operation goes with the removal of its parent, where there is one.
 */
export function sortWritable(input: SortInput): Sorted {
  const verdicts = new Verdicts(input);
  const writable: Change[] = [];
  const carried = new Map<Address, Address>();
  const unwritable: Unwritable[] = [];
  for (const change of input.asked) {
    const verdict = verdicts.on(change);
    const by = verdict && verdicts.carrierOf(change);
    if (!verdict) writable.push(change);
    else if (by) carried.set(change.address, by);
    else unwritable.push({ address: change.address, action: change.action, ...verdict, ...written(change) });
  }
  unwritable.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
  return { writable, carried, unwritable };
}

function written(change: Change): Pick<Unwritable, "at"> {
  return change.action !== "remove" && change.at ? { at: change.at } : {};
}

/** Why a change can't be written; undefined when it can. */
type Verdict = Pick<Unwritable, "reason" | "because"> | undefined;

class Verdicts {
  readonly #input: SortInput;
  readonly #asked: ReadonlyMap<Address, Change>;
  readonly #known = new Map<Address, Verdict>();
  /** What does not exist and is not made by this plan, or of which nothing is known; and why. */
  readonly #missing: ReadonlyMap<Address, string>;
  readonly #needs: Needs;
  readonly #dependents: ReadonlyMap<Address, readonly Change[]>;
  readonly #neededIdentities: ReadonlyMap<string, Address>;

  constructor(input: SortInput) {
    const { asked, comparison, facts } = input;
    this.#input = input;
    this.#asked = new Map(asked.map((change) => [change.address, change]));
    this.#missing = missingIn(input, this.#asked);
    const made = comparison.changes.filter(({ action }) => action === "create").map(resourceOf);
    this.#needs = needsAmong([...made, ...resourcesAt(this.#missing.keys(), input.desired)], facts);
    const removed = comparison.changes.filter(({ action }) => action === "remove");
    this.#dependents = dependentsIn(removed, facts);
    this.#neededIdentities = neededBy(asked, input);
  }

  on(change: Change): Verdict {
    const { address } = change;
    if (this.#known.has(address)) return this.#known.get(address);
    this.#known.set(address, undefined); // kinds in a circle are found out when steps are ordered
    const verdict = this.#judge(change);
    this.#known.set(address, verdict);
    return verdict;
  }

  /** The parent whose removal takes a removal along that has no operation of its own. */
  carrierOf(change: Change): Address | undefined {
    if (change.action !== "remove" || this.#operates(change) || change.base.protect) return undefined;
    const parent = change.base.parent === undefined ? undefined : this.#asked.get(change.base.parent);
    if (parent?.action !== "remove") return undefined;
    const verdict = this.on(parent);
    return verdict === undefined ? parent.address : this.carrierOf(parent);
  }

  #judge(change: Change): Verdict {
    if (change.action === "remove" && change.base.protect) return { reason: isProtected };
    if (!this.#operates(change)) return { reason: noOperation(change.action, this.#facts(change)) };
    switch (change.action) {
      case "create":
        return this.#held(this.#needs(change.desired));
      case "update":
        return this.#held(change.desired.parent === undefined ? [] : [change.desired.parent]);
      case "remove":
        return this.#keptFor(change.base);
    }
  }

  /** The first thing needed that is missing. */
  #held(needed: readonly Address[]): Verdict {
    for (const because of needed) {
      const missing = this.#missing.get(because);
      if (missing !== undefined) return { reason: waitsFor(because, missing), because };
      const made = this.#asked.get(because);
      if (made?.action === "create" && this.on(made))
        return { reason: waitsFor(because, "it cannot be created"), because };
    }
    return undefined;
  }

  /** What stays behind and needs it. */
  #keptFor({ address, target, identity }: Resource): Verdict {
    const declared = this.#neededIdentities.get(`${target}\0${identity}`);
    if (declared !== undefined) return { reason: stillNeeded(declared), because: declared };
    for (const dependent of this.#dependents.get(address) ?? []) {
      const because = dependent.address;
      if (!this.#asked.has(because))
        return { reason: waitsFor(because, "its removal is not part of this plan"), because };
      if (this.#staysBehind(dependent, address))
        return { reason: waitsFor(because, "it cannot be removed"), because };
    }
    return undefined;
  }

  /** A removal without an operation goes along with what it is in; else it must be carried out before. */
  #staysBehind(dependent: Change, parent: Address): boolean {
    const goesAlong = dependent.action === "remove" && dependent.base.parent === parent;
    if (!goesAlong || this.#operates(dependent)) return this.on(dependent) !== undefined;
    return dependent.base.protect || this.#keptFor(dependent.base) !== undefined;
  }

  #operates(change: Change): boolean {
    const { target, kind } = resourceOf(change);
    const row = this.#input.facts.get(target)?.dialect.operations[kind];
    return row !== undefined && row[change.action] !== "none";
  }

  #facts(change: Change): { readonly facts: TargetFacts | undefined; readonly kind: string } {
    const { target, kind } = resourceOf(change);
    return { facts: this.#input.facts.get(target), kind };
  }
}

function missingIn(
  { comparison }: SortInput,
  asked: ReadonlyMap<Address, Change>,
): ReadonlyMap<Address, string> {
  const missing = new Map<Address, string>();
  for (const { address, action } of comparison.changes)
    if (action === "create" && !asked.has(address))
      missing.set(address, "its creation is not part of this plan");
  for (const { address } of comparison.impossible) missing.set(address, "it is not there and cannot be made");
  for (const { address } of comparison.unknown) missing.set(address, "nothing is known of it");
  return missing;
}

function resourcesAt(addresses: Iterable<Address>, desired: Desired): readonly Resource[] {
  return [...addresses].flatMap((address) => desired.resources.get(address) ?? []);
}

/** Removals by what they need: that may only go after them. */
function dependentsIn(
  removed: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): ReadonlyMap<Address, readonly Change[]> {
  const needs = needsAmong(removed.map(resourceOf), facts);
  const dependents = new Map<Address, Change[]>();
  for (const change of removed)
    for (const needed of needs(resourceOf(change))) {
      const others = dependents.get(needed);
      if (others) others.push(change);
      else dependents.set(needed, [change]);
    }
  return dependents;
}

/** Identities that declared resources need, on targets of which something is to be removed. */
function neededBy(asked: readonly Change[], { desired, facts }: SortInput): ReadonlyMap<string, Address> {
  const targets = new Set<string>();
  for (const change of asked) if (change.action === "remove") targets.add(change.base.target);
  const needed = new Map<string, Address>();
  if (targets.size === 0) return needed;
  for (const resource of desired.resources.values()) {
    if (!targets.has(resource.target)) continue;
    for (const identity of prerequisitesOf(resource, facts)) {
      const key = `${resource.target}\0${identity}`;
      if (!needed.has(key)) needed.set(key, resource.address);
    }
  }
  return needed;
}
