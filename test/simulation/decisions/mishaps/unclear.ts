/** Simulates a lost reply, followed by failing reads, so that the result of the write stays unknown. */

import type { Fault } from "../../../../src/simulator/faults.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";

/** Makes the fault take effect as soon as the reply to a write is lost. */
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
