/** Simulates a seed as a history of several runs. Each run gets the memory that the previous run recorded. */

import type { Memory } from "../../../src/model/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { pick } from "../draw.ts";
import { habitsOf } from "../server-habits.ts";
import { type Due, duesOf } from "./dues.ts";
import { judgeDues, judgeMade, judgeRemoved, ownAfter } from "./judges.ts";
import { judgeMemories } from "./memories.ts";
import { type Recorded, recordedAfter } from "./process.ts";
import { type LiveThing, shelves } from "./shelves.ts";
import { emptyWorld, nothingRecorded, staged, visibleIn } from "./staging.ts";
import { begun, happened, type Story } from "./story.ts";

/** A planted fault of the engine, the network or the record, to test that the checks notice it. */
export interface HistoryLie {
  readonly plan?: (plan: Plan) => Plan;
  /** Falsifies the memory that the next run reads. */
  readonly memory?: (memory: Memory) => Memory;
  readonly between?: (wire: Wire) => Wire;
}

const runs = 5;
/** How long the reads of a plan take at most, in milliseconds. */
const planningMs = 5000;

/** Returns the faults. */
export async function judgeHistory(seed: number, lie: HistoryLie = {}): Promise<readonly string[]> {
  const draw = seeded(seed + 13_000_027);
  const shelf = pick(draw, shelves);
  const habits = { ...habitsOf(draw), ...shelf.settings };
  const empty = { shelf, habits, draw, declared: new Map(), own: new Map(), count: 1 };
  let story: Story = begun({ ...empty, world: emptyWorld(empty) });
  let recorded: Recorded = nothingRecorded;
  const broken: string[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const played = await oneRun(story, recorded, lie);
    if (!played) break;
    broken.push(...played.broken.map((line) => `history: ${shelf.kind}: run ${run}: ${line}`));
    if (broken.length > 0) break;
    story = happened(played.story);
    recorded = played.recorded;
  }
  return broken;
}

function isRaced({ own }: Story, hidden: readonly LiveThing[], dues: readonly Due[]): boolean {
  const ours = new Set([...own.values()].map(({ id, stored }) => id ?? stored));
  const foreign = hidden.filter(({ id, name }) => !ours.has(id) && !ours.has(name));
  const isGuessed = ({ key, does, is }: Due) => does === "unclear" && is && !own.get(key)?.isUnseen;
  const isRenamedUnseen = ({ key, is }: Due) =>
    own.get(key)?.isUnseen && is && is.name !== own.get(key)?.stored;
  return (
    (foreign.length > 0 && dues.some(({ does }) => does !== "nothing")) ||
    dues.some(isRenamedUnseen) ||
    dues.some(isGuessed)
  );
}

interface PlayedRun {
  readonly broken: readonly string[];
  readonly story: Story;
  readonly recorded: Recorded;
}

async function oneRun(
  story: Story,
  { base, memory, now }: Recorded,
  lie: HistoryLie,
): Promise<PlayedRun | undefined> {
  const on = staged(story, now, lie.between);
  const visible = visibleIn(story, on.network.world, now);
  // If a resource becomes visible during the plan, a list changes between its reads. Then it is unknown what the plan
  // must do.
  if (visibleIn(story, on.network.world, now + planningMs).length > visible.length) return undefined;
  const dues = duesOf(story, base, visible);
  const before = story.shelf.live(story.world);
  // If somebody else's resources become visible between two reads of a list, both results are right.
  if (
    isRaced(
      story,
      before.filter((one) => !visible.includes(one)),
      dues,
    )
  )
    return undefined;
  const request = { base, prune: true };
  const made = await on.plan({ ...request, memory });
  const broken = [...judgeDues(lie.plan?.(made.plan) ?? made.plan, dues, story)];
  broken.push(...(await judgeMemories({ on, request, memory, draw: story.draw, live: before })));
  const result = await on.apply(made);
  const after = { ...story, world: on.network.world };
  broken.push(...judgeMade(after, { dues, before, result }));
  const own = ownAfter(after, { dues, before, result });
  const recorded = recordedAfter(on, { made, result, base, memory });
  const known = lie.memory?.(recorded.memory) ?? recorded.memory;
  broken.push(...judgeRemoved(known, memory, { dues, target: story.shelf.target }));
  const wait = pick(story.draw, [1000, 60_000, 60_000, 200_000]);
  return {
    broken,
    story: { ...after, own },
    recorded: { ...recorded, memory: known, now: on.clock.now() + wait },
  };
}
