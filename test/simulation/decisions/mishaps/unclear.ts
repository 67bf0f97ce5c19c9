/** A lost reply, followed by failing reads: the result of the write is unknown. */

import type { Fault } from "../../../../src/simulator/faults.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";

/** Arms the fault once a write's reply was lost. */
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
