/** The requests that a plan's steps would send, without sending them: for `plan --requests`. */

import { type KnownOthers, writeOf } from "../apply/execute/write.ts";
import type { OpenedProject } from "../engine/open.ts";
import type { PlannedRun } from "../engine/reconcile.ts";
import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { Redactions } from "../model/secret.ts";
import { idWithin, type Snapshot } from "../model/snapshot.ts";
import type { WireRequest } from "../model/wire.ts";
import { followingUpdate } from "../plan/beyond-write.ts";
import { requestWithout } from "../report/without-secrets.ts";

/** A request of a step: mostly its only one. */
export interface RequestPreview {
  readonly step: string;
  readonly request: WireRequest;
}

/** In the plan's order, as they may be shown. An id that only the run will know is its address in braces. */
export function previews(
  { targets, desired }: OpenedProject,
  { plan, snapshot, base }: PlannedRun,
  secrets: Redactions,
): readonly RequestPreview[] {
  const others: KnownOthers = {
    idOf: (of) => idOf(snapshot, of) ?? `{${of}}`,
    nameOf: (of) => {
      const declared = desired.resources.get(of) ?? base?.resources.get(of);
      return declared && ownName(declared);
    },
  };
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  return plan.steps.flatMap(({ id, address, target, kind: kindName }) => {
    const change = changes.get(address);
    const { session, driver } = targets.get(target) ?? {};
    if (!change || !session || !driver) return [];
    const kind = driver.kinds.find(({ name }) => name === kindName);
    const own = `{${address}}`;
    const follows = change.action === "create" && followingUpdate(change, kind, own);
    return [withWireForm(change, snapshot), ...(follows ? [follows] : [])].flatMap((each) => {
      const write = { ...writeOf(each, others), ...inParents(each, { desired, snapshot }) };
      return (session.previews?.(write) ?? [session.preview(write)]).map((request) => ({
        step: id,
        request: requestWithout(request, secrets.of(target)),
      }));
    });
  });
}

/** Where its parent is not made yet, and is in something itself: the ids of all, as far as they are known. */
function inParents(change: Change, { desired, snapshot }: PreviewSides): { readonly parentId?: string } {
  const { parent } = change.action === "remove" ? change.base : change.desired;
  if (parent === undefined || idOf(snapshot, parent) !== undefined) return {};
  return desired.resources.get(parent)?.parent === undefined
    ? {}
    : { parentId: idsOf(parent, { desired, snapshot }) };
}

interface PreviewSides {
  readonly desired: Desired;
  readonly snapshot: Snapshot;
}

/** The chain of live ids; what is not made yet stands in it by its address in braces. */
function idsOf(address: Address, sides: PreviewSides): string {
  const parent = sides.desired.resources.get(address)?.parent;
  return (
    idOf(sides.snapshot, address) ??
    idWithin(parent === undefined ? undefined : idsOf(parent, sides), `{${address}}`)
  );
}

function idOf({ observations }: Snapshot, address: Address): string | undefined {
  const seen = observations.get(address);
  return seen?.state === "present" ? seen.value.id : undefined;
}

/** Plans hold no wire forms; what a tree is built from is in the snapshot. */
function withWireForm(change: Change, { observations }: Snapshot): Change {
  const seen = observations.get(change.address);
  return change.action === "create" || seen?.state !== "present" ? change : { ...change, live: seen.value };
}
