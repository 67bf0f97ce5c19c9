/**
 * Simulates names that were passed on: one resource has a new name, and another resource has the first one's former
 * name.
 */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { pick, under } from "../../draw.ts";
import { expectedOf, unexpectedIn } from "../expected.ts";
import { judgePlan } from "../judges.ts";
import type { Play } from "../play.ts";
import { filesOn, fingerprintsOf, onlyOf, requestOf, staged } from "../scene.ts";
import type { Thing, Truth } from "../truth.ts";

/** What was drawn: whether each of the two resources was renamed by hand, and which name the other resource had. */
type Way = keyof typeof ways;

/**
 * | the first thing     | the other thing                        | plan: the first | the other  |
 * | ------------------- | -------------------------------------- | --------------- | ---------- |
 * | was renamed by hand | somebody has created it                |                 | taken over |
 * | was renamed by hand | is new in Git                          |                 | create     |
 * | was renamed by hand | had another name, and still has it     |                 | its name   |
 * | was renamed by hand | had another name, and no longer has it |                 |            |
 * | keeps its name      | had another name, and still has it     | its name        | its name   |
 * | keeps its name      | is new in Git                          | its name        | create     |
 */
const ways = {
  foundThere: { first: "alike", other: { fate: "takenOver" }, isLive: true },
  new: { first: "alike", other: { fate: "newInGit" }, isLive: false },
  toBeRenamed: { first: "alike", other: { fate: "kept", renamed: "inGit" }, isLive: false },
  renamed: { first: "alike", other: { fate: "kept", renamed: "alike" }, isLive: true },
  bothToBeRenamed: { first: "inGit", other: { fate: "kept", renamed: "inGit" }, isLive: false },
  newBeforeItIsFree: { first: "inGit", other: { fate: "newInGit" }, isLive: false },
} as const;

const all = Object.keys(ways) as readonly Way[];

/**
 * Plans after a resource's former name was given to another resource. Does nothing if the seed has no two resources
 * with names.
 */
export async function plannedGiven(play: Play): Promise<readonly string[]> {
  const { seed, lie } = play;
  const draw = seeded(seed * 16 + 17);
  const truth = play.truth.manner.threeWay ? given(play.truth, draw) : undefined;
  if (!truth) return [];
  const on = staged(truth);
  const base = on.load(filesOn(truth, "base"));
  // The change gives resources other former keys than those that were drawn. So the fingerprints are made anew.
  const secrets = { now: fingerprintsOf(truth, "now"), recorded: fingerprintsOf(truth, "recorded") };
  const made = await on.plan({ ...requestOf(truth.manner, base, secrets), ...onlyOf(truth) });
  const plan = lie.plan?.(made.plan) ?? made.plan;
  return judgePlan(plan, expectedOf(truth), unexpectedIn(truth)).map((line) => `given: ${line}`);
}

function given(truth: Truth, draw: () => number): Truth | undefined {
  const { things } = truth;
  // Other scenarios cover references to such resources, and resources whose key was made from a live name.
  if (things.some(({ species, early }) => species.kind === "dashboardDevice" || early)) return undefined;
  const isEmpty = (thing: Thing) => !things.some(({ parent }) => parent === thing);
  const free = things.filter((one) => one.species.canBeRenamed && isPlain(one));
  const firsts = free.filter((one) => free.some((each) => each !== one && each.species === one.species));
  const first = firsts[under(draw, firsts.length)];
  const others = free.filter((one) => one !== first && one.species === first?.species);
  const other = others.find(isEmpty) ?? others[under(draw, others.length)];
  if (!first || !other) return undefined;
  const fitting = all.filter((way) => isEmpty(other) || ways[way].other.fate === "kept");
  const { isLive, ...way } = ways[pick(draw, fitting as [Way, ...Way[]])];
  const now = new Map<Thing, Thing>();
  for (const thing of things) {
    const parent = thing.parent && now.get(thing.parent);
    const within = { ...thing, ...(parent && { parent }) };
    const { renamed: _, ...same } = within;
    if (thing === first) now.set(thing, { ...same, fate: "kept", moved: false, renamed: way.first });
    else if (thing === other)
      now.set(thing, { ...same, ...way.other, moved: false, given: { of: first.number, isLive } });
    else now.set(thing, within);
  }
  return { ...truth, things: [...now.values()] };
}

/** True if the resource can be declared as if it had never changed. A changed resource with ignored fields cannot. */
function isPlain({ fields, fate }: Thing): boolean {
  return fate === "kept" || fields.every(({ inGit }) => inGit === undefined);
}
