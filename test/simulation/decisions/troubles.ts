/** Draws what goes wrong during the apply of a seed. */

import type { Fault } from "../../../src/simulator/faults.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { type Oddity, troubleOf } from "../trouble.ts";
import type { Forgotten } from "./mishaps/forgetful.ts";
import type { TaskHabits } from "./mishaps/tasks.ts";
import { reducedTroubles } from "./reduced/troubles.ts";

/** Everything that goes wrong during an apply. */
export interface Troubles {
  readonly faults: readonly Fault[];
  /** True if trueup must cope with the trouble, so that in the end every step is carried out. */
  readonly isMild: boolean;
  readonly oddity?: Oddity;
  /** How old the lists are that the servers show, in milliseconds. */
  readonly staleMs?: number;
  /** How long after its reply was lost the create of the first network arrives. */
  readonly lateCreateMs?: number;
  /** How long removed resources still exist after their removal was confirmed. */
  readonly lateRemovalMs?: number;
  /**
   * Selects a write to the dashboard, counted from 1. Only a part of this write is carried out, and the answer is a
   * 500.
   */
  readonly partial?: number;
  /** The number of intents after which the journal's disk is full. */
  readonly diskFullAfter?: number;
  /** Selects a write that the server confirms and then forgets. */
  readonly forgets?: Forgotten;
  /** A fault that makes reads fail after a lost reply, so that the result of the write stays unknown. */
  readonly unclear?: Fault;
  /** The number of arrived requests after which the run is interrupted. */
  readonly abortAfter?: number;
  /** How the servers carry out writes as tasks. If absent, they carry out writes at once. */
  readonly tasks?: TaskHabits;
  /** How long after the end of this run the next one begins. */
  readonly restartMs?: number;
  /** The number of turns of the clock after which the process is killed. */
  readonly turns?: number;
  /** How the next run ends early, too. If absent, it does not end early. */
  readonly again?: SecondEnd;
}

/** How the second of three runs ends early: it is killed, or its user interrupts it. */
export interface SecondEnd {
  readonly turns?: number;
  readonly abortAfter?: number;
  /** How long after the end of the second run the third one begins. */
  readonly restartMs: number;
}

/** Draws trouble of one kind. `visibleMs` is how long trueup looks for created resources. */
type Kind = (draw: Draw, visibleMs: number) => Troubles;

/** The kinds of trouble. A more likely kind is repeated. */
const kinds: readonly [Kind, ...Kind[]] = [
  mild,
  mild,
  mild,
  stale,
  late,
  lateCreate,
  lateCreate,
  killedLate,
  killedLate,
  locked,
  locked,
  partial,
  wild,
  wild,
  refused,
  full,
  killed,
  killed,
  unclear,
  unclear,
  aborted,
  aborted,
  forgetful,
  forgetful,
  removedLate,
  missing,
  tasked,
  tasked,
  tasked,
  tasked,
];

/** Draws what goes wrong in a seed. */
export function troublesOf(draw: Draw, visibleMs: number): Troubles {
  return reducedTroubles(drawnTroubles(draw, visibleMs));
}

function drawnTroubles(draw: Draw, visibleMs: number): Troubles {
  const troubles = firstOf(draw, visibleMs);
  const { turns, abortAfter, tasks, lateCreateMs } = troubles;
  const isLeft = turns !== undefined || abortAfter !== undefined || tasks !== undefined;
  if (!isLeft || maybe(draw, 0.5)) return troubles;
  const isKilled = lateCreateMs !== undefined || maybe(draw, 0.5);
  const end = isKilled ? { turns: 1 + Math.floor(draw() ** 2 * 200) } : { abortAfter: 1 + under(draw, 20) };
  const restartMs = lateCreateMs !== undefined ? under(draw, 3000) : under(draw, 20_000);
  return { ...troubles, again: { ...end, restartMs } };
}

