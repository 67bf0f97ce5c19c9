/** Simulates a create that is still in transit when its process dies, and that arrives during the next process. */

import type { Stage } from "../../../servers/virtual-time/run.ts";

/** When the lost create arrives. If undefined, no create was lost. */
export interface LateCreate {
  at?: number;
}

/** Requests that are still in transit. */
export interface StillOut {
  readonly at: number;
  readonly from: Stage;
  /** Makes the requests arrive now. */
  readonly land: () => void;
}

/** Requests that will arrive during a run. */
export interface Arriving {
  /** Delivers the requests now, unless they have already arrived. */
  readonly arrive: () => void;
  /** True while a request is still in transit. */
  readonly isOut: () => boolean;
}

/** Delivers the requests that are still in transit to the servers of the next run, when their time comes. */
export function arrivingIn(on: Stage, out: StillOut | undefined): Arriving {
  let isOut = out !== undefined;
  const arrive = () => {
    if (!isOut || !out) return;
    isOut = false;
    const [was, is] = [out.from.network, on.network];
    was.world = is.world;
    out.land();
    was.land();
    is.world = { ...was.world, netconf: is.world.netconf };
  };
  if (out) void on.clock.wait(out.at - on.clock.now()).then(arrive);
  return { arrive, isOut: () => isOut };
}
