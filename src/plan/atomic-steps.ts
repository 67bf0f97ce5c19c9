/**
 * Changes that a single request carries as one edit. They do not wait for each other, since the device applies all of
 * them or none. Pure.
 */

import type { Change } from "../model/change.ts";
import type { StepId, Wave } from "../model/plan/step.ts";
import { replacesMore } from "./beyond-write.ts";
import { type OrderedChange, stepId } from "./order.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";
import { requestsOf, sharedIn } from "./write-cost.ts";

/**
 * Returns the given changes in the same order, without dependencies within one edit (`BatchFacts.asOne`). If there are
 * more changes than one edit can hold, several edits may be needed, so the dependencies are kept.
 */
export function asOne(
  ordered: readonly OrderedChange[],
  { waves, facts }: { readonly waves: readonly Wave[]; readonly facts: ReadonlyMap<string, TargetFacts> },
): readonly OrderedChange[] {
  const waveOf = new Map(waves.flatMap(({ steps }, at) => steps.map((id) => [id, at] as const)));
  const edits = new Map<StepId, string>();
  const sizes = new Map<string, number>();
  for (const { change } of ordered) {
    const id = idOf(change);
    const edit = editOf(change, facts.get(resourceOf(change).target));
    if (edit === undefined) continue;
    const own = `${waveOf.get(id) ?? 0} ${edit}`;
    edits.set(id, own);
    sizes.set(own, (sizes.get(own) ?? 0) + 1);
  }
  return ordered.map(({ change, after }) => {
    const edit = edits.get(idOf(change));
    const { target } = resourceOf(change);
    const most = facts.get(target)?.dialect.batches?.size ?? 0;
    if (edit === undefined || (sizes.get(edit) ?? 0) > most) return { change, after };
    return { change, after: after.filter((before) => edits.get(before) !== edit) };
  });
}

/** Returns the scope of one edit: a target and a device. Undefined if the change is sent on its own. */
function editOf(change: Change, facts: TargetFacts | undefined): string | undefined {
  const { batches } = facts?.dialect ?? {};
  if (facts === undefined || !batches?.asOne) return undefined;
  const { target, kind } = resourceOf(change);
  const goesAlong =
    batches.kinds[kind]?.includes(change.action) &&
    (batches.replacing || !replacesMore(change, facts.dialect)) &&
    requestsOf(change, facts) === 1;
  const shared = goesAlong ? sharedIn(batches, change) : undefined;
  return shared === undefined ? undefined : `${target}\0${shared}`;
}

function idOf({ action, address }: Change): StepId {
  return stepId(action, address);
}
