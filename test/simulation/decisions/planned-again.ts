/** Makes a second plan after no change, after a relevant change, or after an irrelevant one. */

import { notReviewed } from "../../../src/engine/recorded-apply/reviewed-plans.ts";
import { readPlanFile } from "../../../src/load/documents/plan-file.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { type Draw, under } from "../draw.ts";
import { type Expected, isIn } from "./expected.ts";
import { differ } from "./judges.ts";
import { otherLetter, withLive } from "./meanwhile.ts";
import { namedBy } from "./naming/named.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";
import type { DrawnField, Thing, Truth } from "./truth.ts";

/** A change that is made before the second plan. */
interface Difference {
  readonly one: Expected;
  readonly place: string;
  /** The resource as it is after the change. */
  readonly there: Thing;
  /** True if the change is in Git; absent if it is in the live state. */
  readonly isDeclared?: true;
}

type Way = keyof typeof ways;

/** The kinds of changes that are drawn, each with a function that returns the possible changes. */
const ways = { nothing, mattering, idle, shown, fewer, elsewhere, declaring, replaced };
const order: readonly Way[] = [
  ...(["nothing", "mattering", "idle", "declaring"] as const),
  ...(["fewer", "elsewhere", "declaring", "shown", "replaced"] as const),
];

/**
 * Plans once more after one change, over other connections to the servers, so that their replies come in another order.
 *
 * | change                                | the plan                | fingerprint | still reviewed                  |
 * | ------------------------------------- | ----------------------- | ----------- | ------------------------------- |
 * | none                                  | the same, byte for byte | the same    | everything                      |
 * | live: in a replaced or removed thing  |                         | another     | all but this                    |
 * | live: a field as declared, others not | one field less          | another     | all but this                    |
 * | live: an undeclared field             |                         | the same    | all but a removal               |
 * | live: a field that is only shown      |                         | the same    |                                 |
 * | live: another thing, the same values  | the same removal        | another     | all but this                    |
 * | Git: another declaration              | another change          | another     | all but this                    |
 * | Git: another organization             | another change          | another     | all but this and its references |
 */
export async function plannedAgain(play: Play): Promise<readonly string[]> {
  const draw = seeded(play.seed * 16 + 13);
  const which = order[under(draw, order.length)] ?? "nothing";
  const differences: readonly Difference[] = ways[which](play);
  const difference = differences[under(draw, differences.length)];
  const first = play.made.plan;
  const { plan: again, throttled } = await planOf(
    play,
    difference ? changed(play.truth, difference) : play.truth,
    draw,
  );
  const left = [...notReviewed(again, [fileOf(first)])];
  const since = [...notReviewed(first, [fileOf(again)])];
  const isSame = again.fingerprint === first.fingerprint;
  const isSaid = (plan: Plan) => textOf(endsTokens(play) ? withoutReads(plan) : plan);
  if (!difference)
    return [
      ...(isSaid(sentOnce(again, throttled)) === isSaid(first)
        ? []
        : [`again: another plan of the same: ${textOf(again)}`]),
      ...differ("again: not reviewed", left, []),
    ];
  const { one, place } = difference;
  if (which === "idle" || which === "shown")
    return [
      ...(isSame ? [] : [`again: another fingerprint, for what nobody declares: ${place}`]),
      ...(which === "shown" ? [] : differ("again: not reviewed", left, seenOnRemoval(one))),
    ];
  const inner =
    which === "elsewhere" ? [...withinOf(one, play.expected), ...namingOf(one, play.expected)] : [];
  const wanted = [one, ...inner].map(({ address }) => address);
  return [
    ...(isSame
      ? [
          `again: the same fingerprint, though ${difference.isDeclared ? "Git" : "live"} was changed: ${place}`,
        ]
      : []),
    ...differ("again: not reviewed", left, wanted),
    ...differ("again: not reviewed the other way", since, wanted),
  ];
}

/**
 * Returns the address if the change is a removal, otherwise nothing. The review of a removal shows every live field.
 */
function seenOnRemoval({ action, address }: Expected): readonly string[] {
  return action === "remove" ? [address] : [];
}

function withinOf(outer: Expected, expected: readonly Expected[]): readonly Expected[] {
  return expected.filter(({ thing, action }) => thing.parent === outer.thing && action !== undefined);
}

/**
 * Returns the changes that refer to a resource. If the resource is created elsewhere, all these changes are sent
 * differently, even held updates.
 */
function namingOf({ thing }: Expected, expected: readonly Expected[]): readonly Expected[] {
  const isSent = ({ action, stepped }: Expected) => stepped || action === "update";
  return expected.filter((one) => isSent(one) && namedBy(one.thing, "desired").includes(thing));
}

/** A plan, and how many requests each target refused because of their rate. */
interface PlannedAgain {
  readonly plan: Plan;
  readonly throttled: ReadonlyMap<string, number>;
}

/** Plans for these desired, applied and live states. The latencies differ from those of the first plan. */
async function planOf(play: Play, truth: Truth, draw: Draw): Promise<PlannedAgain> {
  const way = () => 1 + under(draw, 400);
  const project = play.project !== undefined && { project: play.project };
  const on = staged(truth, { distance: { up: way, down: way }, random: 2, ...project });
  const base = on.load(filesOn(truth, "base"));
  const throttled = new Map<string, number>();
  on.network.witness = ({ request: { origin = "" }, reply: { status } }) => {
    const [target = ""] = origin.replace("https://", "").split(".");
    if (status === 429) throttled.set(target, (throttled.get(target) ?? 0) + 1);
  };
  const { plan } = await on.plan({ ...requestOf(truth.manner, base, play.secrets), ...onlyOf(truth) });
  return { plan: play.lie.again?.(plan, play.made.plan) ?? plan, throttled };
}

