/**
 * Makes a plan after a further change in Git: names are swapped, a resource gets another parent, or base is in doubt.
 */

import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, maybe, under } from "../draw.ts";
import { expectedOf, unexpectedIn } from "./expected.ts";
import { judgePlan } from "./judges.ts";
import { type Doubts, doubtsOf, historyOf, judgeDoubts } from "./plans/doubts.ts";
import type { Play } from "./play.ts";
import { filesOn, fingerprintsOf, onlyOf, requestOf, staged } from "./scene.ts";
import { type DrawnField, fateOf, type Thing, type Truth } from "./truth.ts";

/** The three states of all resources after a further change in Git, and the doubts about base. */
interface Otherwise {
  readonly what: string;
  readonly truth: Truth;
  readonly doubts?: Doubts;
}

/** Plans after a drawn change in Git. Does nothing if no resource of the seed allows this change. */
export async function plannedOtherwise(play: Play): Promise<readonly string[]> {
  const { seed, lie } = play;
  const draw = seeded(seed * 16 + 6);
  if (!play.truth.manner.threeWay) return [];
  const ways = maybe(draw, 0.5) ? [exchanged, relocated, doubted] : [relocated, exchanged, doubted];
  const first = hangsOnBase(play.truth) && maybe(draw, 0.5) ? 2 : under(draw, 3);
  const other = ways
    .slice(first)
    .reduce<Otherwise | undefined>((found, way) => found ?? way(play.truth, draw), undefined);
  if (!other) return [];
  const { truth, doubts, what } = other;
  const said = lie.isAsEver ? play.truth : truth;
  const on = staged(said);
  const base = on.load(filesOn(said, "base"));
  // The change gives resources other former keys than those that were drawn. So the fingerprints are made anew.
  const secrets = { now: fingerprintsOf(said, "now"), recorded: fingerprintsOf(said, "recorded") };
  const history = doubts && !lie.isAsEver ? { history: historyOf(truth, doubts) } : {};
  const request = { ...requestOf(truth.manner, base, secrets), ...onlyOf(truth), ...history };
  const made = await on.plan(request);
  const plan = lie.plan?.(made.plan) ?? made.plan;
  const isDoubted = doubts && (({ number }: Thing) => doubts.of.has(number));
  const wanted = expectedOf(truth, { isDoubted });
  const broken = [
    ...judgePlan(plan, wanted, unexpectedIn(truth)),
    ...(doubts ? judgeDoubts(plan, wanted, doubts) : []),
  ];
  return broken.map((line) => `${what}: ${line}`);
}

/** True if it matters whether base is in doubt: Git has dropped or renamed resources. */
function hangsOnBase({ things }: Truth): boolean {
  return things.some((one) => one.renamed !== undefined || (fateOf(one).base && !fateOf(one).desired));
}

/** Swaps the names of two resources; undefined if no two resources can swap their names. */
function exchanged(truth: Truth, draw: Draw): Otherwise | undefined {
  const free = truth.things.filter((one) => one.species.canBeRenamed && canSettle(one));
  const another = (first: Thing) => free.find((one) => one !== first && one.species === first.species);
  const paired = free.filter(another);
  const first = paired[under(draw, paired.length)];
  const second = first && another(first);
  if (!first || !second) return undefined;
  const names = new Map([
    [first, second.number],
    [second, first.number],
  ]);
  const change = (thing: Thing) => {
    const calledAs = names.get(thing);
    return calledAs === undefined ? thing : { ...settled(thing), calledAs };
  };
  return { what: "exchanged", truth: withEach(truth, change) };
}

/** Declares a network in another organization, which has no networks; undefined if there is no suitable network. */
function relocated(truth: Truth, draw: Draw): Otherwise | undefined {
  const free = truth.things.filter((one) => one.species.kind === "network" && canSettle(one));
  const one = free[under(draw, free.length)];
  const change = (thing: Thing) => (thing === one ? { ...settled(thing), relocated: true as const } : thing);
  return one && { what: "relocated", truth: withEach(truth, change) };
}

/** Puts base in doubt: for some resources, it comes from a commit that is not an ancestor of the planned one. */
function doubted(truth: Truth, draw: Draw): Otherwise {
  return { what: "doubted", truth, doubts: doubtsOf(draw, truth) };
}

/**
 * True if the resource can be declared as if it had never changed. A changed resource with ignored fields cannot,
 * because these fields were drawn with their live value.
 */
function canSettle({ fate, fields }: Thing): boolean {
  return fate === "kept" || fields.every(({ inGit }) => inGit === undefined);
}

/** Returns the resource as if neither its name nor its place had ever changed. */
function settled({ renamed: _, ...thing }: Thing): Thing {
  return { ...thing, fate: "kept", moved: false };
}

function withEach(truth: Truth, change: (thing: Thing) => Thing): Truth {
  const now = new Map<Thing, Thing>();
  for (const thing of truth.things) {
    const parent = thing.parent && now.get(thing.parent);
    const changed = change(thing);
    const fields = changed.fields.map((field) => renamedIn(field, now));
    now.set(thing, { ...changed, fields, ...(parent && { parent }) });
  }
  return { ...truth, things: [...now.values()] };
}

/** Returns the field with references to the changed resources instead of the drawn ones. */
function renamedIn(field: DrawnField, now: ReadonlyMap<Thing, Thing>): DrawnField {
  if (!field.names) return field;
  const names = Object.entries(field.names).map(([letter, thing]) => [letter, now.get(thing) ?? thing]);
  return { ...field, names: Object.fromEntries(names) };
}
