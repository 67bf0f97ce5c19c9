/** Servers, networks and disks that misbehave: requests arrive late or in part, lists are old, or the disk is full. */

import type { JournalDisk } from "../../../src/model/journal.ts";
import { problem } from "../../../src/model/problem.ts";
import type { Clock, Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { odd } from "../late-delivery.ts";
import type { LateCreate } from "./mishaps/late-create.ts";
import type { Troubles } from "./troubles.ts";

/**
 * Returns the wire with the troubles of a seed. `pending` contains requests in transit, which arrive even after the
 * process has ended.
 */
export function oddWire(
  { oddity, partial, lateCreateMs, lateRemovalMs }: Troubles,
  on: { readonly stage: () => Stage; readonly pending: Set<() => void>; readonly late: LateCreate },
): (wire: Wire) => Wire {
  const shared = { clock: () => on.stage().clock, pending: on.pending };
  let writes = 0;
  const half = (wire: Wire): Wire => ({
    send: async (request, signal) => {
      if (!request.url.startsWith("https://cloud.") || request.method !== "PUT")
        return wire.send(request, signal);
      writes += 1;
      if (writes !== partial) return wire.send(request, signal);
      const reply = await wire.send(inPart(request), signal);
      return reply.outcome === "answered" ? ({ ...reply, status: 500, text: "" } satisfies WireReply) : reply;
    },
  });
  let isLate = false;
  const lateCreate = (wire: Wire, ms: number): Wire => ({
    send: async (request, signal) => {
      if (isLate || !isNetworkCreate(request)) return wire.send(request, signal);
      isLate = true;
      on.late.at = on.stage().clock.now() + ms;
      return odd(wire, { kind: "late", write: 1, delayMs: ms }, { ...shared, soonMs: ms }).send(
        request,
        signal,
      );
    },
  });
  return (wire) => {
    const made = lateCreateMs === undefined ? wire : lateCreate(wire, lateCreateMs);
    const late =
      lateRemovalMs === undefined ? made : removingLate(made, lateRemovalMs, { ...shared, stage: on.stage });
    const way = oddity ? odd(late, oddity, shared) : late;
    return partial === undefined ? way : half(way);
  };
}

interface ServersToCome {
  readonly stage: () => Stage;
  readonly clock: () => Clock;
  readonly pending: Set<() => void>;
}

/** Makes servers confirm a removal at once, and carry it out later. */
function removingLate(wire: Wire, ms: number, { stage, clock, pending }: ServersToCome): Wire {
  const forever = new AbortController().signal;
  return {
    send: async (request, signal) => {
      if (request.method !== "DELETE" || !takesItsTime(request.url)) return wire.send(request, signal);
      const held = await request.leaving?.();
      if (held) return { outcome: "blocked", problem: held };
      const { leaving: _, ...rest } = request;
      const asked = stage().network.world;
      const arrive = () => {
        if (!pending.delete(arrive)) return;
        const { network } = stage();
        network.isOwnWork = ({ method, origin }) => method === "DELETE" && takesItsTime(origin ?? "");
        network.world = withTokensOf(asked, network.world);
        void wire.send(rest, forever);
      };
      pending.add(arrive);
      void clock().wait(ms).then(arrive);
      await clock().wait(10);
      return { outcome: "answered", status: 204, headers: {}, text: "" };
    },
  };
}

/** Returns the servers with tokens that do not expire, so that a late request is still accepted. */
function withTokensOf({ messaging: { tokens } }: World, world: World): World {
  const lasting = [...tokens.given].map(
    ([token, grant]) => [token, { ...grant, endsAt: Number.POSITIVE_INFINITY }] as const,
  );
  const given = new Map([...world.messaging.tokens.given, ...lasting]);
  return { ...world, messaging: { ...world.messaging, tokens: { ...world.messaging.tokens, given } } };
}

/** True for a server that removes an object and its children with a delay. */
function takesItsTime(url: string): boolean {
  return /^https:\/\/(?:cloud|chat)\./.test(url);
}

/**
 * Loses a write to a server (`write` selects it, counted from 0). The repeated write is carried out, but answered with
 * a refusal.
 */
export function refusedLate(
  wire: Wire,
  { at, write }: { readonly at: string; readonly write: number },
): Wire {
  let left = write;
  let lost: string | undefined;
  return {
    send: async (request, signal) => {
      const { method, url, body } = request;
      const key = `${method} ${url} ${JSON.stringify(body)}`;
      if (method === "GET" || method === "DELETE" || !url.startsWith(`https://${at}.`))
        return wire.send(request, signal);
      if (lost === undefined && left === 0) {
        lost = key;
        return { outcome: "lost", sent: true, problem: problem("connection-lost", "the connection ended") };
      }
      if (lost === undefined) left -= 1;
      const reply = await wire.send(request, signal);
      if (key !== lost || reply.outcome !== "answered" || reply.status >= 300) return reply;
      lost = "";
      return { ...reply, status: 400, text: "" };
    },
  };
}

function isNetworkCreate({ method, url }: WireRequest): boolean {
  return method === "POST" && url.startsWith("https://cloud.") && new URL(url).pathname.endsWith("/networks");
}

/** Returns the request with only the first field of its body. */
function inPart(request: WireRequest): WireRequest {
  const { body } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return request;
  return { ...request, body: Object.fromEntries(Object.entries(body).slice(0, 1)) };
}

/**
 * Makes the dashboard show an old list of networks, from `staleMs` ago; everything else is current. Returns a function
 * that does the same in the next run.
 */
export function showStale({ network, clock }: Stage, staleMs: number): (next: Stage) => void {
  const states: { readonly at: number; readonly dashboard: World["dashboard"] }[] = [];
  network.shows = (world, { interface: name, path }, at) => {
    if (name !== "dashboard" || !/\/organizations\/[^/]+\/networks(?:\?|$)/.test(path)) return world;
    const dashboard = states.findLast((one) => one.at <= at - staleMs)?.dashboard ?? states[0]?.dashboard;
    return dashboard === undefined ? world : { ...world, dashboard };
  };
  states.push({ at: clock.now(), dashboard: network.world.dashboard });
  const watch = (at: Stage["network"]) => {
    const { witness } = at;
    at.witness = (arrival) => {
      witness(arrival);
      if (arrival.before.dashboard !== arrival.after.dashboard)
        states.push({ at: arrival.at, dashboard: arrival.after.dashboard });
    };
  };
  watch(network);
  return (next) => {
    watch(next.network);
    next.network.shows = network.shows;
  };
}

/** Returns a disk that is full after this many intents. */
export function fullAfter(disk: JournalDisk, intents: number): JournalDisk {
  let left = intents;
  return {
    append: (text) => {
      if (text.includes('"kind":"intent"')) left -= 1;
      if (left >= 0) disk.append(text);
    },
    flush: () => (left < 0 ? Promise.reject(new Error("no space left on device")) : disk.flush()),
  };
}
