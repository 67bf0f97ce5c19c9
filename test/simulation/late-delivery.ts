/** A network on which one write arrives late, or twice. */

import { problem } from "../../src/model/problem.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import type { Oddity } from "./trouble.ts";

/** The greatest delay of a create whose object gets an id, in milliseconds. trueup then still looks for the object. */
const soonMs = 10_000;

/** What a network needs that delivers a write late or twice. */
export interface OddWireOptions {
  readonly clock: () => Clock;
  /** Requests that are in transit. They arrive even after the process has ended. */
  readonly pending: Set<() => void>;
  /** The greatest delay of a create whose object gets an id; by default 10 s. */
  readonly soonMs?: number;
}

/**
 * Returns a wire that delivers one write late or twice. Only a request that may be repeated is delivered twice (RFC
 * 9110, 9.2.2), never a POST. A create whose object gets an id from the server is at most ten seconds late by default:
 * see "Not promised" in RELIABILITY.md.
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

/** True for a write over HTTP. Writes in a session are never late: the session delivers them, or has ended. */
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
