/** A way to the servers on which one write arrives late, or twice. */

import { problem } from "../../src/model/problem.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import type { Oddity } from "./trouble.ts";

/** For a create that has no identity of its own: within the time for which it is looked for. */
const soonMs = 10_000;

/** What a wire of that kind needs. */
export interface OddWireOptions {
  readonly clock: () => Clock;
  /** What is still on its way: it arrives also when the process has ended. */
  readonly pending: Set<() => void>;
  /** The latest that a create of what gets an id is carried out; without it 10 s. */
  readonly soonMs?: number;
}

/**
 * A wire of that kind. Only requests that may be repeated are sent twice on the way (RFC 9110, 9.2.2): never a POST.
 * A create of what gets an id is never late by more than ten seconds: see "Not promised" in RELIABILITY.md.
 */
export function odd(wire: Wire, { kind, write, delayMs }: Oddity, on: OddWireOptions): Wire {
  let writes = 0;
  return {
    send: async (request, signal) => {
      if (!isOwnWrite(request)) return wire.send(request, signal);
      writes += 1;
      if (writes !== write) return wire.send(request, signal);
      const again = async (ms: number) => {
        const arrive = () => void (on.pending.delete(arrive) && wire.send(request, signal));
        on.pending.add(arrive);
        await on.clock().wait(ms);
        arrive();
      };
      if (kind === "late") {
        void again(isCreate(request) ? Math.min(delayMs, on.soonMs ?? soonMs) : delayMs);
        return lost(request);
      }
      if (request.method !== "POST") void again(delayMs);
      return wire.send(request, signal);
    },
  };
}

/** What is sent in a session is not late: the session is whole, or over. */
function isOwnWrite({ method, url }: WireRequest): boolean {
  return method !== "GET" && !url.endsWith("/token") && url.startsWith("https:");
}

function isCreate({ method, url }: WireRequest): boolean {
  return method === "POST" && !url.includes("/api/mo/");
}

function lost({ url }: WireRequest): WireReply {
  const { host } = new URL(url);
  return { outcome: "lost", sent: true, problem: problem("connection-lost", `${host} ended the connection`) };
}
