/** Unfinished work at the targets of a plan, and the number of requests needed to find it. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { byTextOf } from "../model/compare.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { PendingFinish, UnfinishedWork } from "../model/status.ts";
import { readAllPending } from "../observe/health.ts";

/** The targets of a plan, and their unfinished work. */
interface PendingRequest {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly only: ((address: Address) => boolean) | undefined;
  /** Returns which targets to ask. Default: all. */
  readonly isAsked?: ((target: string) => boolean) | undefined;
  /** The known unfinished work of targets that are not asked. Default: none. */
  readonly still?: readonly PendingFinish[] | undefined;
}

/**
 * Returns the unfinished work: of the asked targets that have declarations, and from `still` and `left`. Absent: there
 * is none. The returned snapshot also counts the requests that this took.
 */
export async function withPending(
  snapshot: Snapshot,
  {
    desired,
    targets,
    only,
    isAsked,
    still = [],
    left,
  }: PendingRequest & { readonly left: readonly PendingFinish[] | undefined },
  signal: AbortSignal,
): Promise<{ readonly snapshot: Snapshot; readonly pending?: readonly PendingFinish[] | undefined }> {
  const able = [...targets].filter(([, { dialect }]) => dialect.finishing?.isListed);
  if (able.length === 0) return { snapshot, pending: left };
  const declared = new Set<string>();
  for (const [address, { target }] of desired.resources) if (only?.(address) ?? true) declared.add(target);
  const asked = able.flatMap(([name, open]) =>
    declared.has(name) && (isAsked?.(name) ?? true) ? [open] : [],
  );
  const before = asked.map((open) => open.requests());
  const listed = await readAllPending(asked, signal);
  const listing = still.filter(({ target }) => able.some(([name]) => name === target));
  const pending = [...listed, ...listing, ...(left ?? [])].sort(byTextOf(({ target }) => target));
  const requests = new Map(snapshot.requests);
  for (const [at, open] of asked.entries()) {
    const own = open.requests() - (before[at] ?? 0);
    requests.set(open.target.name, (requests.get(open.target.name) ?? 0) + own);
  }
  return { snapshot: { ...snapshot, requests }, ...(pending.length > 0 && { pending }) };
}

/**
 * Returns the unfinished work of earlier runs at targets that do not list it, such as devices with an unsaved
 * configuration. Covers only devices with selected declarations in desired or base. Undefined: none.
 */
export function leftPending(
  { desired, base, targets, only }: PendingRequest,
  unfinished: readonly UnfinishedWork[] = [],
): readonly PendingFinish[] | undefined {
  const found = unfinished.flatMap(({ target, names }): PendingFinish[] => {
    const { finishing } = targets.get(target)?.dialect ?? {};
    const by = finishing?.by;
    if (!finishing?.isOn || finishing.isListed || by === undefined) return [];
    const known = new Set<string>();
    for (const side of [desired, base])
      for (const [address, resource] of side?.resources ?? []) {
        const unit = resource.target === target ? resource.scope[by] : undefined;
        if (unit !== undefined && (only?.(address) ?? true)) known.add(unit);
      }
    const { verb, done, isOn } = finishing;
    const own = names.filter((name) => known.has(name)).sort();
    return own.length === 0 ? [] : [{ target, verb, done, isOn, names: own }];
  });
  return found.length > 0 ? found : undefined;
}
