/** Prepares the runs of a history: the files, the servers, and what lists show. */

import { emptyMemory } from "../../../src/model/memory.ts";
import type { Wire } from "../../../src/model/wire.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { filesOf } from "../declared.ts";
import type { Recorded } from "./process.ts";
import type { LiveThing } from "./shelves.ts";
import type { Story } from "./story.ts";

/** What is recorded before the first run. */
export const nothingRecorded: Recorded = {
  base: { resources: new Map(), locate: () => undefined },
  memory: emptyMemory,
  now: 0,
};

/** Returns the servers before anything is created. */
export function emptyWorld(setting: Omit<Setting, "world">): World {
  return setting.shelf.emptied(staged({ ...setting, world: undefined }, 0).network.world);
}

type Setting = Omit<Story, "world" | "own" | "count"> & { readonly world: World | undefined };

/** Begins a new process, with the current state of the servers. */
export function staged(
  { shelf, habits, declared, world }: Setting,
  now: number,
  between?: (wire: Wire) => Wire,
): Stage {
  const on = stage({
    files: filesOf(shelf.documents([...declared.values()])),
    project: `version: 1\nenvironment: virtual\ntargets:\n${shelf.targets}`,
    seed: {},
    settings: { ...habits, readinessMs: 0 },
    now,
    ...(between && { between }),
  });
  if (world) on.network.world = world;
  return on;
}

/** Returns the live resources that lists show now. */
export function visibleIn({ shelf, habits }: Story, world: World, now: number): readonly LiveThing[] {
  const { held } = world.past.findLast(({ at }) => at <= now - habits.listedAfterMs) ?? {};
  if (habits.listedAfterMs === 0 || !held) return shelf.live(world);
  const then = new Set(shelf.live({ ...world, ...held }).map(({ id }) => id));
  return shelf.live(world).filter(({ id }) => then.has(id));
}
