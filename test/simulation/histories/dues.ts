/**
 * What the plan must do in a history: which live resource belongs to each key, and what must change. This follows from
 * what happened, not from the engine.
 */

import type { Address } from "../../../src/model/address.ts";
import type { Cause } from "../../../src/model/change.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { spellingless } from "../../../src/model/names/spelling.ts";
import { storedName } from "../../../src/simulator/wire/spelling.ts";
import { addressIn, type DeclaredThing, declaredIn, type LiveThing } from "./shelves.ts";
import type { Story } from "./story.ts";

/**
 * What the plan must do with a resource. If it is `held`, the plan must report it and not change it. If it is
 * `unclear`, the plan must neither create nor remove anything.
 */
export interface Due {
  readonly key: string;
  readonly address: Address;
  readonly does: "create" | "update" | "remove" | "nothing" | "held" | "unclear";
  /** The live resource that belongs to the key. */
  readonly is?: LiveThing | undefined;
  /** True if the plan must restore the declared name, which somebody has changed on the server. */
  readonly renamed?: true | undefined;
  /** The paths that differ, with the cause of each. */
  readonly causes: ReadonlyMap<string, Cause>;
}

/** What Git declares for a key, and what was last applied. */
interface Sides {
  readonly desired?: DeclaredThing | undefined;
  readonly base?: DeclaredThing | undefined;
}

/** What is known for all keys. */
interface Known {
  readonly story: Story;
  /** The live resource that belongs to a key because of its id, if lists show it, by key. */
  readonly byId: ReadonlyMap<string, LiveThing>;
  /** All other live resources that lists show. */
  readonly free: readonly LiveThing[];
  readonly sides: ReadonlyMap<string, Sides>;
}

/** Returns what the plan must do for each key. `visible` contains the live resources that lists show. */
export function duesOf(story: Story, base: Desired, visible: readonly LiveThing[]): readonly Due[] {
  const { shelf, declared, own } = story;
  const applied = appliedIn(story, base);
  const keys = [...new Set([...declared.keys(), ...applied.keys()])];
  const sides = new Map(keys.map((key) => [key, { desired: declared.get(key), base: applied.get(key) }]));
  const byId = new Map(
    keys.flatMap((key) => {
      const id = own.get(key)?.id;
      const found = id === undefined ? undefined : visible.find((one) => one.id === id);
      // If Git no longer declares a resource, its id does not identify it once it has the name of a declared one.
      const isMeant = [...declared.values()].some(
        ({ name, place }) => name === found?.name && place === found.place,
      );
      return found && (declared.has(key) || !isMeant) ? [[key, found] as const] : [];
    }),
  );
  // A resource that was moved to another list belongs to no key there, unless the product can move it back.
  const isListed = ([key, { place }]: readonly [string, LiveThing]) =>
    shelf.isMovable === true || place === (declared.get(key) ?? applied.get(key))?.place;
  const owned = new Set([...byId].filter(isListed).map(([, one]) => one));
  const known = { story, byId, free: visible.filter((one) => !owned.has(one)), sides };
  return keys.map((key) => {
    const due = dueOf(key, known);
    const isClosed =
      due.does === "update" ? !shelf.isChangeable : due.does === "remove" && !shelf.isRemovable;
    return isClosed ? { ...due, does: "held" } : due;
  });
}

/** Returns the resources that base declares, by key. */
function appliedIn({ shelf }: Story, base: Desired): ReadonlyMap<string, DeclaredThing> {
  const own = [...base.resources.values()].filter(({ kind }) => kind === shelf.kind);
  return new Map(own.map((resource) => [resource.key, declaredIn(resource)]));
}

function dueOf(key: string, known: Known): Due {
  const { story, byId, sides } = known;
  const { desired, base } = sides.get(key) ?? {};
  const of: Due = { key, address: addressIn(story.shelf, key), does: "nothing", causes: new Map() };
  const place = (desired ?? base)?.place;
  const is = byId.get(key);
  const isOwn = is?.place === place || (story.shelf.isMovable === true && desired !== undefined);
  if (is && isOwn) return ofOwn({ ...of, is }, { desired, base }, known);
  // A key that Git no longer declares belongs to the resource with the former name and place, if there is one.
  if (is && (desired || story.own.get(key)?.isUnseen)) return ofMoved({ ...of, is }, known);
  const here = known.free.filter((one) => one.place === place);
  const own = story.own.get(key);
  // The resource of this key was created, but no list shows it yet. If Git no longer declares a key that was applied
  // before, its name decides instead.
  if (own?.isUnseen && (desired || !base || own.id !== undefined)) {
    const seen = desired && here.find(({ name }) => name === desired.name);
    // If Git has renamed the resource since then, one with the former name may be it.
    if (!seen) return { ...of, does: "unclear", is: here.find(({ name }) => name === base?.name) };
    // A resource that already belonged to another key does not come from this create.
    const isOthers = [...story.own].some(([other, { id }]) => other !== key && id === seen.id);
    return own.id === undefined && !isOthers
      ? differing({ ...of, is: seen }, { desired, base }, seen.name)
      : { ...of, is: seen, does: "unclear" };
  }
  const names = new Set([desired?.name, base?.name].filter((name) => name !== undefined));
  const found = here.filter(({ name }) => names.has(name));
  if (names.size > 1 && found.length > 0) return { ...of, is: found[0], does: "unclear" };
  if (found.length > 1) return { ...of, does: "held" };
  const [only] = found;
  if (only && !desired) return { ...of, does: "remove", is: only };
  if (only) return differing({ ...of, is: only }, { desired, base }, only.name);
  if (!desired) return of;
  const isAlike = here.some(({ name }) => spellingless(name) === spellingless(desired.name));
  if (isAlike && !story.shelf.isExact)
    return { ...of, does: isMeant(known, here, desired) ? "unclear" : "held" };
  return { ...of, does: "create", causes: new Map([["", base ? "drift" : "pending"]]) };
}

