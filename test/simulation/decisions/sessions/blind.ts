/**
 * Simulates devices that cannot be read for a while during an apply. Nothing that cannot be read may be overwritten.
 */

import type { Fault } from "../../../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { keptAmong } from "../../reduced/parts.ts";
import type { Troubles } from "../troubles.ts";

const failures = {
  restconf: [
    { kind: "answer", status: 500 },
    { kind: "answer", status: 403 },
    { kind: "answer", status: 400 },
    { kind: "lostBefore" },
    { kind: "truncated" },
  ],
  netconf: [
    { kind: "rpcError", tag: "operation-failed" },
    { kind: "rpcError", tag: "access-denied" },
    { kind: "lostBefore" },
    { kind: "lostAfter" },
  ],
} as const satisfies Readonly<Record<string, readonly Fault["effect"][]>>;

const reads = { restconf: ["GET"], netconf: ["get", "get-config"] };

/** Draws failing reads over RESTCONF, NETCONF or both, and sometimes a write whose reply is lost. */
export function blindness(draw: Draw): Troubles {
  const some = (["restconf", "netconf"] as const).filter(() => maybe(draw, 0.75));
  const faults = some.map((name): Fault => {
    const lasts = maybe(draw, 0.5) ? { times: 1 + under(draw, 3) } : { forMs: 60_000 };
    const effect = pick<Fault["effect"]>(draw, failures[name] as never);
    return { interface: name, methods: reads[name], after: under(draw, 6), ...lasts, effect };
  });
  const lost: Fault = {
    ...{ interface: "restconf", methods: ["PATCH", "PUT", "DELETE"], after: under(draw, 3), times: 1 },
    effect: { kind: pick(draw, ["lostBefore", "lostAfter"]) },
  };
  const all = maybe(draw, 0.3) ? [...faults, lost] : faults;
  return { faults: keptAmong("blind-fault", all), isMild: false, restartMs: under(draw, 60_000) };
}
