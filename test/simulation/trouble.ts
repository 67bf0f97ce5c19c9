/** The trouble in a seed: faults of servers and the network, someone else, and the death of our process. */

import type { Fault } from "../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "./draw.ts";

/** A request that the network delivers oddly. */
export interface Oddity {
  /** The n-th write, counted from 1. */
  readonly write: number;
  /** late: its connection ends, and it arrives after that. twice: a proxy repeats a PUT or DELETE. */
  readonly kind: "late" | "twice";
  readonly delayMs: number;
}

/** How our own process dies during its apply. */
export type Death =
  /** When the n-th wait ends, whatever the process waits for. */
  | { readonly at: "turn"; readonly turns: number }
  /** At its n-th write: when that is about to be sent, or when its reply has arrived and was not read yet. */
  | { readonly at: "sending" | "replied"; readonly write: number };

/** Someone else's change: before the n-th request of the apply arrives; 0: before the apply. */
export interface Foreign {
  readonly before: number;
  /** declared, unmanaged: a field of an update in the plan. elsewhere: an undeclared thing. */
  readonly what: "declared" | "unmanaged" | "elsewhere";
  /** Which of the possible changes is made. */
  readonly choice: number;
}

/** All trouble. */
export interface Trouble {
  readonly planning: readonly Fault[];
  readonly applying: readonly Fault[];
  readonly oddity?: Oddity;
  readonly death?: Death;
  readonly foreign?: Foreign;
}

/** Trouble by seed. */
export function troubleOf(draw: Draw): Trouble {
  const faults = (most: number) => Array.from({ length: under(draw, most + 1) }, () => faultOf(draw));
  const planning = maybe(draw, 0.4) ? faults(2) : [];
  const applying = [...(maybe(draw, 0.6) ? [lostCreate(draw)] : []), ...faults(4)];
  const death = maybe(draw, 0.5) && { death: deathOf(draw) };
  const oddity = maybe(draw, 0.2) && { oddity: oddityOf(draw) };
  const foreign = maybe(draw, 0.3) && !oddity && { foreign: foreignOf(draw) };
  return { planning, applying, ...death, ...oddity, ...foreign };
}

/** A fault that loses replies, mostly to creates, where this does the most harm. */
function lostCreate(draw: Draw): Fault {
  const kind = pick(draw, ["lostAfter", "lostAfter", "truncated", "lostBefore"]);
  const name = pick(draw, ["dashboard", "dashboard", "fabric"]);
  return {
    interface: name,
    methods: ["POST"],
    after: under(draw, 2),
    times: 1 + under(draw, 2),
    effect: { kind },
  };
}

const retryAfters = ["3", "0", "-5", "1000000000", "soon", "Thu, 01 Jan 2026 00:10:00 GMT"] as const;

/** A fault of requests. */
export function faultOf(draw: Draw): Fault {
  const headers = maybe(draw, 0.8) && { headers: { "retry-after": pick(draw, [...retryAfters]) } };
  const kind = pick<Fault>(draw, [
    { effect: { kind: "conflict" } },
    { effect: { kind: "down" } },
    { effect: { kind: "slow", delayMs: 5000 } },
    { effect: { kind: "notJson" } },
    { effect: { kind: "answer", status: 429, ...headers } },
    { effect: { kind: "answer", status: 500 } },
    { effect: { kind: "lostBefore" } },
    { effect: { kind: "lostAfter" } },
    { effect: { kind: "truncated" } },
    { interface: "restconf", methods: ["PUT"], effect: lock(pick(draw, ["in-use", "lock-denied"])) },
    { interface: "dashboard", methods: ["GET"], effect: foreignPage },
    { interface: "controller", effect: { kind: "answer", status: 401 } },
    shifting(draw),
  ]);
  const lasts = maybe(draw, 0.3) ? { forMs: under(draw, 60_000) } : { times: 1 + under(draw, 4) };
  return { after: under(draw, 12), ...lasts, ...kind };
}

function lock(tag: string): Fault["effect"] {
  const error = { "error-type": "protocol", "error-tag": tag };
  const body = JSON.stringify({ "ietf-restconf:errors": { error: [error] } });
  return { kind: "answer", status: 409, headers: { "content-type": "application/yang-data+json" }, body };
}

/** A page of a list whose link to the next page leads to another host. */
const foreignPage: Fault["effect"] = {
  kind: "answer",
  status: 200,
  headers: { "content-type": "application/json", link: '<https://elsewhere.example.org/2>; rel="next"' },
  body: "[]",
};

/** An undeclared thing is removed while pages are read, so that later ones move. */
function shifting(draw: Draw): Fault {
  return {
    interface: "dashboard",
    methods: ["GET"],
    path: "*/networks",
    after: under(draw, 4),
    times: 1,
    effect: { kind: "carriedOut" },
    change: { interface: "dashboard", network: "Depot North", remove: true },
  };
}

function deathOf(draw: Draw): Death {
  if (maybe(draw, 0.5)) return { at: "turn", turns: 1 + Math.floor(draw() ** 2 * 160) };
  return { at: pick(draw, ["sending", "replied"]), write: 1 + under(draw, 8) };
}

function oddityOf(draw: Draw): Oddity {
  const kind = pick(draw, ["late", "twice"]);
  return { kind, write: 1 + under(draw, 6), delayMs: under(draw, kind === "late" ? 10_000 : 300) };
}

function foreignOf(draw: Draw): Foreign {
  const what = pick(draw, ["declared", "unmanaged", "elsewhere"]);
  return { before: maybe(draw, 0.3) ? 0 : 1 + under(draw, 30), what, choice: under(draw, 1000) };
}