/**
 * Returns what the plan must do with a resource that somebody has moved. It must report the new place, and neither
 * create the resource again nor move it back. A place for which Git declares nothing is not read.
 */
function ofMoved(of: Due & { readonly is: LiveThing }, { story, sides }: Known): Due {
  const { own } = story;
  const isLooked = [...sides.values()].some(({ desired, base }) => (desired ?? base)?.place === of.is.place);
  return { ...of, does: isLooked && !own.get(of.key)?.isUnseen ? "held" : "unclear" };
}

/**
 * True if every live resource with a similar name belongs to another key, for which Git or base declares exactly that
 * name.
 */
function isMeant({ sides }: Known, here: readonly LiveThing[], { name, key }: DeclaredThing): boolean {
  const alike = here.filter((one) => spellingless(one.name) === spellingless(name));
  const meant = [...sides].filter(([other]) => other !== key);
  return alike.every((one) =>
    meant.some(([, { desired, base }]) => [desired?.name, base?.name].includes(one.name)),
  );
}

/** Returns what the plan must do with a resource whose id is known. */
function ofOwn(of: Due & { readonly is: LiveThing }, sides: Sides, known: Known): Due {
  const { desired, base } = sides;
  const { is } = of;
  const { habits, own } = known.story;
  const { stored, isUnseen } = own.get(of.key) ?? {};
  const isSpelled = (thing: DeclaredThing | undefined) =>
    thing !== undefined && is.name === stored && is.name === storedName(thing.name, habits);
  if (isUnseen && (is.name !== stored || !(desired ?? base))) return { ...of, does: "unclear" };
  if (!desired) return { ...of, does: is.name === base?.name || isSpelled(base) ? "remove" : "held" };
  // The server has shortened the name, or Git renamed the resource before anything was recorded.
  const [now, then] = [spellingless(desired.name), spellingless(is.name)];
  const isCut = now !== then && now.startsWith(then);
  if (!base && !isUnseen && (isCut || !known.story.shelf.isChangeable)) return { ...of, does: "unclear" };
  const isCalled = (called: string) =>
    known.free.some(({ name, place }) => name === called && place === desired.place);
  if (is.place !== desired.place && (isUnseen || isCalled(is.name)))
    return { ...of, does: isUnseen ? "unclear" : "held" };
  if (is.name !== desired.name) {
    const isTaken = isCalled(desired.name);
    const isGiven = [...known.sides].some(([key, one]) => key !== of.key && one.base?.name === desired.name);
    if (isTaken && !isSpelled(desired)) return { ...of, does: isGiven ? "unclear" : "held" };
  }
  if (isSpelled(desired)) return differing(of, sides, desired.name);
  if (isSpelled(base)) return differing(of, sides, base?.name ?? "");
  const isOther = ![desired.name, base?.name, isUnseen && stored].includes(is.name);
  return { ...differing(of, sides, is.name), ...(isOther && { renamed: true }) };
}

/**
 * Returns how an existing resource differs from its declaration. `name` is its live name, or the declared name if the
 * two differ only in spelling.
 */
function differing(of: Due & { readonly is: LiveThing }, { desired, base }: Sides, name: string): Due {
  if (!desired) return of;
  const causes = new Map<string, Cause>();
  const add = (path: string, [now, was, live]: readonly [string, string | undefined, string]) => {
    if (now === live) return;
    if (was === undefined || was === live) causes.set(path, "pending");
    else causes.set(path, now === was ? "drift" : "conflict");
  };
  add("/name", [desired.name, base?.name, name]);
  add("/parent", [desired.place, base?.place, of.is.place]);
  add("note", [desired.note, base?.note, of.is.note]);
  if (causes.size === 0) return of;
  return { ...of, causes, does: [...causes.values()].includes("conflict") ? "held" : "update" };
}
