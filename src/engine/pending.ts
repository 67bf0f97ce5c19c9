/** What waits to be finished at the targets of a plan, and the requests that it took to know. */

import type { OpenTarget } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { PendingFinish } from "../model/status.ts";
import { readAllPending } from "../observe/pending.ts";

/** What a plan is about. */
interface PendingRequest {
  readonly desired: Desired;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly only: ((address: Address) => boolean) | undefined;
}

/** The snapshot with those requests, and what waits at targets of which something is declared and asked for. */
export async function withPending(
  snapshot: Snapshot,
  { desired, targets, only }: PendingRequest,
  signal: AbortSignal,
): Promise<{ readonly snapshot: Snapshot; readonly pending?: readonly PendingFinish[] }> {
  const able = [...targets].filter(([, { dialect }]) => dialect.finishing?.isListed);
  if (able.length === 0) return { snapshot };
  const declared = new Set<string>();
  for (const [address, { target }] of desired.resources) if (only?.(address) ?? true) declared.add(target);
  const asked = able.flatMap(([name, open]) => (declared.has(name) ? [open] : []));
  const before = asked.map((open) => open.requests());
  const pending = await readAllPending(asked, signal);
  const requests = new Map(snapshot.requests);
  for (const [at, open] of asked.entries()) {
    const own = open.requests() - (before[at] ?? 0);
    requests.set(open.target.name, (requests.get(open.target.name) ?? 0) + own);
  }
  return { snapshot: { ...snapshot, requests }, ...(pending.length > 0 && { pending }) };
}
