/** The consequences of a truth: the plan's change at each address, and the world after the apply. */

import type { Address } from "../../../src/model/address.ts";
import type { Cause } from "../../../src/model/change.ts";
import type { Operation } from "../../../src/model/plan/step.ts";
import { renamedBy } from "./naming/doubtful.ts";
import { stillNamed, waitsForNamed } from "./naming/named.ts";
import { earlyNameOf } from "./naming/renamed-early.ts";
import { isClosedTo } from "./plans/closed-fields.ts";
import { stayingOf } from "./plans/protection.ts";
import { addressOn, type DrawnField, fateOf, type Manner, type Thing, type Truth } from "./truth.ts";

/** The expected result for a thing. */
export interface Expected {
  readonly thing: Thing;
  readonly address: Address;
  /** Undefined: the plan has no change of the thing. */
  readonly action?: Operation | undefined;
  /** The causes of an update, by path. The cause of any other action is at the empty path. */
  readonly causes: ReadonlyMap<string, Cause>;
  /** True: the action is a step. False with an action: the action is held, or included in the parent's step. */
  readonly stepped: boolean;
  /** True: the action is included in the parent's step. */
  readonly carried: boolean;
  readonly isKept: boolean;
  readonly takenOver: boolean;
  readonly secret?: "written" | "unverifiable" | "takenOver" | "released" | undefined;
  /** The paths that are no longer managed: only the topmost ones. */
  readonly released: readonly string[];
  /** True: health holds the change back. */
  readonly waitsForHealth?: true;
  /** True: the thing was not selected. */
  readonly isExcluded?: true;
  /** True: the thing is unreadable. */
  readonly isUnknown?: true;
  /** True: the thing is declared in another parent, and cannot be moved. */
  readonly isImpossible?: true;
  /** The name of a live thing from which this thing's key was made: the two may be the same thing. */
  readonly perhaps?: string;
  /** The former address, if its key changed. */
  readonly was?: Address;
  /** Whether the thing counts as declared; undefined: that follows from the other members. */
  readonly isAsDeclared?: boolean;
}

/** True if no step carries out the thing's change. */
export function isHeld({ action, stepped, carried, waitsForHealth }: Expected): boolean {
  return action !== undefined && !stepped && !carried && !waitsForHealth;
}

/** Live things that nobody declares and that are reported as unexpected: addresses by match value. */
export function unexpectedIn(
  { things, manner }: Truth,
  isRead: (thing: Thing) => boolean = (thing) => isIn(thing, manner),
): readonly Address[] {
  const { complete, excluded } = manner;
  // A plan of selected addresses only reports those.
  if (excluded.size > 0) return [];
  const read = new Set(things.filter(isRead).map(({ species }) => species.target));
  return things.flatMap((thing) => {
    const { target, kind, identity } = thing.species;
    if (!identity || !complete.has(target) || !read.has(target)) return [];
    if (isIn(thing, manner) || !fateOf(thing).live) return [];
    return [`${target}/${kind}/${identity({ number: thing.number, was: false })}` as const];
  });
}

/** True if the thing exists on a relevant side of Git. */
export function isIn(thing: Thing, { threeWay }: Manner): boolean {
  return fateOf(thing).desired || (threeWay && fateOf(thing).base);
}

/** Unreadable things, and things that only an untrusted base declares. */
interface Doubts {
  readonly isHidden?: ((thing: Thing) => boolean) | undefined;
  readonly isDoubted?: ((thing: Thing) => boolean) | undefined;
}

const nothing = () => false;

/** The expected results, parents first. */
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

/** Nothing in a relocated thing can be read any more. */
function relocated(thing: Thing): Expected {
  const one = silent(thing, addressOn(thing, fateOf(thing).desired ? "desired" : "base"));
  return fateOf(thing).desired ? { ...one, action: "create", causes: new Map([["", "pending"]]) } : one;
}

interface Surroundings {
  readonly parent: Expected | undefined;
  readonly stays: ReadonlySet<Thing>;
  /** True for a thing below an unreadable one, at any depth. */
  readonly isBeneath: (thing: Thing) => boolean;
}

/** The expected result for a thing, adjusted for its parent and its children. */
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

/** The expected result for an unreadable thing: it is reported as such, without a change. */
function unknown({ thing, address, was }: Expected): Expected {
  return { ...silent(thing, address), ...(was !== undefined && { was }), isUnknown: true };
}

/** The expected result for an excluded thing: it is not reported, and not changed. */
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

/** True if the thing exists in base, and base counts. */
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
  // The author of an addition is unknown unless base declared the whole tree.
  const { exclusive } = row;
  const says = exclusive === "drift" && thing.ownedOtherwise ? "pending" : exclusive;
  if (row.desired !== "-" || !thing.species.isExclusive) return known ? row.says : row.alone;
  return known || row.live === "-" ? says : "pending";
}

/** The path of a difference. A list element that is missing in Git or live is one difference as a whole. */
function pathOf({ path, row, element }: DrawnField): string {
  return element !== undefined && (row.desired === "-" || row.live === "-") ? element : path;
}

/** The expected report on an existing thing's secret. */
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
