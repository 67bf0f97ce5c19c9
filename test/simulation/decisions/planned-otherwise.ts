/** A plan of what Git says otherwise: names that are exchanged, another parent, a base that is in doubt. */

import type { Address } from "../../../src/model/address.ts";
import type { BaseHistory } from "../../../src/model/record.ts";
import { seeded } from "../../virtual/clock.ts";
import { type Draw, maybe, under } from "../draw.ts";
import { expectedOf, unexpectedIn } from "./expected.ts";
import { judgePlan } from "./judges.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";
import { addressOn, fateOf, type Thing, type Truth } from "./truth.ts";

/** What is otherwise, and who is concerned by a doubt of base. */
interface Otherwise {
  readonly what: string;
  readonly truth: Truth;
  readonly isDoubted?: (thing: Thing) => boolean;
}

/** Plans with something that is otherwise in Git; none where the seed has nothing that can be. */
export async function plannedOtherwise(play: Play): Promise<readonly string[]> {
  const { seed, secrets, lie } = play;
  const draw = seeded(seed * 16 + 6);
  if (!play.truth.manner.threeWay) return [];
  const ways = maybe(draw, 0.5) ? [exchanged, relocated, doubted] : [relocated, exchanged, doubted];
  const other = ways
    .slice(under(draw, 3))
    .reduce<Otherwise | undefined>((found, way) => found ?? way(play.truth, draw), undefined);
  if (!other) return [];
  const { truth, isDoubted, what } = other;
  const said = lie.isAsEver ? play.truth : truth;
  const on = staged(said);
  const base = on.load(filesOn(said, "base"));
  const history = isDoubted && !lie.isAsEver ? { history: historyOf(truth, isDoubted) } : {};
  const request = { ...requestOf(truth.manner, base, secrets), ...onlyOf(truth), ...history };
  const { plan } = await on.plan(request);
  const broken = judgePlan(plan, expectedOf(truth, { isDoubted }), unexpectedIn(truth));
  return broken.map((line) => `${what}: ${line}`);
}

/** Each of two is to be called what the other one is called. */
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

/** A network is declared in another organization, which exists and has none. */
function relocated(truth: Truth, draw: Draw): Otherwise | undefined {
  const free = truth.things.filter((one) => one.species.kind === "network" && canSettle(one));
  const one = free[under(draw, free.length)];
  const change = (thing: Thing) => (thing === one ? { ...settled(thing), relocated: true as const } : thing);
  return one && { what: "relocated", truth: withEach(truth, change) };
}

/** Of some of it base is of a commit that is no ancestor. */
function doubted(truth: Truth, draw: Draw): Otherwise {
  const some = new Set(truth.things.filter(() => maybe(draw, 0.6)).map(({ number }) => number));
  return {
    what: "doubted",
    truth,
    isDoubted: ({ number, species }) => !species.isOnlyShown && some.has(number),
  };
}

function historyOf({ things }: Truth, isDoubted: (thing: Thing) => boolean): BaseHistory {
  const addresses = new Set<Address>();
  for (const thing of things.filter(isDoubted))
    addresses.add(addressOn(thing, fateOf(thing).desired ? "desired" : "base"));
  return { lineageOf: (address) => (addresses.has(address) ? "apart" : "behind") };
}

/** What is ignored was drawn for what is live. */
function canSettle({ fate, fields }: Thing): boolean {
  return fate === "kept" || fields.every(({ inGit }) => inGit === undefined);
}

/** The thing as if it were where it was, and called what it was. */
function settled({ renamed: _, ...thing }: Thing): Thing {
  return { ...thing, fate: "kept", moved: false };
}

function withEach(truth: Truth, change: (thing: Thing) => Thing): Truth {
  const now = new Map<Thing, Thing>();
  for (const thing of truth.things) {
    const parent = thing.parent && now.get(thing.parent);
    now.set(thing, { ...change(thing), ...(parent && { parent }) });
  }
  return { ...truth, things: [...now.values()] };
}
