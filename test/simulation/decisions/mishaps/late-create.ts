/** A create that is still on its way when its process has died: it arrives while the next one is at work. */

import type { Stage } from "../../../servers/virtual-time/run.ts";

/** When the create arrives that was lost; undefined: none was. */
export interface LateCreate {
  at?: number;
}

/** What is still out there. */
export interface StillOut {
  readonly at: number;
  readonly from: Stage;
  /** Lets it arrive. */
  readonly land: () => void;
}

/** What is on its way to the world of a run. */
export interface Arriving {
  /** Lets it arrive at last where it has not yet. */
  readonly arrive: () => void;
  /** False: it has arrived, or there was nothing. */
  readonly isOut: () => boolean;
}

/** Lets it arrive in the world of the next run. */
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
