/** Trouble in NETCONF sessions: an operation is refused, lost or slow, once or twice. */

import type { Fault } from "../../../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { keptAmong } from "../../reduced/parts.ts";
import type { Troubles } from "../troubles.ts";

type Operation = "lock" | "edit-config" | "validate" | "commit" | "discard-changes" | "unlock" | "get";

const tags = [
  "access-denied",
  "in-use",
  "lock-denied",
  "operation-failed",
  "resource-denied",
  "data-exists",
] as const;

/** Draws a fault, and sometimes a second fault while the session cleans up after the first. */
export function sessionTroubles(draw: Draw): Troubles {
  const operation = pick<Operation>(draw, [
    ...([
      "lock",
      "edit-config",
      "edit-config",
      "validate",
      "commit",
      "commit",
      "commit",
      "unlock",
      "get",
    ] as const),
  ]);
  const first = faultOf(draw, operation);
  const isCleared = ["edit-config", "validate", "commit"].includes(operation) && maybe(draw, 0.3);
  const faults = isCleared ? [first, faultOf(draw, pick(draw, ["discard-changes", "unlock"]), 0)] : [first];
  return { faults: keptAmong("session-fault", faults), isMild: false, restartMs: under(draw, 60_000) };
}

function faultOf(draw: Draw, operation: Operation, most = 5): Fault {
  const methods = operation === "get" ? ["get", "get-config"] : [operation];
  const effect = pick<Fault["effect"]>(draw, [
    { kind: "rpcError", tag: pick(draw, tags) },
    { kind: "rpcError", tag: pick(draw, tags) },
    { kind: "lostBefore" },
    { kind: "lostAfter" },
    { kind: "slow", delayMs: 3000 },
  ]);
  return {
    interface: "netconf",
    methods,
    after: under(draw, most + 1),
    times: pick(draw, [1, 1, 2]),
    effect,
  };
}
