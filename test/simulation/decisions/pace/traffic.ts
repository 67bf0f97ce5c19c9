/**
 * Simulates requests of several targets to one server, sent at a limited rate. How the server and the network behave is
 * drawn.
 */

import type { RunEvent } from "../../../../src/model/event.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Limiter } from "../../../../src/model/project.ts";
import type { Departure, Wire, WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { Budgets } from "../../../../src/pace/budgets.ts";
import { pacedWire } from "../../../../src/pace/wire.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { tell as tellWorld } from "../../reduced/parts.ts";
import { askedPause } from "./retry-after.ts";

/** A request that was sent: when it left, when it arrived (`at`), and when its answer came (`heard`). */
export interface Sending {
  readonly request: AskedRequest;
  readonly left: number;
  readonly at: number;
  readonly heard: number;
  readonly status: number | "lost";
  /** When the pause ends that the server requested; undefined if the server gave no time. */
  readonly until: number | undefined;
}

/** A read or a write that was requested. */
export interface AskedRequest {
  readonly number: number;
  readonly joined: number;
  readonly target: number;
  readonly method: "GET" | "PUT";
  /** The request's organization. Each organization has a limit of its own. */
  readonly budget: string;
  readonly once: boolean;
  /** What must be done before the request is sent: nothing, something slow, or something that fails. */
  readonly leaving: "nothing" | "slowly" | "held";
}

/** What goes wrong. */
type TrafficTrouble = "none" | "throttled" | "failing" | "flaky";

/** The traffic of a seed, with its results. */
export interface Traffic {
  readonly trouble: TrafficTrouble;
  /** How many requests the server allows per second for each organization. */
  readonly limit: number;
  /**
   * How many requests per second the server allows for all organizations together; undefined if it has no such limit.
   */
  readonly whole: number | undefined;
  /** What each target knows about how the server counts requests. */
  readonly known: readonly (Limiter | undefined)[];
  readonly maxPauseMs: number;
  readonly requests: readonly AskedRequest[];
  readonly sent: readonly Sending[];
  readonly ended: ReadonlyMap<AskedRequest, { readonly reply: WireReply; readonly at: number }>;
  /** The waits that were reported because the rate was exceeded. */
  readonly told: readonly ToldWait[];
}

/** A reported wait. */
interface ToldWait {
  readonly at: number;
  readonly target: string;
  readonly ms: number;
}

/** A network that breaks the rules. */
export type PaceLie = (wire: Wire) => Wire;

/** Falsifies the reported duration of a wait, to test that the checks notice it. */
export type WaitLie = (ms: number) => number;

/** Simulates the traffic of a seed. */
export async function trafficOf(
  seed: number,
  lie: PaceLie = (wire) => wire,
  tell: WaitLie = (ms) => ms,
): Promise<Traffic> {
  const draw = seeded(seed * 16 + 13);
  const clock = new VirtualClock();
  const trouble = pick<TrafficTrouble>(draw, [
    ...(["none", "none", "throttled", "throttled", "throttled", "failing", "failing", "flaky"] as const),
  ]);
  const isWhole = maybe(draw, 0.25);
  const rates = Array.from({ length: pick(draw, [1, 2]) }, () => pick(draw, [0.5, 2, 4, 4.5, 8]));
  const limit = Math.min(...rates);
  const limits = isWhole ? rates.map(() => limit) : rates;
  const whole = isWhole ? pick(draw, [limit, limit * 1.5]) : undefined;
  const maxPauseMs = pick(draw, [900_000, 900_000, 20_000]);
  const lastMs = trouble === "failing" ? 100_000 : 8000;
  const requests = requestsOf(draw, { targets: limits.length, limit, isWhole, lastMs });
  const server = serverOf(draw, trouble, clock);
  const budgets = new Budgets(clock);
  const known = limitersOf(seeded(seed + 13_000_027), limits);
  tellWorld("traffic", () => JSON.stringify({ trouble, limits, whole, maxPauseMs, known, requests }));
  const sent: Sending[] = [];
  const told: ToldWait[] = [];
  const listener = (event: RunEvent) => {
    if (event.type === "waiting" && event.reason === "throttled")
      told.push({ at: clock.now(), target: event.target, ms: tell(event.ms) });
  };
  const ended = new Map<AskedRequest, { reply: WireReply; at: number }>();
  const wires = limits.map((rate, at) => {
    const own = budgets.open();
    return pacedWire(
      {
        ...{ target: `t${at}`, clock, random: draw, listener, retryAfterMaxMs: maxPauseMs },
        budget: (key) => own.of(key, rate, known[at]),
        source: whole === undefined ? undefined : () => own.of("all", whole),
      },
      lie({ send: (request) => server(requests[Number(request.headers.number)], sent) }),
    );
  });
  const forever = new AbortController().signal;
  const ask = async (request: AskedRequest) => {
    await clock.wait(request.joined);
    const reply = await wires[request.target]?.send(requestOf(request, clock), forever);
    if (reply) ended.set(request, { reply, at: clock.now() });
  };
  await clock.run(Promise.all(requests.map(ask)));
  return { trouble, limit, whole, known, maxPauseMs, requests, sent, ended, told };
}

/** Draws what each target knows about how the server counts. */
function limitersOf(draw: Draw, limits: readonly number[]): readonly (Limiter | undefined)[] {
  const least = Math.min(...limits);
  const seconds = pick(draw, [1, 2, 5]);
  const is = pick(draw, ["none", "none", "none", "tokenBucket", "slidingWindow", "fixedWindow"] as const);
  const bursts = limits.map(() => Math.ceil(least) + 1 + under(draw, 12));
  return limits.map((_, at): Limiter | undefined => {
    if (is === "none" || maybe(draw, 0.2)) return undefined;
    return is === "tokenBucket" ? { is, burst: bursts[at] ?? 1 } : { is, seconds };
  });
}

/**
 * Draws the requests of all targets. The first request of each target comes at once, and the others at random times.
 */
function requestsOf(
  draw: Draw,
  of: {
    readonly targets: number;
    readonly limit: number;
    readonly isWhole: boolean;
    readonly lastMs: number;
  },
): readonly AskedRequest[] {
  const count = Math.ceil((10 + under(draw, 30)) * Math.min(1, of.limit / 4));
  return Array.from({ length: Math.max(count, 4) }, (_, number): AskedRequest => {
    const method = pick(draw, ["GET", "PUT"]);
    return {
      number,
      joined: number < of.targets ? 0 : pick(draw, [0, under(draw, of.lastMs)]),
      target: number < of.targets ? number : under(draw, of.targets),
      method,
      budget: of.isWhole ? pick(draw, ["a", "b"]) : "a",
      once: method === "PUT" && maybe(draw, 0.2),
      leaving: method === "GET" ? "nothing" : pick(draw, ["nothing", "nothing", "slowly", "held"]),
    };
  });
}

function requestOf(asked: AskedRequest, clock: VirtualClock): WireRequest {
  const { number, method, budget, once, leaving } = asked;
  const held = problem("held", "it cannot be noted");
  const departures: Readonly<Record<AskedRequest["leaving"], Departure | undefined>> = {
    nothing: undefined,
    slowly: async () => {
      await clock.wait(slowMsOf(asked));
      return undefined;
    },
    held: async () => held,
  };
  return {
    ...{ method, url: "https://paced.example.net/", headers: { number: String(number) }, budget },
    ...(once && { once }),
    leaving: departures[leaving],
  };
}

/** Returns how many milliseconds the slow work before sending takes. */
export function slowMsOf({ number }: AskedRequest): number {
  return 100 + number * 7;
}

type Server = (request: AskedRequest | undefined, sent: Sending[]) => Promise<WireReply>;

/** Returns a server with the drawn speed. A request or reply takes up to 50 ms on the network. */
function serverOf(draw: Draw, trouble: TrafficTrouble, clock: VirtualClock): Server {
  const latencyMs = pick(draw, [0, 0, 300, 2500]);
  const way = () => pick(draw, [0, 0, 50, under(draw, 51)]);
  const share = pick(draw, [0.1, 0.3, 0.45]);
  const seconds = pick(draw, [0, 3, 8, 15, 30, 2000]);
  const failsFrom = under(draw, 6000);
  const failsUntil = failsFrom + pick(draw, [400, 20_000, 70_000]);
  const failure = pick<503 | 500 | "lost">(draw, [503, 500, "lost"]);
  return async (request, sent) => {
    const left = clock.now();
    await clock.wait(way());
    const at = clock.now();
    const isThrottled = trouble === "throttled" && maybe(draw, share);
    const asked = isThrottled ? askedPause(draw, at, seconds) : undefined;
    const isOut = trouble === "failing" && at >= failsFrom && at < failsUntil;
    const isFailing = isOut || (trouble === "flaky" && maybe(draw, 0.35));
    const status = asked ? 429 : isFailing ? failure : 200;
    const heard = at + latencyMs + way();
    if (request) sent.push({ request, left, at, heard, status, until: asked?.until });
    await clock.wait(heard - at);
    if (status === "lost")
      return { outcome: "lost", sent: true, problem: problem("connection-lost", "the connection ended") };
    return { outcome: "answered", status, headers: asked?.headers ?? {}, text: "" };
  };
}
