/**
 * Simulates several creates that are in transit when their process dies. Each arrives at its own time, and none may be
 * carried out twice.
 */

import type { PlannedRun } from "../../../../src/engine/reconcile.ts";
import type { Intent } from "../../../../src/model/journal.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Wire, WireRequest } from "../../../../src/model/wire.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";
import { type Draw, maybe, under } from "../../draw.ts";
import { kept } from "../../reduced/parts.ts";
import { appliedUnless, type Left } from "../applied-unless.ts";
import { fieldCases } from "../cases.ts";
import { expectedOf } from "../expected.ts";
import { createVisibleOf } from "../habits.ts";
import { judgeWorld } from "../judges.ts";
import type { Lie } from "../play.ts";
import { projectOf, realmsOf } from "../realms.ts";
import { tellDrawn, tellScene } from "../reduced/scene-text.ts";
import { reduced } from "../reduced/truth.ts";
import { filesOn, heldBy, requestOf, staged } from "../scene.ts";
import type { Thing, Truth } from "../truth.ts";
import { worldAfter } from "../world-after.ts";

/** A create that is in transit. */
interface OnItsWay {
  readonly at: number;
  /** Delivers the create to the servers of the process that sent it. */
  readonly arrive: () => void;
  readonly from: Stage;
  isThere: boolean;
}

/** How a process ends early: it is killed, or interrupted by its user. */
interface RunEnd {
  readonly turns?: number;
  readonly stopAfterMs?: number;
}

function turnsOf({ turns }: RunEnd = {}): Pick<RunEnd, "turns"> {
  return turns === undefined ? {} : { turns };
}

/** A process that has ended. */
interface Before {
  readonly on: Stage;
  readonly left: Left;
  readonly made: PlannedRun;
  /** The intents that the process found in the journal. */
  readonly told: readonly Intent[];
}

/** The scenario runs in every n-th seed. */
const playedEvery = 2;

/** Simulates the runs of a seed. After the last one everything must be as declared, and nothing may exist twice. */
export async function judgeLeftCreates(seed: number, lie: Lie): Promise<readonly string[]> {
  const realm = realmsOf(seed).find(({ species }) => species.some(({ kind }) => kind === "network"));
  if (!realm || seed % playedEvery > 0) return [];
  const draw = seeded(seed * 16 + 21);
  const truth = reduced(truthOf(draw, realm));
  const expected = expectedOf(truth);
  const visibleMs = createVisibleOf(seed) * 1000;
  const underWay: OnItsWay[] = [];
  const second = maybe(draw, 0.5) ? [1 + under(draw, 40)] : [];
  const again = second.length > 0 && kept("left-creates.again") ? second : [];
  const stopped =
    again.length > 0 && maybe(draw, 0.5) ? [{ stopAfterMs: under(draw, visibleMs) }] : undefined;
  const killed = [10 + under(draw, 90), ...again].map((turns) => ({ turns }));
  const early: readonly RunEnd[] = stopped ? [...killed.slice(0, 1), ...stopped] : killed;
  tellDrawn("runs that are killed after so many turns, or stopped, one after another", early);
  // A list that changes while its pages are read is unknown, so further runs may be needed.
  const ends = [...early, undefined, undefined, undefined];
  let before: Before | undefined;
  for (const [number, end] of ends.entries()) {
    const restartMs = under(draw, 1500);
    const between = (wire: Wire) =>
      number === 0 ? losing(wire, { stage: () => on, underWay, draw, visibleMs }) : wire;
    const on: Stage = staged(truth, {
      ...(before && { now: before.on.clock.now() + restartMs }),
      between: (wire) => lie.between?.(between(wire), () => on) ?? between(wire),
    });
    if (before) on.network.world = { ...before.on.network.world, faults: [] };
    for (const one of underWay) void arriveIn(on, one);
    const secrets = { key: "key", of: [] };
    const base = on.load(filesOn(truth, "base"));
    if (number === 0) tellScene(truth, on, projectOf(truth.realms));
    const made = await on.plan(requestOf(truth.manner, base, { now: secrets, recorded: secrets }));
    const told = before ? toldAfter(before) : [];
    const left = await appliedUnless({ on, made, truth }, turnsOf(end), {
      interrupted: lie.told?.(told) ?? told,
      ...{ after: 100, stopAfterMs: end?.stopAfterMs },
    });
    on.network.land();
    before = { on, left, made, told };
    if (end?.stopAfterMs === undefined && left.result && made.plan.unknown.length === 0) break;
  }
  if (!before) return [];
  for (const one of underWay) moveOn(before.on, one);
  return judgeWorld(heldBy(before.on, truth), worldAfter(expected)).map((line) => `left creates: ${line}`);
}

