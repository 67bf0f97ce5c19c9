/**
 * Plans although some resources cannot be read. The plan must report these as unknown, and everything else as usual,
 * also after an apply.
 */

import { drivers } from "../../../../src/project/drivers.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import type { Setting } from "../../../servers/virtual-time/run.ts";
import { maybe, under } from "../../draw.ts";
import { judgeRecorded } from "../aftermath/recorded.ts";
import { type Expected, expectedOf, isIn, unexpectedIn } from "../expected.ts";
import { judgePlan, judgeWorld } from "../judges.ts";
import { driversOfClosed } from "../plans/closed-fields.ts";
import { conflictsOf, type Play } from "../play.ts";
import { recordOf } from "../record.ts";
import { filesOn, heldBy, onlyOf, requestOf, staged } from "../scene.ts";
import type { Thing, Truth } from "../truth.ts";
import { worldAfter } from "../world-after.ts";
import { blindSpotsOf } from "./blind-spots.ts";
import { crowded } from "./crowded.ts";
import { saidAbsent } from "./said-absent.ts";
import { unprovenOn, unshown } from "./unproven.ts";

/** Why some resources cannot be read, and which resources are therefore unknown. */
interface Blindness {
  readonly text: string;
  readonly setting?: Partial<Setting> | undefined;
  /**
   * The drawn resources with further changes in Git and on the server. If undefined, the seed's own resources are used.
   */
  readonly truth?: Truth;
  readonly fault?: ReturnType<typeof blindSpotsOf>[number]["fault"];
  readonly hides: (thing: Thing) => boolean;
}

/**
 * Plans with one failing read. In half of the seeds, everything at a target depends on this read. No unknown resource
 * may be created or removed.
 */
export async function plannedBlind(play: Play): Promise<readonly string[]> {
  const { seed, truth, lie } = play;
  const draw = seeded(seed * 16 + 14);
  const spots = Map.groupBy(blindSpotsOf(truth, draw), ({ target }) => target);
  const failing = [...spots.values()].flatMap((own): readonly Blindness[] => {
    const { hides, fault } = own[maybe(draw, 0.5) ? 0 : under(draw, own.length)] ?? {};
    if (!hides || !fault) return [];
    return [{ hides, fault: lie.fault?.(fault) ?? fault, text: `${fault.path} ${fault.effect.kind}` }];
  });
  const said = saidAbsent(truth, truth.manner.isClosed ? driversOfClosed : drivers, draw).map(
    ({ hides, ...setting }): Blindness => {
      return { hides, setting, text: "a list that is said to be absent" };
    },
  );
  const isUnproven = unprovenOn(truth);
  const piecemeal = isUnproven
    ? [{ text: "no container is shown", setting: unshown(draw), hides: isUnproven }]
    : [];
  const names = crowded(truth, draw);
  const alike = names ? [{ text: "two of one name", ...names }] : [];
  const all = [...failing, ...said, ...piecemeal, ...alike];
  const one = all[under(draw, all.length)];
  return one ? blindTo(play, one) : [];
}

/** Every n-th seed also applies the plan. */
const appliedEvery = 3;

async function blindTo(
  play: Play,
  { text, setting, fault, hides, truth = play.truth }: Blindness,
): Promise<readonly string[]> {
  const { seed, secrets, lie } = play;
  const on = staged(lie.isSeen ? play.truth : truth, lie.isSeen ? {} : setting);
  if (fault) on.network.fault(fault);
  const base = on.load(filesOn(truth, "base"));
  const made = await on.plan({ ...requestOf(truth.manner, base, secrets), ...onlyOf(truth) });
  const expected = expectedOf(truth, { isHidden: hides });
  const isApplied = fault !== undefined && seed % appliedEvery === 0 && isPlain(expected);
  const broken = [
    ...judgePlan(
      made.plan,
      expected,
      unexpectedIn(truth, (thing) => isIn(thing, truth.manner) && !hides(thing)),
    ),
    ...(isApplied ? await applied({ ...play, on, base, made, expected }) : []),
  ];
  return broken.map((line) => `blind: ${text}: ${line}`);
}

/**
 * True if the result of an apply can be checked here. Other scenarios cover unreadable resources that are removed with
 * their parent, and references of devices.
 */
function isPlain(expected: readonly Expected[]): boolean {
  const removed = new Set(expected.filter(({ action }) => action === "remove").map(({ thing }) => thing));
  return expected.every(({ thing, isUnknown }) => {
    const goes = thing.parent !== undefined && removed.has(thing.parent);
    return !isUnknown || !(goes || thing.species.kind === "dashboardDevice");
  });
}

/** Applies the plan. Resources that the plan could not read must stay as they are, and be recorded as before. */
async function applied(play: Play): Promise<readonly string[]> {
  const { on, made, expected, truth, lie } = play;
  on.network.world = { ...on.network.world, faults: [] };
  const result = await on.apply(made, conflictsOf(play));
  const said = lie.result?.(result) ?? result;
  return [
    ...judgeWorld(heldBy(on, truth), worldAfter(expected)),
    ...judgeRecorded(play, said, recordOf({ ...play, result })),
  ];
}
