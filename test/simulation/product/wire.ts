/** The network to the server of the fictional product, in virtual time, with its faults. */

import type { Json } from "../../../src/model/json.ts";
import { problem } from "../../../src/model/problem.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import type { ProductServer } from "./server.ts";

/** What goes wrong with a request. */
export type WayFault = "lostBefore" | "lostAfter" | "throttled" | "failing" | "unavailable";

/** The network between a process and the server. */
export interface Way {
  readonly wire: Wire;
  /** Every request that has arrived, with the status of its answer. */
  readonly arrived: {
    readonly at: number;
    readonly method: string;
    readonly path: string;
    readonly status: number;
  }[];
  /** Makes the requests arrive that are in transit. */
  readonly land: () => void;
}

/**
 * Returns the network to the server. `fault` returns what goes wrong with a read or a write. Reads and writes are
 * numbered separately, from 0.
 */
export function wayTo(
  server: ProductServer,
  on: {
    readonly clock: () => Clock;
    readonly ms: () => number;
    readonly fault: (of: {
      readonly isRead: boolean;
      readonly count: number;
      readonly path: string;
    }) => WayFault | undefined;
    readonly arriving: () => void;
  },
): Way {
  const arrived: { at: number; method: string; path: string; status: number }[] = [];
  const pending = new Set<() => void>();
  const counts = { reads: 0, writes: 0 };
  const send = async (request: WireRequest): Promise<WireReply> => {
    const clock = on.clock();
    const isRead = request.method === "GET";
    const path = new URL(request.url).pathname;
    const count = isRead ? counts.reads++ : counts.writes++;
    const fault = on.fault({ isRead, count, path });
    const body = (request.body === undefined ? {} : JSON.parse(JSON.stringify(request.body))) as Json;
    let answer: { readonly status: number; readonly body: Json } | undefined;
    const arrive = () => {
      if (!pending.delete(arrive) || fault === "lostBefore") return;
      on.arriving();
      const now = clock.now();
      const instead =
        fault === "throttled" ? 429 : fault === "failing" ? 500 : fault === "unavailable" ? 503 : undefined;
      answer = instead
        ? { status: instead, body: {} }
        : server.answer({ method: request.method, path, body }, now);
      arrived.push({ at: now, method: request.method, path, status: answer.status });
    };
    pending.add(arrive);
    await clock.wait(on.ms());
    arrive();
    await clock.wait(on.ms());
    if (!answer || fault === "lostAfter")
      return { outcome: "lost", sent: true, problem: problem("connection-lost", "the connection ended") };
    return {
      outcome: "answered",
      status: answer.status,
      headers: {},
      text: answer.status === 204 ? "" : JSON.stringify(answer.body),
    };
  };
  const land = () => {
    for (const arrive of [...pending]) arrive();
  };
  return { wire: { send }, arrived, land };
}
