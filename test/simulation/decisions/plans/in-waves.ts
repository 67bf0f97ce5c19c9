/**
 * Checks a plan in waves of sites, tags and keys. Each step must be in the first wave that matches it, or in a later
 * one if it has to wait for other steps.
 */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import { type Expected, isIn } from "../expected.ts";
import { differ } from "../judges.ts";
import { leaves, namedBy } from "../naming/named.ts";
import { fateOf, keyOn, type Side, type Thing, type Truth } from "../truth.ts";
import { chainOf, type Ring, type Rings } from "./rings.ts";

type InGit = Side & ("desired" | "base");

/** Each step must be in the right wave, and the waves must be in order. */
export function judgeRings(
  { waves, steps }: Plan,
  expected: readonly Expected[],
  truth: Truth,
): readonly string[] {
  const { rings } = truth;
  if (!rings) return [];
  const names = [...rings.waves.map(({ name }) => name), "the rest"];
  const ranks = ranksOf(expected, { truth, rings });
  const wanted = [...ranks].map(([{ action, address }, rank]) => `${names[rank]}: ${action} ${address}`);
  const said = waves.flatMap(({ name, steps: own }) => own.map((id) => `${name}: ${id}`));
  const order = waves.map(({ name }) => names.indexOf(name));
  const all = waves.flatMap(({ steps: own }) => own);
  return [
    ...differ("ring", said, wanted),
    ...(order.some((rank, at) => at > 0 && rank <= (order[at - 1] ?? 0)) ? ["ring: out of order"] : []),
    ...(all.some((id, at) => steps[at]?.id !== id) ? ["ring: steps are out of order"] : []),
  ];
}

/**
 * Returns the wave of each step. Parents come before their children, removals in the reverse order, and no step before
 * one that it needs.
 */
function ranksOf(
  expected: readonly Expected[],
  on: { readonly truth: Truth; readonly rings: Rings },
): ReadonlyMap<Expected, number> {
  const ranks = new Map<Expected, number>();
  const steps = expected.filter(({ stepped }) => stepped);
  const isMade = (one: Expected) => one.action === "create";
  const rank = (one: Expected, befores: readonly Expected[]) =>
    ranks.set(one, Math.max(ownRank(one, on), ...befores.map((each) => ranks.get(each) ?? 0)));
  for (const one of steps.filter(({ action }) => action !== "remove")) {
    const named = namedBy(one.thing, "desired").map(({ number }) => number);
    const isNeeded = ({ thing }: Expected) =>
      named.includes(thing.number) || (isMade(one) && isWithin(one.thing, thing));
    rank(
      one,
      steps.filter((each) => isMade(each) && isNeeded(each)),
    );
  }
  for (const one of steps.filter(({ action }) => action === "remove").toReversed()) {
    const isInner = (each: Expected) => each.action === "remove" && isWithin(each.thing, one.thing);
    rank(
      one,
      steps.filter((each) => leaves(each, one.thing) || isInner(each)),
    );
  }
  return ranks;
}

function isWithin({ parent }: Thing, outer: Thing): boolean {
  return parent !== undefined && (parent === outer || isWithin(parent, outer));
}

/**
 * Returns the number of the first wave that matches the changed resource or one of its ancestors; the number after the
 * last wave if none does.
 */
function ownRank(
  { thing, action }: Expected,
  { truth, rings }: { readonly truth: Truth; readonly rings: Rings },
): number {
  // For the removed resource itself, the declaration in base counts. For its ancestors, the current declaration in Git
  // counts.
  const sideOf = (one: Thing) =>
    (one === thing ? action !== "remove" : fateOf(one).desired) ? "desired" : "base";
  const chain = chainOf(thing);
  const keys = chain.flatMap((one) => keysOn(one, sideOf(one)));
  const tags = chain.flatMap((one) => tagsOn(one, sideOf(one)));
  const top = chain.at(-1)?.number ?? thing.number;
  const site = rings.ownSites.get(top) ?? rings.targetSites[thing.species.target];
  const isNamed = ({ sites = [], tags: some = [], keys: globs = [] }: Ring) =>
    (site !== undefined && sites.includes(site)) ||
    some.some((tag) => tags.includes(tag)) ||
    globs.some((glob) =>
      keys.some((key) => key === glob || (glob.endsWith("*") && key.startsWith(glob.slice(0, -1)))),
    );
  const at = rings.waves.findIndex(isNamed);
  return at < 0 || !isIn(thing, truth.manner) ? rings.waves.length : at;
}

/** Returns the keys by which a wave can name a resource: the key of the resource, and that of its device. */
function keysOn(thing: Thing, side: InGit): readonly string[] {
  const key = keyOn(thing, side);
  const [, device] = /^(r\d)\./.exec(key) ?? [];
  return device === undefined ? [key] : [key, device];
}

/** Returns the tags that a side of Git declares, even if the field is ignored. */
function tagsOn({ fields }: Thing, side: InGit): readonly string[] {
  const field = fields.find(({ path }) => path === "/tags");
  const letter = (field?.inGit ?? field?.row)?.[side];
  const value = field && letter !== undefined && letter !== "-" ? field.values[letter] : undefined;
  return Array.isArray(value) ? value.map(String) : [];
}
