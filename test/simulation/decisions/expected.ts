/**
 * What must follow from the drawn resources: the plan's change at each address, and the servers' state after the apply.
 */

import type { Address } from "../../../src/model/address.ts";
import type { Cause } from "../../../src/model/change.ts";
import type { Operation } from "../../../src/model/plan/step.ts";
import { renamedBy } from "./naming/doubtful.ts";
import { stillNamed, waitsForNamed } from "./naming/named.ts";
import { earlyNameOf } from "./naming/renamed-early.ts";
import { isClosedTo } from "./plans/closed-fields.ts";
import { stayingOf } from "./plans/protection.ts";
import { addressOn, type DrawnField, fateOf, type Manner, type Thing, type Truth } from "./truth.ts";

/** The expected result for a resource. */
export interface Expected {
  readonly thing: Thing;
  readonly address: Address;
  /** The planned action. If undefined, the plan does not change the resource. */
  readonly action?: Operation | undefined;
  /** The causes of an update, by path. For any other action, the only cause, under the empty path. */
  readonly causes: ReadonlyMap<string, Cause>;
  /** True if the action is a step of the plan. False if it is held back, or part of the parent's step. */
  readonly stepped: boolean;
  /** True if the action is part of the parent's step. */
  readonly carried: boolean;
  readonly isKept: boolean;
  readonly takenOver: boolean;
  readonly secret?: "written" | "unverifiable" | "takenOver" | "released" | undefined;
  /** The paths that are no longer managed. Paths inside one of them are left out. */
  readonly released: readonly string[];
  /** True if the change waits until the health of sites allows it. */
  readonly waitsForHealth?: true;
  /** True if the resource was not selected for the plan. */
  readonly isExcluded?: true;
  /** True if the resource cannot be read. */
  readonly isUnknown?: true;
  /** True if Git declares the resource in another parent, and it cannot be moved there. */
  readonly isImpossible?: true;
  /** The name of a live resource that may be this one, because its name fits this resource's key. */
  readonly perhaps?: string;
  /** The former address, if the resource's key changed. */
  readonly was?: Address;
  /** Whether the resource counts as declared. If undefined, this follows from the other members. */
  readonly isAsDeclared?: boolean;
}

/** True if no step makes the planned change of the resource. */
export function isHeld({ action, stepped, carried, waitsForHealth }: Expected): boolean {
  return action !== undefined && !stepped && !carried && !waitsForHealth;
}

/**
 * Returns the live resources that nobody declares, and that the plan must report as unexpected. The address of each
 * ends with its match value instead of a key.
 */
export function unexpectedIn(
  { things, manner }: Truth,
  isRead: (thing: Thing) => boolean = (thing) => isIn(thing, manner),
): readonly Address[] {
  const { complete, excluded } = manner;
  // If addresses are selected, the plan reports only those.
  if (excluded.size > 0) return [];
  const read = new Set(things.filter(isRead).map(({ species }) => species.target));
  return things.flatMap((thing) => {
    const { target, kind, identity } = thing.species;
    if (!identity || !complete.has(target) || !read.has(target)) return [];
    if (isIn(thing, manner) || !fateOf(thing).live) return [];
    return [`${target}/${kind}/${identity({ number: thing.number, was: false })}` as const];
  });
}

/** True if Git declares the resource, or if the plan uses a base that declares it. */
export function isIn(thing: Thing, { threeWay }: Manner): boolean {
  return fateOf(thing).desired || (threeWay && fateOf(thing).base);
}

/** The resources that cannot be read, and those that only an untrusted base declares. */
interface Doubts {
  readonly isHidden?: ((thing: Thing) => boolean) | undefined;
  readonly isDoubted?: ((thing: Thing) => boolean) | undefined;
}

const nothing = () => false;

