/** Reduces the drawn resources of a seed to the parts that are kept. The result could itself have been drawn. */

import { isAsked, kept, keptAmong } from "../../reduced/parts.ts";
import { fieldCases, secretCases } from "../cases.ts";
import type { Realm } from "../species.ts";
import type { DrawnField, Manner, Thing, Truth } from "../truth.ts";

/**
 * Leaves resources out, with their children and with those that refer to them, and makes the others as simple as
 * possible.
 */
export function reduced(truth: Truth): Truth {
  if (!isAsked()) return truth;
  const realms = realmsOf(truth);
  const isProtected = truth.things.some((one) => one.isProtectedAround) && kept("protected-around");
  const isOwned = truth.things.some((one) => one.ownedOtherwise) && kept("owned-otherwise");
  const now = new Map<Thing, Thing>();
  for (const thing of truth.things) {
    const isThere = realms.some(({ species }) => species.includes(thing.species));
    if (!isThere || isBereft(thing, now) || !kept(nameOf(thing))) continue;
    const { isProtectedAround, ownedOtherwise, ...own } = plainer(thing, now);
    now.set(thing, {
      ...own,
      ...(isProtectedAround && (isProtected ? { isProtectedAround } : { protect: false })),
      ...(isOwned && ownedOtherwise && { ownedOtherwise }),
    });
  }
  const things = [...now.values()];
  const { written, rings, manner, ...rest } = truth;
  const isWritten = written !== undefined && kept("written");
  return {
    ...rest,
    realms,
    things,
    manner: mannerOf(manner, things),
    ...(isWritten && { written }),
    ...ringsOf(rings),
  };
}

/** Returns the name that a resource has among the parts of a seed. */
export function nameOf({ species, number }: Thing): string {
  return `${species.kind}-${number}`;
}

/** Returns the kept realms. At least one stays, because a project needs a target. */
function realmsOf({ realms: all }: Truth): readonly Realm[] {
  const [first] = all;
  if (!first || all.length === 1) return all;
  const some = all.filter((realm) => kept(`target-${targetOf(realm)}`));
  return some.length > 0 ? some : [first];
}

function targetOf({ species: [one] }: Realm): string {
  return one?.target ?? "none";
}

/** True if the parent of the resource was left out, or a resource that it refers to. */
function isBereft({ parent, fields }: Thing, now: ReadonlyMap<Thing, Thing>): boolean {
  const named = fields.flatMap(({ names = {} }) => Object.values(names));
  return [...(parent ? [parent] : []), ...named].some((one) => !now.has(one));
}

function plainer(thing: Thing, now: ReadonlyMap<Thing, Thing>): Thing {
  const name = nameOf(thing);
  const { renamed, secret, early, parent: was, ...own } = thing;
  const parent = was && now.get(was);
  const canBeKept = !thing.fields.some(({ names }) => names) && (parent?.fate ?? "kept") === "kept";
  const isPlain = thing.fate !== "kept" && canBeKept && !kept(`${name}.fate`);
  const isEarly =
    early && (early.of === undefined || [...now.values()].some((one) => one.number === early.of));
  return {
    ...own,
    ...(parent && { parent }),
    ...(isPlain && { fate: "kept" }),
    fields: thing.fields.map((field) => fieldOf(field, name, now)),
    ...(secret && {
      secret: secret === secretCases.none || kept(`${name}.secret`) ? secret : secretCases.none,
    }),
    ...(renamed && kept(`${name}.renamed`) && { renamed }),
    ...(isEarly && kept(`${name}.early`) && { early }),
    moved: thing.moved && kept(`${name}.moved`),
    protect: thing.protect && (thing.isProtectedAround === true || kept(`${name}.protect`)),
  };
}

/**
 * Returns the field as if it had not changed, unless its change is kept. Ignored fields and references are returned
 * unchanged.
 */
function fieldOf(field: DrawnField, name: string, now: ReadonlyMap<Thing, Thing>): DrawnField {
  const { same } = fieldCases;
  if (field.names) return { ...field, names: followed(field.names, now) };
  if (!same || field.row === same || field.inGit) return field;
  return kept(`${name}${field.path}`) ? field : { ...field, row: same };
}

function followed(names: NonNullable<DrawnField["names"]>, now: ReadonlyMap<Thing, Thing>) {
  return Object.fromEntries(Object.entries(names).map(([letter, one]) => [letter, now.get(one) ?? one]));
}

function mannerOf(manner: Manner, things: readonly Thing[]): Manner {
  const { isClosed, ...rest } = manner;
  const left = things.filter((one) => manner.excluded.has(one.number) && kept(`${nameOf(one)}.excluded`));
  return {
    ...rest,
    prune: manner.prune && kept("prune"),
    overwrite: manner.overwrite && kept("overwrite"),
    fingerprints: manner.fingerprints && kept("fingerprints"),
    isRekeyed: manner.isRekeyed && kept("rekeyed"),
    excluded: new Set(left.map(({ number }) => number)),
    ...(isClosed && kept("closed-fields") && { isClosed }),
  };
}

/** Returns the kept waves. If none is kept, the plan has no waves; a rollout then still has its own. */
function ringsOf(rings: Truth["rings"]): Pick<Truth, "rings"> {
  if (!rings || rings.waves.length === 0) return rings ? { rings } : {};
  const waves = keptAmong("wave", rings.waves);
  const targetSites = Object.fromEntries(
    Object.entries(rings.targetSites).filter(([target]) => kept(`site-of-${target}`)),
  );
  return waves.length > 0 ? { rings: { ...rings, waves, targetSites } } : {};
}
