/** A plan that takes drift back and nothing else: what Git has changed since is left as it is. */

import { reverting } from "../../../src/diff/reverting.ts";
import { seeded } from "../../virtual/clock.ts";
import type { FieldCase } from "./cases.ts";
import { expectedOf } from "./expected.ts";
import { judgePlan } from "./judges.ts";
import { judgeGuards, removalLimitOf, withLimit } from "./plans/guards.ts";
import type { Play } from "./play.ts";
import { projectOf } from "./realms.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";
import { addressOn, type DrawnField, fateOf, type Thing, type Truth } from "./truth.ts";

/** Plans it, of everything. */
export function plannedBack(play: Play): Promise<readonly string[]> {
  return plannedBackIn(play, play.truth);
}

/** Plans it of the addresses that are asked for alone, where some are not. */
export async function plannedBackOnly(play: Play): Promise<readonly string[]> {
  const { truth } = play;
  if (truth.manner.excluded.size === 0) return [];
  return (await plannedBackIn(play, truth, true)).map((line) => `only: ${line}`);
}

async function plannedBackIn(
  { seed, secrets, lie }: Play,
  truth: Truth,
  isPart = false,
): Promise<readonly string[]> {
  const { manner } = truth;
  if (!manner.threeWay) return [];
  const limit = removalLimitOf(seeded(seed * 16 + 5));
  const on = staged(truth, { project: withLimit(projectOf(truth.realms, truth.ignored), limit) });
  const whole = { desired: on.context.desired, base: on.load(filesOn(truth, "base")) };
  const sides = reverting(whole.desired, whole.base);
  Object.assign(on.context, { desired: sides.desired });
  const { plan } = await on.plan({
    ...requestOf(manner, sides.base, secrets),
    ...(isPart ? onlyOf(truth) : {}),
    whole,
  });
  const excluded = isPart ? manner.excluded : new Set<number>();
  const before = { ...asBefore(truth), manner: { ...manner, excluded } };
  const wanted = expectedOf(before);
  const said = lie.plan?.(plan) ?? plan;
  const unexpected = plan.unwritable.filter((one) => one.unexpected).map(({ address }) => address);
  return [
    ...judgePlan(said, wanted, unexpected),
    ...judgeGuards(said, wanted, { truth: before, drawn: truth, limit, guards: shares }),
  ].map((line) => `taking back: ${line}`);
}

/** What Git has changed, and a create writes all the same, is not in the truth of what drifted. */
const shares = ["removals", "vanished"] as const;

/** The truth as if Git had said nothing of what it has changed. */
function asBefore(truth: Truth): Truth {
  const now = new Map<Thing, Thing>();
  for (const thing of truth.things) {
    const parent = thing.parent && now.get(thing.parent);
    if (thing.parent && !parent) continue;
    const one = settled({ ...thing, ...(parent && { parent }) }, thing);
    if (one) now.set(thing, one);
  }
  return { ...truth, things: [...now.values()] };
}

function settled(thing: Thing, drawn: Thing): Thing | undefined {
  const { desired, base, live } = fateOf(thing);
  // What Git has given another name is found by it, and so is what is in it.
  const isPut = addressOn(drawn, "desired") === addressOn(drawn, "base") && !isRenamed(drawn);
  const isSame = (thing.secret?.desired ?? "-") === (thing.secret?.base ?? "-");
  const isOwned = thing.ownedOtherwise === undefined;
  if (desired && base && isPut && isSame && isOwned) return { ...thing, fields: thing.fields.map(unchanged) };
  return live ? { ...thing, fate: "foreign" } : undefined;
}

function unchanged(field: DrawnField): DrawnField {
  const { row, inGit = row } = field;
  if (inGit.desired === inGit.base) return field;
  const left: FieldCase = { desired: "-", base: "-", live: row.live };
  return { ...field, row: left };
}

function isRenamed({ renamed, given, parent }: Thing): boolean {
  return renamed !== undefined || given !== undefined || (parent !== undefined && isRenamed(parent));
}