function firstOf(draw: Draw, visibleMs: number): Troubles {
  const troubles = { restartMs: under(draw, 60_000), ...pick(draw, kinds)(draw, visibleMs) };
  const { turns, lateCreateMs } = troubles;
  if (turns === undefined || lateCreateMs !== undefined || maybe(draw, 0.5)) return troubles;
  // The next process begins before lists show what this process has created.
  return { ...troubles, staleMs: under(draw, visibleMs - 100), restartMs: under(draw, 3000) };
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

/** Draws a single short fault, or two requested pauses of which the later is shorter. */
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

/** Draws devices that are slow at each write, or devices that are locked or not ready and say how long to wait. */
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

/** Draws lists that are old, and sometimes a create whose reply is lost. */
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

/**
 * Draws a create that arrives late, but while trueup still looks for created resources (`limits.createVisibleSeconds`).
 */
function lateCreate(draw: Draw, visibleMs: number): Troubles {
  return { faults: [], isMild: true, lateCreateMs: under(draw, visibleMs - 100) };
}

/** Draws a process that dies while a create is in transit. The next process may begin before the create arrives. */
function killedLate(draw: Draw, visibleMs: number): Troubles {
  const ended = { turns: 10 + under(draw, 120), restartMs: under(draw, 6000) };
  return { faults: [], isMild: false, lateCreateMs: under(draw, visibleMs - 100), ...ended };
}

function partial(draw: Draw): Troubles {
  return { faults: [], isMild: true, partial: 1 + under(draw, 3) };
}

function wild(draw: Draw): Troubles {
  return { faults: troubleOf(draw).applying, isMild: false };
}

/** Draws requests that are refused for some time, or a limited number of times. */
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

/** Draws when the user interrupts the run, and sometimes other trouble. */
function aborted(draw: Draw): Troubles {
  const faults = maybe(draw, 0.5) ? troubleOf(draw).applying : [];
  return { faults, isMild: false, abortAfter: 1 + under(draw, 30) };
}

function forgetful(draw: Draw): Troubles {
  return { faults: [], isMild: false, forgets: { write: under(draw, 4), isRemoval: maybe(draw, 0.5) } };
}

function removedLate(draw: Draw): Troubles {
  return { faults: [], isMild: true, lateRemovalMs: 100 + under(draw, 10_000) };
}

/**
 * Draws lists that the plan could read, and that are answered with 404 for a while. Meanwhile, their contents are
 * unknown.
 */
function missing(draw: Draw): Troubles {
  const name = pick(draw, ["dashboard", "dashboard", "messaging", "controller", "servers", "firewall"]);
  const lasts = maybe(draw, 0.5) ? { times: 1 + under(draw, 4) } : { forMs: 60_000 };
  const effect = { kind: "answer", status: 404, body: "{}" } as const;
  const some = { interface: name, methods: ["GET"], after: under(draw, 4), ...lasts, effect };
  const lost: Fault = { methods: ["POST"], times: 1, effect: { kind: "lostAfter" } };
  return { faults: maybe(draw, 0.5) ? [some, lost] : [some], isMild: false };
}

/** Draws writes that become tasks, and sometimes an interruption. */
function tasked(draw: Draw): Troubles {
  const tasks = { seed: under(draw, 1_000_000), well: pick(draw, [0.8, 0.5, 0.3]) };
  return { faults: [], isMild: false, tasks, ...(maybe(draw, 0.2) && { abortAfter: 1 + under(draw, 30) }) };
}

function unclear(draw: Draw): Troubles {
  const methods = ["POST", "PUT", "DELETE"];
  const lost: Fault = {
    ...{ methods, after: under(draw, 4), times: 1 },
    effect: { kind: pick(draw, ["lostAfter", "lostBefore"]) },
  };
  const status = pick(draw, [403, 400]);
  const reads = maybe(draw, 0.5) ? { times: 1 + under(draw, 2) } : { forMs: 60_000 };
  return {
    faults: [lost],
    isMild: false,
    unclear: { methods: ["GET"], ...reads, effect: { kind: "answer", status } },
  };
}