/**
 * Returns the intents that the next process finds in the journal. A process whose plan has no steps opens no journal,
 * so the previous journal stays.
 */
function toldAfter({ left, made, told }: Before): readonly Intent[] {
  if (left.result && made.plan.steps.length === 0) return told;
  return left.told ?? left.interrupted;
}

/** Draws networks that are to be created, and one that exists. */
function truthOf(draw: Draw, realm: Truth["realms"][number]): Truth {
  const [species] = realm.species;
  const { same } = fieldCases;
  if (!species || !same) throw new Error("There is nothing to draw from.");
  const things = Array.from({ length: 3 + under(draw, 2) }, (_, number): Thing => {
    const fields = species.fields.slice(0, 2).map(({ path, values: [a, b, c] }) => {
      return { path, row: same, values: { a, b, c } };
    });
    return {
      species,
      number,
      fate: number === 0 ? "kept" : "newInGit",
      fields,
      moved: false,
      protect: false,
    };
  });
  const manner = {
    ...{ threeWay: true, prune: false, overwrite: false, fingerprints: false, isRekeyed: false },
    ...{ excluded: new Set<number>(), complete: new Set<string>() },
  };
  return { realms: [realm], things, manner };
}

/**
 * Returns a wire that loses the replies to creates. Each create arrives late, but while trueup still looks for its
 * object.
 */
function losing(
  wire: Wire,
  on: {
    readonly stage: () => Stage;
    readonly underWay: OnItsWay[];
    readonly draw: Draw;
    readonly visibleMs: number;
  },
): Wire {
  const forever = new AbortController().signal;
  return {
    send: async (request, signal) => {
      if (!isCreate(request) || maybe(on.draw, 0.2)) return wire.send(request, signal);
      const from = on.stage();
      // Some creates leave seconds after the others.
      await from.clock.wait(maybe(on.draw, 0.5) ? under(on.draw, 8000) : 1);
      const held = await request.leaving?.();
      if (held) return { outcome: "blocked", problem: held };
      const { leaving: _, ...rest } = request;
      const soonest = maybe(on.draw, 0.7) ? on.visibleMs - 3000 : 0;
      const at = from.clock.now() + soonest + under(on.draw, on.visibleMs - 200 - soonest);
      const one: OnItsWay = { at, from, arrive: () => void wire.send(rest, forever), isThere: false };
      on.underWay.push(one);
      void arriveIn(from, one);
      await from.clock.wait(10);
      const why = problem("connection-lost", "the connection ended");
      return { outcome: "lost", sent: true, problem: why };
    },
  };
}

function isCreate({ method, url }: WireRequest): boolean {
  return method === "POST" && new URL(url).pathname.endsWith("/networks");
}

/** Delivers the create at its time, if this process still runs then. */
async function arriveIn(on: Stage, one: OnItsWay): Promise<void> {
  if (one.isThere) return;
  await on.clock.wait(one.at - on.clock.now());
  moveOn(on, one);
}

/** Delivers the create to the servers of this process, even if an earlier process sent it. */
function moveOn(on: Stage, one: OnItsWay): void {
  if (one.isThere) return;
  one.isThere = true;
  const [was, is] = [one.from.network, on.network];
  if (was === is) {
    one.arrive();
    return;
  }
  was.world = is.world;
  one.arrive();
  was.land();
  is.world = { ...was.world, netconf: is.world.netconf };
}
