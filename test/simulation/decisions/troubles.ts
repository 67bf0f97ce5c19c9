/** What goes wrong during the apply of a seed: drawn. */

import type { Fault } from "../../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { type Oddity, troubleOf } from "../trouble.ts";

/** Everything that goes wrong. */
export interface Troubles {
  readonly faults: readonly Fault[];
  /** True: trueup must get over it; every step is applied in the end. */
  readonly isMild: boolean;
  readonly oddity?: Oddity;
  /** Lists show what was there so long ago. */
  readonly staleMs?: number;
  /** The first network that is made is made so long after its request was lost. */
  readonly lateCreateMs?: number;
  /** The n-th write of the dashboard is carried out in part, and answered with 500. */
  readonly partial?: number;
  /** The journal's disk is full after so many intents. */
  readonly diskFullAfter?: number;
  /** The process is killed after so many turns of the clock. */
  readonly turns?: number;
}

type Kind = (draw: Draw) => Troubles;

/** Each as often as it is likely. */
const kinds: readonly [Kind, ...Kind[]] = [
  mild,
  mild,
  mild,
  stale,
  late,
  lateCreate,
  lateCreate,
  locked,
  partial,
  wild,
  wild,
  refused,
  full,
  killed,
];

/** The troubles of a seed. */
export function troublesOf(draw: Draw): Troubles {
  return pick(draw, kinds)(draw);
}

const inUse = JSON.stringify({ "ietf-restconf:errors": { error: [{ "error-tag": "in-use" }] } });

const mildEffects: readonly [Fault, ...Fault[]] = [
  { effect: { kind: "conflict" } },
  { interface: "restconf", methods: ["PUT"], effect: { kind: "answer", status: 409, body: inUse } },
  { effect: { kind: "down" } },
  { effect: { kind: "slow", delayMs: 5000 } },
  { effect: { kind: "answer", status: 429, headers: { "retry-after": "4" } } },
  { effect: { kind: "answer", status: 429 } },
  { effect: { kind: "answer", status: 500 } },
  { effect: { kind: "lostBefore" } },
  { effect: { kind: "lostAfter" } },
  { effect: { kind: "truncated" } },
  { methods: ["POST"], effect: { kind: "lostAfter" } },
  { methods: ["POST"], effect: { kind: "lostBefore" } },
];

/** One thing that goes wrong once, or throttling of which a later pause is shorter. */
function mild(draw: Draw): Troubles {
  if (maybe(draw, 0.2)) {
    const pauses = [6, 1].map((seconds): Fault => {
      const headers = { "retry-after": String(seconds) };
      return { interface: "restconf", times: 1, effect: { kind: "answer", status: 429, headers } };
    });
    return { faults: pauses, isMild: true };
  }
  return { faults: [{ after: under(draw, 12), times: 1, ...pick(draw, mildEffects) }], isMild: true };
}

/** Devices that are locked, or not ready yet, and say how long to wait; or that take their time for each write. */
function locked(draw: Draw): Troubles {
  if (maybe(draw, 0.4)) {
    const slow = { kind: "slow", delayMs: 500 + under(draw, 2000) } as const;
    return { faults: [{ interface: "restconf", methods: ["PUT"], times: 20, effect: slow }], isMild: true };
  }
  const tag = pick(draw, ["in-use", "resource-denied"]);
  const body = JSON.stringify({ "ietf-restconf:errors": { error: [{ "error-tag": tag }] } });
  const headers = { "retry-after": String(3 + under(draw, 20)) };
  const effect = { kind: "answer", status: 409, headers, body } as const;
  const times = 1 + under(draw, 3);
  return {
    faults: [{ interface: "restconf", methods: ["PUT"], after: under(draw, 2), times, effect }],
    isMild: true,
  };
}

/** With a create whose reply is lost, now and then. */
function stale(draw: Draw): Troubles {
  const lost: Fault = { methods: ["POST"], times: 1, effect: { kind: "lostAfter" } };
  return { faults: maybe(draw, 0.5) ? [lost] : [], isMild: true, staleMs: 500 + under(draw, 9500) };
}

function late(draw: Draw): Troubles {
  const kind = pick(draw, ["late", "late", "twice"]);
  const oddity: Oddity = {
    kind,
    write: 1 + under(draw, 6),
    delayMs: under(draw, kind === "late" ? 10_000 : 300),
  };
  return { faults: [], isMild: true, oddity };
}

/** Always within the time for which trueup looks for what it made (`limits.createVisibleSeconds`). */
function lateCreate(draw: Draw): Troubles {
  return { faults: [], isMild: true, lateCreateMs: under(draw, 14_900) };
}

function partial(draw: Draw): Troubles {
  return { faults: [], isMild: true, partial: 1 + under(draw, 3) };
}

function wild(draw: Draw): Troubles {
  return { faults: troubleOf(draw).applying, isMild: false };
}

/** The credential is good no longer, for a while or for one kind of request. */
function refused(draw: Draw): Troubles {
  const status = pick(draw, [400, 401, 403, 404, 422]);
  const methods = pick(draw, ["POST", "PUT", "DELETE", "PUT POST DELETE", "GET"]).split(" ");
  const lasts = maybe(draw, 0.5) ? { times: 1 + under(draw, 3) } : { forMs: 60_000 };
  return {
    faults: [{ after: under(draw, 4), methods, ...lasts, effect: { kind: "answer", status } }],
    isMild: false,
  };
}

function full(draw: Draw): Troubles {
  return { faults: [], isMild: false, diskFullAfter: under(draw, 4) };
}

function killed(draw: Draw): Troubles {
  const faults = maybe(draw, 0.3) ? troubleOf(draw).applying : [];
  return { faults, isMild: false, turns: 1 + Math.floor(draw() ** 2 * 160) };
}