/** Returns the expected results of all resources, parents first. */
export function expectedOf(
  { things, manner }: Truth,
  { isHidden = nothing, isDoubted = nothing }: Doubts = {},
): readonly Expected[] {
  const first = things.map((thing) => {
    if (thing.relocated)
      return { ...silent(thing, addressOn(thing, "desired")), isImpossible: true as const };
    if (thing.parent?.relocated) return relocated(thing);
    const one = expectedAlone(thing, manner);
    return isHidden(thing) && isIn(thing, manner) ? unknown(one) : one;
  });
  const isAsked = ({ number }: Thing) => !manner.excluded.has(number);
  const isRenamed = renamedBy(isDoubted);
  const isBeneath = ({ parent }: Thing): boolean => !!parent && (isHidden(parent) || isBeneath(parent));
  const withNamed = (named: ReadonlySet<Thing>): readonly Expected[] => {
    const stays = stayingOf(first, (thing) => isAsked(thing) && !isDoubted(thing), named);
    const all = new Map<Thing, Expected>();
    for (const one of first) {
      const { thing } = one;
      const parent = thing.parent && all.get(thing.parent);
      const now = isAsked(thing) ? placed(one, { parent, stays, isBeneath }) : excludedOf(one);
      const isHeld = isRenamed(thing) || waitsForNamed(now, [...all.values()]);
      const perhaps = earlyNameOf(now, { things, manner });
      const placedNow = { ...now, ...(perhaps !== undefined && { perhaps }) };
      all.set(thing, now.action !== "remove" && isHeld ? { ...placedNow, stepped: false } : placedNow);
    }
    return [...all.values()];
  };
  const alone = withNamed(new Set());
  const named = stillNamed(alone, manner, isHidden);
  return named.size === 0 ? alone : withNamed(named);
}

/**
 * Returns the expected result for a resource whose parent Git declares in another organization, so that nothing inside
 * the parent can be read.
 */
function relocated(thing: Thing): Expected {
  const one = silent(thing, addressOn(thing, fateOf(thing).desired ? "desired" : "base"));
  return fateOf(thing).desired ? { ...one, action: "create", causes: new Map([["", "pending"]]) } : one;
}

interface Surroundings {
  readonly parent: Expected | undefined;
  readonly stays: ReadonlySet<Thing>;
  /** True for a resource below an unreadable resource, at any depth. */
  readonly isBeneath: (thing: Thing) => boolean;
}

/** Adjusts the expected result of a resource to its parent and its children. */
function placed(one: Expected, { parent, stays, isBeneath }: Surroundings): Expected {
  const { thing, action } = one;
  if (action === "create") {
    const isMissing = parent && !fateOf(parent.thing).live && !parent.stepped;
    return isMissing || isBeneath(thing) ? { ...one, stepped: false } : one;
  }
  if (action !== "remove") return one;
  if (stays.has(thing)) return { ...one, stepped: false };
  if (thing.species.isRemovable) return one;
  return { ...one, stepped: false, carried: parent?.action === "remove" && !stays.has(parent.thing) };
}

/** Returns the expected result for an unreadable resource: it is reported as unknown, and not changed. */
function unknown({ thing, address, was }: Expected): Expected {
  return { ...silent(thing, address), ...(was !== undefined && { was }), isUnknown: true };
}

/** Returns the expected result for an excluded resource, which is neither reported nor changed. */
function excludedOf({ thing, address }: Expected): Expected {
  return { ...silent(thing, address), isExcluded: true };
}

function silent(thing: Thing, address: Address): Expected {
  const nothing = { stepped: false, carried: false, isKept: false, takenOver: false, released: [] };
  return { thing, address, ...nothing, causes: new Map() };
}

