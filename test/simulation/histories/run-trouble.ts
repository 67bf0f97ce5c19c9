/** Draws what goes wrong in a run of a history. */

import type { Fault } from "../../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { isAsked, keptNext, keptOf } from "../reduced/parts.ts";
import type { Habits } from "../server-habits.ts";
import { faultOf, type Oddity } from "../trouble.ts";

/** What goes wrong in a run. */
export interface RunTrouble {
  readonly faults: readonly Fault[];
  readonly oddity?: Oddity;
  /** The process dies after this number of turns of the clock, whatever it is waiting for. */
  readonly turns?: number;
  /** The process dies after this number of its writes have arrived, without reading the answer to the last one. */
  readonly killedWithWrite?: number;
}

/** For how many seconds trueup looks for a created object. If undefined, the default applies. */
export type Patience = number | undefined;

/** Draws how long trueup looks for a created object: as long as by default, or longer than lists may be late. */
export function patienceOf(draw: Draw, { listedAfterMs }: Habits): Patience {
  return maybe(draw, 0.6) ? listedAfterMs / 1000 + 40 : undefined;
}

/**
 * Draws what goes wrong. If lists show objects only after trueup stops looking for them, some troubles are left out: an
 * object could then be created twice ("Not promised" in RELIABILITY.md).
 */
export function troubleOf(draw: Draw, habits: Habits, patience: Patience): RunTrouble {
  const trouble = drawnTrouble(draw, habits, patience);
  if (!isAsked()) return trouble;
  const own = keptOf(`history.trouble`, trouble, ["oddity", "turns", "killedWithWrite"]);
  return { ...own, faults: trouble.faults.filter(() => keptNext("history.fault")) };
}

function drawnTrouble(draw: Draw, habits: Habits, patience: Patience): RunTrouble {
  const isTold = patience === undefined && habits.listedAfterMs > 5000;
  const all = Array.from({ length: under(draw, 4) }, () => (maybe(draw, 0.4) ? lost(draw) : faultOf(draw)));
  if (isTold)
    return { faults: all.filter(({ effect }) => !["lostAfter", "truncated"].includes(effect.kind)) };
  const death = pick(draw, ["none", "none", "turn", "write"]);
  const oddity = patience !== undefined && maybe(draw, 0.2) && { oddity: oddityOf(draw) };
  return {
    faults: all,
    ...oddity,
    ...(death === "turn" && { turns: 1 + Math.floor(draw() ** 2 * 160) }),
    ...(death === "write" && { killedWithWrite: 1 + under(draw, 4) }),
  };
}

/** Draws a lost reply to a create, which does more harm than any other lost reply. */
function lost(draw: Draw): Fault {
  const kind = pick(draw, ["lostAfter", "lostAfter", "truncated", "lostBefore"]);
  return { methods: ["POST"], after: under(draw, 3), times: 1 + under(draw, 2), effect: { kind } };
}

function oddityOf(draw: Draw): Oddity {
  const kind = pick(draw, ["late", "twice"]);
  return { kind, write: 1 + under(draw, 4), delayMs: under(draw, kind === "late" ? 10_000 : 300) };
}
