/**
 * What a seed simulates in addition to its main scenario: for example the pace, conflicts on devices, and sessions with
 * devices.
 */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { judgeHistory } from "../../histories/histories.ts";
import { judgeProduct } from "../../product/product.ts";
import { kept } from "../../reduced/parts.ts";
import { judgeAdopted } from "../adopting/judge-adopted.ts";
import { judgeDepot } from "../depots/judge-depot.ts";
import { unexpectedIn } from "../expected.ts";
import { judgeJoints } from "../joints/judge-joints.ts";
import { judgePlan } from "../judges.ts";
import { judgeLives } from "../lives/judge-lives.ts";
import { judgeBatchBounds } from "../pace/batch-bounds.ts";
import { judgeBatchTasks } from "../pace/batch-tasks.ts";
import { judgeTraffic } from "../pace/judge-traffic.ts";
import { judgeTask } from "../pace/tasks.ts";
import { fallsLater } from "../plans/rollouts.ts";
import { judgeWaysIn } from "../plans/ways-in.ts";
import { type Lie, overLimits, type Play, played } from "../play.ts";
import { realmsOf } from "../realms.ts";
import { judgeDeepWaves } from "../seldom/deep-waves.ts";
import { judgeFingerprints } from "../seldom/fingerprints.ts";
import { judgeLeftCreates } from "../seldom/left-creates.ts";
import { judgeWholes } from "../seldom/whole-reads.ts";
import { blindness } from "../sessions/blind.ts";
import { sessionTroubles } from "../sessions/session-troubles.ts";
import type { Realm } from "../species.ts";
import { troubled } from "../troubled.ts";
import { judgeLists } from "../unseen/lists.ts";
import { type Crossed, crossedAtDevice, crossedBy, crossingWire } from "./crossed.ts";
import { judgeSmallWorlds } from "./small-worlds.ts";
import { tasksBack } from "./tasks-back.ts";

/** Each of these scenarios takes as long as the main one, so only six of eight seeds run one. */
const onesInTurn = [atDevice, blind, fallsLater, inSession, tasksBack, undefined, productOf, undefined];

/** Simulates the additional scenarios of a seed, and returns the faults. */
export async function besides(seed: number, lie: Lie): Promise<readonly string[]> {
  const judges: Readonly<Record<string, () => Judged>> = {
    traffic: () => judgeTraffic(seed, lie.paced),
    task: () => judgeTask(seed, lie.task),
    "batch-tasks": () => judgeBatchTasks(seed, lie.task),
    "ways-in": () => judgeWaysIn(seed, lie.wayIn),
    "deep-waves": () => judgeDeepWaves(seed, lie.waves),
    fingerprints: () => judgeFingerprints(seed, lie.fingerprint),
    joints: () => judgeJoints(seed, lie.joint),
    lists: () => judgeLists(seed, lie.list),
    wholes: () => judgeWholes(seed, lie.whole),
    "left-creates": () => judgeLeftCreates(seed, lie),
    history: () => judgeHistory(seed, lie.history),
    small: () => judgeSmallWorlds(seed, lie.small),
    "batch-bounds": () => judgeBatchBounds(seed, lie.batches),
    adopted: () => judgeAdopted(seed, lie.adopted),
    depot: () => judgeDepot(seed, lie.depot),
    lives: () => judgeLives(seed, lie.lives),
    "in-turn": () => onesInTurn[seed % onesInTurn.length]?.(seed, lie) ?? [],
  };
  const broken: string[] = [];
  for (const [name, judge] of Object.entries(judges))
    if (kept(`beside.${name}`)) broken.push(...(await judge()));
  return broken;
}

type Judged = readonly string[] | Promise<readonly string[]>;

/** Simulates a run during which somebody else writes. */
export async function crossing(
  seed: number,
  lie: Lie,
  crossed: Crossed,
): Promise<{ readonly broken: readonly string[]; readonly play: Play }> {
  const { between, arm, happened } = crossingWire(crossed, () => play);
  const play: Play = await played(seed, lie, { setting: () => ({ between }) });
  const broken = [
    ...judgePlan(play.made.plan, play.expected, unexpectedIn(play.truth)),
    ...(await crossedBy(play, crossed, { arm, happened })),
    ...overLimits(play),
  ];
  return { broken, play };
}

const isOf =
  (target: string) =>
  ({ species: [one] }: Realm) =>
    one?.target === target;

function productOf(seed: number, lie: Lie): Promise<readonly string[]> {
  return judgeProduct(seed, lie.product);
}

async function atDevice(seed: number, lie: Lie): Promise<readonly string[]> {
  if (!realmsOf(seed).some(isOf("routers"))) return [];
  const { broken } = await crossing(seed, lie, crossedAtDevice(seeded(seed * 16 + 15)));
  return broken;
}

/** Simulates trouble in a session with a device. Only such devices take part. */
async function inSession(seed: number, lie: Lie): Promise<readonly string[]> {
  const isAbout = isOf("edge");
  if (!realmsOf(seed).some(isAbout)) return [];
  const play = await played(seed, lie, { isAbout });
  const troubles = sessionTroubles(seeded(seed * 16 + 14));
  return troubled(play, troubles, { land: () => {}, late: {} });
}

/** Simulates devices that cannot be read for a while. Only such devices take part. */
async function blind(seed: number, lie: Lie): Promise<readonly string[]> {
  const isAbout = (realm: Realm) => isOf("edge")(realm) || isOf("routers")(realm);
  if (!realmsOf(seed).some(isAbout)) return [];
  const play = await played(seed, lie, { isAbout });
  const said = await troubled(play, blindness(seeded(seed * 16 + 18)), { land: () => {}, late: {} });
  return said.map((line) => `blind: ${line}`);
}
