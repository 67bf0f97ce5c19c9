/** Draws freezes of targets for a plan at a given moment. They must hold every step at a frozen target. */

import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { Freeze } from "../../../../src/model/project.ts";
import { freeze } from "../../../../src/plan/guards/freeze.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { differ } from "../judges.ts";
import type { Play } from "../play.ts";

const minute = 60_000;
const now = Date.UTC(2026, 5, 10, 12, 0);

/** A freeze, and whether it applies at the given moment. */
interface DrawnFreeze {
  readonly freeze: Freeze;
  readonly isOn: boolean;
}

/** Reports freezes that hold too few or too many steps. `said` falsifies which steps are reported as held. */
export function judgeFrozen(
  { seed, expected, made }: Pick<Play, "seed" | "expected" | "made">,
  said: (held: readonly string[]) => readonly string[] = (held) => held,
): readonly string[] {
  const draw = seeded(seed * 16 + 2);
  const targets = [...new Set(expected.map(({ thing }) => thing.species.target)), "another"];
  const drawn = Array.from({ length: 2 }, () => freezeOf(draw, targets));
  const freezes = drawn.map((one) => one.freeze);
  const found = freeze(made.plan as Plan, { freezes, nowIso: new Date(now).toISOString() });
  const isHeld = ({ stepped, thing }: Expected) =>
    stepped &&
    drawn.some(({ isOn, freeze: one }) => isOn && (one.targets?.includes(thing.species.target) ?? true));
  const wanted = expected.filter(isHeld).map(({ address }) => address);
  return [
    ...differ("frozen", said(found?.addresses ?? []), wanted),
    ...(found !== undefined && wanted.length === 0 ? ["frozen: it is found, and holds nothing"] : []),
    ...judgeDue(draw, targets, drawn),
  ];
}

/** A deployment may be pending although the plan has no step. A freeze of its target must hold it, too. */
function judgeDue(draw: Draw, targets: readonly string[], drawn: readonly DrawnFreeze[]): readonly string[] {
  const pending = targets.map((target) => ({
    ...{ target, verb: "deploy", done: "deployed", isOn: maybe(draw, 0.7) },
    names: maybe(draw, 0.5) ? ["one"] : [],
  }));
  const freezes = drawn.map((one) => one.freeze);
  const plan = { steps: [], pending, fingerprint: "0".repeat(64) };
  const isFound = freeze(plan, { freezes, nowIso: new Date(now).toISOString() }) !== undefined;
  const due = pending.filter(({ isOn, names }) => isOn && names.length > 0);
  const isFrozen = due.some(({ target }) =>
    drawn.some(({ isOn, freeze: one }) => isOn && (one.targets?.includes(target) ?? true)),
  );
  if (isFound === isFrozen) return [];
  return [`frozen: ${due.map(({ target }) => target).join()} to deploy: ${isFrozen ? "goes" : "is held"}`];
}

/**
 * Draws a freeze for some targets or for all. It is weekly, or a single one that begins or ends near the given moment.
 */
function freezeOf(draw: Draw, all: readonly string[]): DrawnFreeze {
  const some = all.filter(() => maybe(draw, 0.5));
  const of = { reason: "drawn", ...(maybe(draw, 0.6) && some.length > 0 && { targets: some }) };
  if (maybe(draw, 0.3)) {
    const days = maybe(draw, 0.6) ? (["Wed"] as const) : (["Thu"] as const);
    const isOn = days[0] === "Wed";
    return { isOn, freeze: { ...of, days, from: "11:00", to: "13:00", timeZone: "UTC" } };
  }
  const [from, to] = pick<readonly [number, number]>(draw, [
    [0, 10],
    [-10, 0],
    [-10, 1],
    [1, 10],
    [-10, -1],
  ]);
  const at = (minutes: number) => new Date(now + minutes * minute).toISOString();
  return { isOn: from <= 0 && 0 < to, freeze: { ...of, from: at(from), to: at(to) } };
}
