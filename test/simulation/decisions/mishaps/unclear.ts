/** A reply that is lost, and looks after it that fail: nobody knows what became of the write. */

import type { Fault } from "../../../../src/simulator/faults.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";

/** Arms the fault once the reply to a write was lost. */
export function unclearOnce({ network }: Stage, fault: Fault): void {
  const { witness } = network;
  let isArmed = false;
  network.witness = (arrival) => {
    witness(arrival);
    if (isArmed || arrival.reply.cut === undefined) return;
    isArmed = true;
    network.fault(fault);
  };
}
