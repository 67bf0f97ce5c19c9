/** Reads the live devices that a plan's changes may reach. Reads nothing if no change may reach any. */

import type { OpenTarget } from "../../drivers/contract/contract.ts";
import type { LiveDevices } from "../../model/live/live-devices.ts";
import type { Snapshot } from "../../model/live/snapshot.ts";
import { readLiveDevices } from "../../observe/live-devices.ts";
import type { PlanInput } from "../../plan/plan.ts";
import { resourceOf } from "../../plan/prerequisites.ts";
import { reachingChanges } from "../../plan/pushed-to.ts";

/**
 * Returns the input of a plan with the live devices, for targets whose changes may reach devices. The requests that
 * this takes are counted in its `reads`.
 */
export async function withLiveDevices(
  input: PlanInput,
  { snapshot, targets }: { readonly snapshot: Snapshot; readonly targets: ReadonlyMap<string, OpenTarget> },
  signal: AbortSignal,
): Promise<PlanInput> {
  const { comparison, desired, facts } = input;
  const { only = () => true } = input;
  const changes = comparison.changes.filter(({ address }) => only(address));
  const reaching = Map.groupBy(
    reachingChanges({ changes, desired, facts }),
    ({ change }) => resourceOf(change).target,
  );
  if (reaching.size === 0) return input;
  const liveDevices = new Map<string, LiveDevices>();
  const reads = new Map(input.reads);
  for (const [target, of] of reaching) {
    const open = targets.get(target);
    if (open === undefined) continue;
    const before = open.requests();
    const need = { open, users: of.some(({ pushes }) => pushes), kinds: of.flatMap(({ kinds }) => kinds) };
    liveDevices.set(target, await readLiveDevices(need, snapshot, signal));
    reads.set(target, (reads.get(target) ?? 0) + open.requests() - before);
  }
  signal.throwIfAborted();
  return { ...input, liveDevices, reads };
}
