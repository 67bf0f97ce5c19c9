/**
 * Draws what goes wrong in a seed: faults of servers and of the network, a change by somebody else, and the death of
 * trueup's process.
 */

import type { Fault } from "../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "./draw.ts";

/** A write that the network delivers late or twice. */
export interface Oddity {
  /** Selects the write, counted from 1. */
  readonly write: number;
  /**
   * How the write goes wrong. `late`: the connection ends, and the write arrives afterwards. `twice`: a proxy sends the
   * PUT or DELETE twice.
   */
  readonly kind: "late" | "twice";
  readonly delayMs: number;
}

/** How trueup's process dies during its apply. */
export type Death =
  /** The process dies after this number of turns of the clock, whatever it is waiting for. */
  | { readonly at: "turn"; readonly turns: number }
  /**
   * The process dies at this write, counted from 1: before the write is sent, or after its reply has arrived but before
   * it is read.
   */
  | { readonly at: "sending" | "replied"; readonly write: number };

/** A change by somebody else. */
export interface Foreign {
  /**
   * The change is made after this number of requests of the apply has arrived. If it is 0, the change is made before
   * the apply.
   */
  readonly before: number;
  /**
   * What is changed. `declared`: a field that the plan changes. `unmanaged`: an undeclared field of a resource that the
   * plan updates. `elsewhere`: an undeclared resource.
   */
  readonly what: "declared" | "unmanaged" | "elsewhere";
  /** Selects the change, by the remainder after division by the number of possible changes. */
  readonly choice: number;
}

/** Everything that goes wrong in a seed. */
export interface Trouble {
  readonly planning: readonly Fault[];
  readonly applying: readonly Fault[];
  readonly oddity?: Oddity;
  readonly death?: Death;
  readonly foreign?: Foreign;
}

/** Draws what goes wrong. */
export function troubleOf(draw: Draw): Trouble {
  const faults = (most: number) => Array.from({ length: under(draw, most + 1) }, () => faultOf(draw));
  const planning = maybe(draw, 0.4) ? faults(2) : [];
  const applying = [...(maybe(draw, 0.6) ? [lostCreate(draw)] : []), ...faults(4)];
  const death = maybe(draw, 0.5) && { death: deathOf(draw) };
  const oddity = maybe(draw, 0.2) && { oddity: oddityOf(draw) };
  const foreign = maybe(draw, 0.3) && !oddity && { foreign: foreignOf(draw) };
  return { planning, applying, ...death, ...oddity, ...foreign };
}

/** Draws lost replies to creates, which do more harm than any other lost reply. */
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

/** Draws a fault of some requests. */
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

/** An empty page of a list that links to a next page on another host. */
const foreignPage: Fault["effect"] = {
  kind: "answer",
  status: 200,
  headers: { "content-type": "application/json", link: '<https://elsewhere.example.org/2>; rel="next"' },
  body: "[]",
};

/**
 * Draws when somebody removes an undeclared resource while the pages of a list are read. Later items then move to
 * another page.
 */
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
