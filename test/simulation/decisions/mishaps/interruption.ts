/**
 * Simulates a run that its user or a full disk interrupts: trueup waits for the replies to sent requests, and sends
 * nothing more.
 */

import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { Arrival } from "../../../servers/virtual-time/network.ts";
import type { Stage } from "../../../servers/virtual-time/run.ts";
import { isWrite } from "../../commits.ts";
import type { Tasks } from "./tasks.ts";

/**
 * Interrupts the run when the n-th request arrives. Returns the signal, and a function that returns the time of the
 * interruption.
 */
export function abortingAfter({ network, clock }: Stage, requests: number) {
  const controller = new AbortController();
  const { witness } = network;
  let left = requests;
  let at: number | undefined;
  network.witness = (arrival) => {
    witness(arrival);
    left -= 1;
    if (left > 0 || at !== undefined) return;
    at = clock.now();
    controller.abort(new Error("interrupted"));
  };
  return { signal: controller.signal, at: () => at };
}

/**
 * Interrupts the apply `ms` milliseconds after it begins. It begins `after` milliseconds from now. Returns the signal,
 * and a function that returns the time of the interruption. If `ms` is undefined, nothing is interrupted.
 */
export function stoppingAfter({ clock }: Stage, ms: number | undefined, after = 0) {
  if (ms === undefined) return undefined;
  const controller = new AbortController();
  let at: number | undefined;
  void clock.wait(after + ms).then(() => {
    at = clock.now();
    controller.abort(new Error("interrupted"));
  });
  return { signal: controller.signal, at: () => at };
}

/**
 * After an interruption nothing may be written. If the disk is full, nothing may be written without an intent in the
 * journal. The run must report whether it was interrupted.
 */
export function judgeEnded(
  arrivals: readonly Arrival[],
  on: {
    readonly abortedAt: number | undefined;
    readonly diskFullAfter?: number | undefined;
    readonly result: ApplyResult;
    readonly wayMs: number;
    /** True for the write of a task, which the server carries out in its own time. */
    readonly isOwnWork?: Tasks["isOwnWork"] | undefined;
  },
): readonly string[] {
  const { abortedAt, diskFullAfter, result, wayMs, isOwnWork = () => false } = on;
  // Writes in a session are left out, because a session completes an edit that it has begun.
  const writes = arrivals.filter(
    (one) => isWrite(one) && one.request.interface !== "netconf" && !isOwnWork(one.request),
  );
  const late = writes.filter(({ at }) => abortedAt !== undefined && at > abortedAt + wayMs);
  const isSaid = result.interrupted === (abortedAt !== undefined);
  const most = diskFullAfter ?? Number.POSITIVE_INFINITY;
  return [
    ...late.map(({ at, request }) => `interrupted: ${request.path} at ${at}, after the end at ${abortedAt}`),
    ...(isSaid ? [] : [`interrupted: the run says ${result.interrupted}`]),
    ...(writes.length > most ? [`disk: ${writes.length} writes, and ${most} could be noted`] : []),
  ];
}