function expectedAlone(thing: Thing, manner: Manner): Expected {
  const { threeWay, prune, overwrite } = manner;
  const { desired, base, live } = fateOf(thing);
  const isRemoval = threeWay && !desired && base && live;
  const address = addressOn(thing, desired ? "desired" : "base");
  const former = addressOn(thing, "base");
  const was = threeWay && desired && base && former !== address && { was: former };
  const nothing = { stepped: false, carried: false, isKept: false, takenOver: false, released: [] };
  const none = { ...nothing, ...was, causes: new Map<string, Cause>() };
  const of = { thing, address, ...none };
  if (isRemoval && !prune) return { ...of, isKept: true };
  if (isRemoval) return { ...of, action: "remove", causes: new Map([["", "pending"]]), stepped: true };
  if (!desired) return of;
  if (!live) {
    const cause = base && threeWay ? "drift" : "pending";
    return {
      ...of,
      action: "create",
      causes: new Map([["", cause]]),
      stepped: thing.species.isCreatable !== false,
    };
  }
  const secret = secretOf(thing, manner);
  const causes = causesOf(thing, manner);
  const known = {
    ...of,
    causes,
    takenOver: threeWay && !base,
    ...(secret && { secret }),
    released: releasedOf(thing, manner),
  };
  if (causes.size === 0) return known;
  const isHeld = !overwrite && [...causes.values()].includes("conflict");
  const isClosed = manner.isClosed === true && isClosedTo(thing, causes.keys());
  return {
    ...known,
    action: "update",
    stepped: !isHeld && !isClosed && thing.species.isChangeable !== false,
  };
}

/** True if base is used, and the resource exists in it. */
function isKnown(thing: Thing, { threeWay }: Manner): boolean {
  return threeWay && fateOf(thing).base;
}

function causesOf(thing: Thing, manner: Manner): ReadonlyMap<string, Cause> {
  const causes = new Map<string, Cause>();
  if (!thing.isCalledAsLive && (thing.renamed === "inGit" || thing.calledAs !== undefined))
    causes.set("/name", "pending");
  for (const field of thing.fields) {
    const cause = causeOf(field, thing, manner);
    if (cause) causes.set(pathOf(field), cause);
  }
  if (secretOf(thing, manner) === "written") causes.set("/password", "pending");
  return causes;
}

function causeOf({ row }: DrawnField, thing: Thing, manner: Manner): Cause | undefined {
  const known = isKnown(thing, manner);
  // Nobody knows who added a live value that base does not have, unless base declared the whole tree.
  const { exclusive } = row;
  const says = exclusive === "drift" && thing.ownedOtherwise ? "pending" : exclusive;
  if (row.desired !== "-" || !thing.species.isExclusive) return known ? row.says : row.alone;
  return known || row.live === "-" ? says : "pending";
}

/**
 * Returns the path of a difference. If a list element is missing in Git or live, the difference is the whole element.
 */
function pathOf({ path, row, element }: DrawnField): string {
  return element !== undefined && (row.desired === "-" || row.live === "-") ? element : path;
}

/** Returns what the plan must report about the secret of an existing resource. */
function secretOf(
  { secret, fate }: Thing,
  { threeWay, fingerprints, isRekeyed }: Manner,
): Expected["secret"] {
  if (!secret) return undefined;
  if (!threeWay) return secret.desired === "-" ? undefined : "unverifiable";
  if (fate === "takenOver") return secret.desired === "-" ? undefined : "takenOver";
  const says = fingerprints && !isRekeyed ? secret.withKey : secret.withoutKey;
  return says === "left" ? undefined : says;
}

function releasedOf(thing: Thing, manner: Manner): readonly string[] {
  if (thing.fate !== "kept" || !isKnown(thing, manner)) return [];
  if (thing.species.isExclusive) return [];
  const gone = thing.fields
    .filter(({ row }) => row.released)
    .map((field) => field.element ?? topmost(field.path, thing.fields));
  const password = secretOf(thing, manner) === "released" ? ["/password"] : [];
  return [...new Set([...gone, ...password])];
}

function topmost(path: string, fields: readonly DrawnField[]): string {
  const outer = path.slice(0, path.lastIndexOf("/"));
  const hasDesired = fields.some(
    ({ path: other, row, inGit = row }) => other.startsWith(`${outer}/`) && inGit.desired !== "-",
  );
  return outer === "" || hasDesired ? path : outer;
}
