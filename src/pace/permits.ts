/** Gets permits from all limits that apply to a request. */

import type { Milliseconds } from "../model/reply.ts";
import { type Clock, isRead, type WireRequest } from "../model/wire.ts";
import type { Budget } from "./budget.ts";
import { LongPause } from "./long-pause.ts";
import type { Permit } from "./permit.ts";
import type { Semaphore } from "./semaphore.ts";

/** The request for permits. */
export interface PermitRequest {
  readonly request: Pick<WireRequest, "method" | "isQuery">;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly retryAfterMaxMs: Milliseconds;
  /**
   * The semaphore from which a slot is acquired, together with the permit of the first limit. Only the first limit may
   * pause. Absent: no slot is needed.
   */
  readonly semaphore?: Semaphore | undefined;
}

/**
 * Returns one permit of each budget; undefined if one of the budgets pauses for too long. A permit that had to wait for
 * another permit is renewed.
 */
export async function permitsFor(
  budgets: readonly Budget[],
  on: PermitRequest,
): Promise<readonly Permit[] | undefined> {
  const what = isRead(on.request) ? "read" : "write";
  const permits: Permit[] = [];
  try {
    for (const [at, each] of budgets.entries()) {
      const semaphore = at === 0 ? on.semaphore : undefined;
      permits.push(await each.acquire(what, on.signal, { patience: on.retryAfterMaxMs, semaphore }));
    }
    if (budgets.length > 1) await allLeave(permits, on);
    return permits;
  } catch (error) {
    for (const permit of permits) permit.unused();
    if (error instanceof LongPause) return undefined;
    throw error;
  }
}

/** A tolerance, because sums of fractional times may be slightly too small. */
const rounding: Milliseconds = 0.001;

/**
 * Waits until no permit has to wait any more. While a request waits for one limit, other requests may be sent under
 * another limit. Under that other limit, the request then queues behind them.
 */
async function allLeave(permits: readonly Permit[], { clock, signal }: PermitRequest): Promise<void> {
  const early = () => Math.max(...permits.map((permit) => permit.early()));
  for (let ms = early(); ms > rounding; ms = early()) await clock.wait(ms, signal);
  for (const permit of permits) permit.left();
}