/**
 * Returns the plan without repeated reads. Other latencies can make requests arrive together, be refused and be sent
 * again. This adds reads to the plan, and changes nothing else.
 */
function sentOnce(plan: Plan, throttled: PlannedAgain["throttled"]): Plan {
  const cost = plan.cost.map((one) => ({ ...one, reads: one.reads - (throttled.get(one.target) ?? 0) }));
  return { ...plan, cost };
}

function changed(truth: Truth, { one, there }: Difference): Truth {
  const follow = (each: Thing): Thing => {
    if (each === one.thing) return there;
    return each.parent === one.thing ? { ...each, parent: there } : each;
  };
  return { ...truth, things: truth.things.map(follow) };
}

function withDesired(thing: Thing, field: DrawnField, desired: "a" | "b" | "c"): Thing {
  const other = { ...field, row: { ...field.row, desired } };
  return { ...thing, fields: thing.fields.map((each) => (each === field ? other : each)) };
}

function nothing(): readonly Difference[] {
  return [];
}

/** Returns changes of what Git declares for resources that the plan creates or updates. */
function declaring(play: Play): readonly Difference[] {
  return play.expected.flatMap((one) =>
    one.thing.fields.flatMap((field): readonly Difference[] => {
      const { row, inGit, path } = field;
      const letter = otherLetter(field);
      const isMeant = one.action === "create" || (one.action === "update" && one.causes.has(path));
      if (!isMeant || inGit || field.names || row.desired === "-" || letter === undefined) return [];
      if (one.thing.species.isOnlyShown) return [];
      const there = withDesired(one.thing, field, letter);
      return [{ one, place: `${one.address} ${path}`, there, isDeclared: true }];
    }),
  );
}

function differencesIn(
  { expected }: Play,
  isMeant: (one: Expected, field: DrawnField) => boolean,
): readonly Difference[] {
  return expected.flatMap((one) =>
    one.thing.fields.flatMap((field): readonly Difference[] => {
      const letter = otherLetter(field);
      if (field.names || field.row.live === "-" || letter === undefined || !isMeant(one, field)) return [];
      const there = withLive(one.thing, field, letter);
      return [{ one, place: `${one.address} ${field.path}`, there }];
    }),
  );
}

/**
 * Returns changes of live values that the apply would overwrite or remove. Fields that are only shown are left out:
 * they are never written, so they need no review.
 */
function mattering(play: Play): readonly Difference[] {
  return differencesIn(play, ({ thing, action, causes }, { path, row, inGit }) => {
    if (thing.species.isOnlyShown || inGit) return false;
    if (action === "remove") return row.base !== "-";
    return action === "update" && row.desired !== "-" && causes.has(path);
  });
}

/** Returns changes of live values that are only shown, and that differ from what is expected. */
function shown(play: Play): readonly Difference[] {
  return differencesIn(
    play,
    ({ thing, action, causes }, { path }) =>
      thing.species.isOnlyShown === true && action === "update" && causes.has(path),
  );
}

/** Returns changes that set one of several differing fields to its declared value. */
function fewer({ expected }: Play): readonly Difference[] {
  return expected.flatMap((one) =>
    one.thing.fields.flatMap((field): readonly Difference[] => {
      const { thing, causes, action } = one;
      const { row, path, element, inGit, names } = field;
      const isOther = inGit !== undefined || names !== undefined || element !== undefined;
      if (action !== "update" || causes.size < 2 || !causes.has(path) || isOther) return [];
      if (thing.species.isOnlyShown || row.desired === "-") return [];
      return [{ one, place: `${one.address} ${path}`, there: withLive(thing, field, row.desired) }];
    }),
  );
}

/** Returns changes that move a declaration to another organization. The plan creates the declared resource. */
function elsewhere({ expected }: Play): readonly Difference[] {
  return expected.flatMap((one): readonly Difference[] => {
    const { thing, action } = one;
    if (thing.species.kind !== "network" || action !== "create" || thing.fate !== "newInGit") return [];
    const there = { ...thing, relocated: true as const };
    return [{ one, place: `${one.address} organization`, there, isDeclared: true }];
  });
}

/** Returns changes that put another resource with the same name and values in place of one that is to be removed. */
function replaced({ expected }: Play): readonly Difference[] {
  return expected.flatMap((one): readonly Difference[] => {
    const { thing, action } = one;
    const isHolder = expected.some(({ thing: inner }) => inner.parent === thing || namesOn(inner, thing));
    if (thing.species.kind !== "network" || action !== "remove" || isHolder) return [];
    const there = { ...thing, isAnother: true as const };
    return [{ one, place: `${one.address} id`, there }];
  });
}

function namesOn({ fields }: Thing, named: Thing): boolean {
  return fields.some(({ names = {} }) => Object.values(names).includes(named));
}

/**
 * Returns changes of live values that are neither declared nor to be removed. Elements of lists are left out, because a
 * list is declared as a whole.
 */
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

/** True if tokens may expire in the middle of a run. A request is then repeated with a new token. */
function endsTokens({ truth }: Play): boolean {
  return truth.realms.some(({ settings }) => (settings?.tokenLifetimeMs ?? 3_600_000) < 60_000);
}

function withoutReads(plan: Plan): Plan {
  return { ...plan, cost: plan.cost.map((one) => ({ ...one, reads: 0 })) };
}

/** Returns the plan as it is read from a plan file. */
function fileOf(plan: Plan) {
  const read = readPlanFile(textOf({ ...plan, origin: { tool: "simulation", prune: false } }));
  if (!("file" in read)) throw new Error(read.problem.message);
  return read.file;
}
