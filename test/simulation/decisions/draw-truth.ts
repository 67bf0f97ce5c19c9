/** Draws the resources of a seed, with their desired, applied and live states. */

import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import {
  type FateName,
  type FieldCase,
  fatesWithin,
  fieldCases,
  type SecretCase,
  secretCases,
} from "./cases.ts";
import type { FieldKind, Realm, Species } from "./species.ts";
import type { DrawnField, Manner, Thing, Truth } from "./truth.ts";

/**
 * Draws the resources of a seed, with their desired, applied and live states. The same seed always gives the same
 * result.
 */
export function truthOf(seed: number, realms: readonly Realm[]): Truth {
  const draw = seeded(seed * 16 + 9);
  const manner: Manner = {
    threeWay: maybe(draw, 0.85),
    prune: maybe(draw, 0.6) || temperOf(seed) === "clearing",
    overwrite: maybe(draw, 0.3),
    fingerprints: maybe(draw, 0.5) || temperOf(seed) === "secretive",
    isRekeyed: maybe(seeded(seed * 16 + 15), 0.25),
    excluded: new Set(),
    complete: new Set(realms.flatMap(({ complete = [] }) => complete)),
  };
  const things: Thing[] = [];
  const temper = temperOf(seed);
  const add = (species: Species, realm: Realm, parent?: Thing) => {
    const most = parent ? 2 : 4;
    for (let count = under(draw, most + 1); count > 0; count -= 1) {
      const number = things.length;
      const thing = thingOf(draw, { species, number, manner, temper, ...(parent && { parent }) });
      things.push(thing);
      for (const inner of realm.species) if (inner.within === species) add(inner, realm, thing);
    }
  };
  for (const realm of realms) for (const species of realm.species) if (!species.within) add(species, realm);
  if (maybe(seeded(seed + 9_000_001), 0.3)) protectDevices(things);
  const written = maybe(seeded(seed + 7_000_003), 0.6) ? seed : undefined;
  if (!maybe(draw, 0.2)) return { realms, things, manner, written };
  const excluded = things.flatMap(({ number }) => (maybe(draw, 0.3) ? [number] : []));
  // Another scenario covers the records of excluded secrets.
  return { realms, things, written, manner: { ...manner, fingerprints: false, excluded: new Set(excluded) } };
}

/** Protects everything on the first device of some targets. Only the declared parts of these devices are managed. */
function protectDevices(things: Thing[]): void {
  for (const [at, thing] of things.entries()) {
    const { target, isExclusive } = thing.species;
    if (["routers", "edge"].includes(target) && !isExclusive)
      things[at] = { ...thing, protect: true, isProtectedAround: true };
  }
}

/** What a seed has more of than others: removals of whole trees, secrets, or neither. */
type Temper = "clearing" | "secretive" | "even";

function temperOf(seed: number): Temper {
  return pick(seeded(seed + 11_000_003), ["clearing", "secretive", "even", "even", "even", "even", "even"]);
}

interface Asked {
  readonly temper: Temper;
  readonly species: Species;
  readonly number: number;
  readonly manner: Manner;
  readonly parent?: Thing;
}

function thingOf(draw: Draw, { species, number, manner, temper, parent }: Asked): Thing {
  const drawn = pick<FateName>(draw, fatesWithin[parent?.fate ?? "kept"]);
  const fate = tempered(drawn, { temper, parent, number, species });
  const isKept = fate === "kept" && manner.threeWay;
  const change = pick(draw, ["none", "none", "none", "moved", "inGit", "alike"]);
  // Another scenario covers a commit that changes a resource's key and also rotates its secret.
  const isMoved = change === "moved" || (temper === "secretive" && change === "none" && number % 2 === 0);
  const isRenamed = isKept && species.canBeRenamed && (change === "inGit" || change === "alike");
  return {
    species,
    number,
    fate,
    fields: species.fields.map((field) => fieldOf(draw, field)),
    ...(species.hasSecret && { secret: secretOf(draw, temper) }),
    ...(parent && { parent }),
    ...(isRenamed && { renamed: change }),
    moved: isKept && species.canMove === true && isMoved,
    protect: maybe(draw, 0.15) && species.isProtectable !== false,
  };
}

/** If a seed is about secrets, more of them were rotated. */
function secretOf(draw: Draw, temper: Temper): SecretCase {
  const drawn = row(draw, Object.values(secretCases));
  const { rotated } = secretCases;
  return temper === "secretive" && rotated && drawn.desired === drawn.base ? rotated : drawn;
}

function tempered(
  fate: FateName,
  {
    temper,
    parent,
    number,
    species,
  }: Omit<Asked, "manner" | "parent"> & { readonly parent?: Thing | undefined },
): FateName {
  if (temper === "clearing" && !parent && number % 2 === 0) return "removedInGit";
  const isSecretive = temper === "secretive" && (species.hasSecret === true || !parent);
  return isSecretive && (parent?.fate ?? "kept") === "kept" && number % 3 > 0 ? "kept" : fate;
}

const rows: readonly FieldCase[] = Object.values(fieldCases);

/** In half of all fields, nothing has changed. */
function fieldOf(draw: Draw, field: FieldKind): DrawnField {
  const [a, b, c] = field.values;
  const values = { a, b, c };
  const fitting = rows.filter((each) => fits(each, field));
  return {
    path: field.path,
    element: field.element,
    values,
    row: maybe(draw, 0.5) ? row(draw, fitting) : row(draw, rows.slice(0, 1)),
  };
}

function fits({ desired, base, live }: FieldCase, { values, byServer, needed }: FieldKind): boolean {
  if (live === "-" && byServer !== undefined) return false;
  if (needed && [desired, base, live].includes("-")) return false;
  const [a, , c] = values;
  return JSON.stringify(a) !== JSON.stringify(c) || live !== "c";
}

function row<T>(draw: Draw, all: readonly T[]): T {
  const one = all[under(draw, all.length)];
  if (one === undefined) throw new Error("There is nothing to draw from.");
  return one;
}
