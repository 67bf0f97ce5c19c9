/** A plan made once more: of a world that nothing has happened to, or one thing that matters, or one that does not. */

import { notReviewed } from "../../../src/cli/apply/reviewed-plans.ts";
import { readPlanFile } from "../../../src/load/documents/plan-file.ts";
import type { Plan } from "../../../src/model/plan.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { seeded } from "../../virtual/clock.ts";
import { type Draw, under } from "../draw.ts";
import { type Expected, isIn } from "./expected.ts";
import { differ } from "./judges.ts";
import { otherLetter, withLive } from "./meanwhile.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";
import type { DrawnField, Thing, Truth } from "./truth.ts";

/** What was changed live before the plan is made again. */
interface Difference {
  readonly thing: Thing;
  readonly field: DrawnField;
  readonly letter: "a" | "b" | "c";
  readonly one: Expected;
}

/**
 * Plans once more, with other ways to the servers, so that their replies come in another order.
 *
 * | live has another value            | the plan              | the fingerprint | as reviewed        |
 * |-----------------------------------|-----------------------|-----------------|--------------------|
 * | nowhere                           | the same, every byte  | the same        | all of it          |
 * | of what is replaced or removed    |                       | another         | all but this       |
 * | of what nobody declares           |                       | the same        | all but a removal  |
 */
export async function plannedAgain(play: Play): Promise<readonly string[]> {
  const draw = seeded(play.seed * 16 + 13);
  const which = under(draw, 3);
  const differences = which === 0 ? [] : (which === 1 ? mattering : idle)(play);
  const difference = differences[under(draw, differences.length)];
  const first = play.made.plan;
  const again = await planOf(play, difference ? changed(play.truth, difference) : play.truth, draw);
  const left = [...notReviewed(again, [fileOf(first)])];
  const isSame = again.fingerprint === first.fingerprint;
  if (!difference)
    return [
      ...(textOf(again) === textOf(first) ? [] : [`again: another plan of the same: ${textOf(again)}`]),
      ...differ("again: not reviewed", left, []),
    ];
  const { one, field } = difference;
  const place = `${one.address} ${field.path}`;
  if (which === 2)
    return [
      ...(isSame ? [] : [`again: another fingerprint, for what nobody declares: ${place}`]),
      ...(one.action === "remove" ? [] : differ("again: not reviewed", left, [])),
    ];
  return [
    ...(isSame ? [`again: the same fingerprint, though live was changed: ${place}`] : []),
    ...differ("again: not reviewed", left, [one.address]),
  ];
}

/** The plan of such a world, over ways of another length each time. */
async function planOf(play: Play, truth: Truth, draw: Draw): Promise<Plan> {
  const way = () => 1 + under(draw, 400);
  const on = staged(truth, { distance: { up: way, down: way }, random: 2 });
  const base = on.load(filesOn(truth, "base"));
  const { plan } = await on.plan({ ...requestOf(truth.manner, base, play.secrets), ...onlyOf(truth) });
  return play.lie.again?.(plan, play.made.plan) ?? plan;
}

function changed(truth: Truth, { thing, field, letter }: Difference): Truth {
  const there = withLive(thing, field, letter);
  const follow = (each: Thing): Thing => {
    if (each === thing) return there;
    return each.parent === thing ? { ...each, parent: there } : each;
  };
  return { ...truth, things: truth.things.map(follow) };
}

function differencesIn(
  { expected }: Play,
  isMeant: (one: Expected, field: DrawnField) => boolean,
): readonly Difference[] {
  return expected.flatMap((one) =>
    one.thing.fields.flatMap((field): readonly Difference[] => {
      const letter = otherLetter(field);
      if (field.row.live === "-" || letter === undefined || !isMeant(one, field)) return [];
      return [{ thing: one.thing, field, letter, one }];
    }),
  );
}

/** What is live and will not be after the apply. What is only shown is never written, and needs no approval. */
function mattering(play: Play): readonly Difference[] {
  return differencesIn(play, ({ thing, action, causes }, { path, row, inGit }) => {
    if (thing.species.isOnlyShown || inGit) return false;
    if (action === "remove") return row.base !== "-";
    return action === "update" && row.desired !== "-" && causes.has(path);
  });
}

/** What is live, and neither declared nor to go; a list is declared as a whole. */
function idle(play: Play): readonly Difference[] {
  const { manner } = play.truth;
  return differencesIn(play, (one, { row, element }) => {
    const { thing, action, isExcluded } = one;
    if (isExcluded || !isIn(thing, manner)) return true;
    if (thing.species.isExclusive || element !== undefined) return false;
    return action === "remove" ? row.base === "-" : row.desired === "-";
  });
}

function textOf(plan: Plan): string {
  return JSON.stringify(planDocument(plan));
}

/** The plan as a file keeps it. */
function fileOf(plan: Plan) {
  const read = readPlanFile(textOf({ ...plan, origin: { tool: "simulation", prune: false } }));
  if (!("file" in read)) throw new Error(read.problem.message);
  return read.file;
}
