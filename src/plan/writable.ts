/** Which changes steps can carry out, and why the others can't be. */

import type { Address } from "../model/address.ts";
import { type Change, type Comparison, isInConflict } from "../model/change.ts";
import { byAddress } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { HealthIssue } from "../model/health.ts";
import type { HeldChange, UnwritableChange } from "../model/plan.ts";
import { referred } from "../model/references.ts";
import type { Gate } from "./health/gate.ts";
import { type Needs, neededBy, needsAmong, resourceOf } from "./prerequisites.ts";
import type { TargetFacts } from "./target-facts.ts";
import { heldBack, inConflict, isProtected, noOperation, stillNeeded, waitsFor } from "./why-unwritable.ts";

/** What sorting needs. */
export interface SortInput {
  /** The changes that are asked for. */
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
  readonly desired: Desired;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** What to do with what is in conflict already now. Default hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** What health holds back, of all that can be written. */
  readonly gate: Gate;
}

/** The changes, sorted by whether they can be written. */
export interface SortedChanges {
  /** Those that have a step of their own. */
  readonly writable: readonly Change[];
  /** Removals that have none, because the removal of what they are in carries them out: removed → its parent. */
  readonly carried: ReadonlyMap<Address, Address>;
  /** In address order. */
  readonly unwritable: readonly UnwritableChange[];
  /** Those that could be written, but for health; with what waits for them. In address order. */
  readonly held: readonly HeldChange[];
}

/**
 * | change         | can't be written when                                                                         |
 * |----------------|-----------------------------------------------------------------------------------------------|
 * | any            | the dialect has no such operation; it is in conflict, and is not to be overwritten             |
 * | create         | what it needs is missing and not made by this plan: impossible, unknown, not asked for, or     |
 * |                | itself unwritable                                                                             |
 * | update         | what it is in is unknown or impossible                                                        |
 * | remove         | it is protected, a declared resource needs it, or something that needs it stays behind        |
 *
 * A removal without an operation goes with the removal of its parent, where there is one. Of what can be written,
 * `gate` holds back what it finds fault with, and with that what needs it.
 */
export function sortWritable(input: SortInput): SortedChanges {
  const verdicts = new Verdicts(input);
  const writable: Change[] = [];
  const carried = new Map<Address, Address>();
  const unwritable: UnwritableChange[] = [];
  const held: HeldChange[] = [];
  for (const change of input.asked) {
    const verdict = verdicts.on(change);
    const by = verdict && verdicts.carrierOf(change);
    if (!verdict) writable.push(change);
    else if (by) carried.set(change.address, by);
    else {
      const { healthIssue, ...why } = verdict;
      const listed = {
        address: change.address,
        action: change.action,
        ...healthIssue,
        ...why,
        ...written(change),
      };
      (healthIssue ? held : unwritable).push(listed);
    }
  }
  unwritable.sort(byAddress);
  held.sort(byAddress);
  return { writable, carried, unwritable, held };
}

function written(change: Change): Pick<UnwritableChange, "at"> {
  return change.action !== "remove" && change.at ? { at: change.at } : {};
}

/** Why a change can't be written; undefined when it can. */
type Verdict =
  | (Pick<UnwritableChange, "reason" | "because"> & { readonly healthIssue?: HealthIssue })
  | undefined;

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
    const verdict = this.#judge(change) ?? this.#gate(change);
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

  #gate(change: Change): Verdict {
    const healthIssue = this.#input.gate(change);
    return healthIssue && { reason: healthIssue.reason, healthIssue };
  }

  #judge(change: Change): Verdict {
    if (change.action === "remove" && change.base.protect) return { reason: isProtected };
    if (this.#input.onConflict !== "overwrite" && isInConflict(change)) return { reason: inConflict };
    const along = this.#heldAlong(change);
    if (along) return along;
    if (!this.#operates(change)) return { reason: noOperation(change.action, this.#facts(change)) };
    switch (change.action) {
      case "create":
        return this.#held([...this.#needs(change.desired), ...namedBy(change.desired)]);
      case "update":
        return this.#held([...namedBy(change.desired), change.desired.parent ?? []].flat());
      case "remove":
        return this.#keptFor(change.base);
    }
  }

  /** A removal without an operation waits with the removal that would take it along. */
  #heldAlong(change: Change): Verdict {
    if (change.action !== "remove" || this.#operates(change)) return undefined;
    const parent = change.base.parent === undefined ? undefined : this.#asked.get(change.base.parent);
    return parent?.action === "remove" ? waitsAlong(parent.address, this.on(parent)) : undefined;
  }

  /** The first thing needed that is missing. */
  #held(needed: readonly Address[]): Verdict {
    for (const because of needed) {
      const missing = this.#missing.get(because);
      if (missing !== undefined) return { reason: waitsFor(because, missing), because };
      const made = this.#asked.get(because);
      const verdict = made?.action === "create" ? this.on(made) : undefined;
      if (verdict) return waitsAlong(because, verdict) ?? cannot(because, "it cannot be created");
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
        return waitsAlong(because, this.on(dependent)) ?? cannot(because, "it cannot be removed");
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

function namedBy(resource: Resource): readonly Address[] {
  return [...referred(resource, resource.value).values()];
}

function cannot(because: Address, why: string): Verdict {
  return { reason: waitsFor(because, why), because };
}

/** What waits for something that is held back is held back with it. */
function waitsAlong(because: Address, verdict: Verdict): Verdict {
  const healthIssue = verdict?.healthIssue;
  return healthIssue && { reason: waitsFor(because, heldBack(healthIssue)), because, healthIssue };
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
