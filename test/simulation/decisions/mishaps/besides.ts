/** What is played beside the course of a seed: the pace by itself, what devices are in the way of, their sessions. */

import { seeded } from "../../../servers/virtual-time/clock.ts";
import { judgeHistory } from "../../histories/histories.ts";
import { judgeProduct } from "../../product/product.ts";
import { unexpectedIn } from "../expected.ts";
import { judgeJoints } from "../joints/judge-joints.ts";
import { judgePlan } from "../judges.ts";
import { judgeBatchTasks } from "../pace/batch-tasks.ts";
import { judgeTraffic } from "../pace/judge-traffic.ts";
import { judgeTask } from "../pace/tasks.ts";
import { judgeWaysIn } from "../plans/ways-in.ts";
import { type Lie, overLimits, type Play, played } from "../play.ts";
import { realmsOf } from "../realms.ts";
import { judgeDeepWaves } from "../seldom/deep-waves.ts";
import { judgeFingerprints } from "../seldom/fingerprints.ts";
import { judgeLeftCreates } from "../seldom/left-creates.ts";
import { judgeWholes } from "../seldom/whole-reads.ts";
import { sessionTroubles } from "../sessions/session-troubles.ts";
import type { Realm } from "../species.ts";
import { troubled } from "../troubled.ts";
import { judgeLists } from "../unseen/lists.ts";
import { type Crossed, crossedAtDevice, crossedBy, crossingWire } from "./crossed.ts";
import { judgeSmallWorlds } from "./small-worlds.ts";

/** Three of eight seeds play one of these: each costs as much as a course. */
const onesInTurn = [atDevice, undefined, undefined, inSession, undefined, undefined, productOf, undefined];

/** Says where it is not as it must be. */
export async function besides(seed: number, lie: Lie): Promise<readonly string[]> {
  const paced = [
    ...(await judgeTraffic(seed, lie.paced)),
    ...(await judgeTask(seed, lie.task)),
    ...(await judgeBatchTasks(seed, lie.task)),
  ];
  const planned = [
    ...judgeWaysIn(seed, lie.wayIn),
    ...judgeDeepWaves(seed, lie.waves),
    ...judgeFingerprints(seed, lie.fingerprint),
    ...(await judgeJoints(seed, lie.joint)),
    ...(await judgeLists(seed, lie.list)),
    ...(await judgeWholes(seed, lie.whole)),
    ...(await judgeLeftCreates(seed, lie)),
    ...(await judgeHistory(seed, lie.history)),
  ];
  const own = onesInTurn[seed % onesInTurn.length];
  const small = await judgeSmallWorlds(seed, lie.small);
  return [...paced, ...planned, ...small, ...((await own?.(seed, lie)) ?? [])];
}

/** Somebody else writes beside a write of this run. */
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

/** Something goes wrong in a session of a device, and nothing else is there. */
async function inSession(seed: number, lie: Lie): Promise<readonly string[]> {
  const isAbout = isOf("edge");
  if (!realmsOf(seed).some(isAbout)) return [];
  const play = await played(seed, lie, { isAbout });
  const troubles = sessionTroubles(seeded(seed * 16 + 14));
  return troubled(play, troubles, { land: () => {}, late: {} });
}
