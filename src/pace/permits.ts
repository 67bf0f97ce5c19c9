/** Permits of all limits that a request draws on. */

import type { Milliseconds } from "../model/reply.ts";
import type { WireRequest } from "../model/wire.ts";
import type { Budget, Permit } from "./budget.ts";
import { LongPause } from "./long-pause.ts";
import type { Places } from "./places.ts";

/** Who asks for permits. */
export interface PermitRequest {
  readonly request: Pick<WireRequest, "method">;
  readonly signal: AbortSignal;
  readonly retryAfterMaxMs: Milliseconds;
  /** One is taken with the permit of the first limit, the only one that may be paused. */
  readonly places?: Places | undefined;
}

/** One of each budget; undefined when one of them pauses for too long. Those that had to wait leave anew. */
export async function permitsFor(
  budgets: readonly Budget[],
  on: PermitRequest,
): Promise<readonly Permit[] | undefined> {
  const what = on.request.method === "GET" ? "read" : "write";
  const permits: Permit[] = [];
  try {
    for (const [at, each] of budgets.entries()) {
      const places = at === 0 ? on.places : undefined;
      permits.push(await each.acquire(what, on.signal, { patience: on.retryAfterMaxMs, places }));
    }
    if (budgets.length > 1) for (const permit of permits) permit.left();
    return permits;
  } catch (error) {
    for (const permit of permits) permit.unused();
    if (error instanceof LongPause) return undefined;
    throw error;
  }
}
