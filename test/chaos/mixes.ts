/** Mixes of faults between the command and the servers, by seed: what goes wrong, where, and how often. */

import { type SimulatedName, simulatedNames } from "../../src/simulator/wire/served-names.ts";
import { seeded } from "../servers/virtual-time/clock.ts";
import type { ChaosFault, Concern, Effect } from "./proxy/effect.ts";

/** The faults of one run. */
export interface Mix {
  readonly seed: number;
  /** True if the proxies use HTTPS. */
  readonly tls: boolean;
  readonly faults: readonly ChaosFault[];
}

/** A possible fault, and the kinds of requests that it can strike. */
interface Trouble {
  readonly effect: Effect;
  readonly on: readonly [Concern, ...Concern[]];
  /** The maximum number of strikes at each interface. It is set for faults that take long. */
  readonly most?: number;
}

const all: readonly [Concern, ...Concern[]] = ["any", "writes", "reads"];
const writes: readonly [Concern] = ["writes"];
const connections: readonly [Concern] = ["connections"];

/** All possible faults. Each fault leads one mix, and can also occur in other mixes. */
export const troubles: readonly Trouble[] = [
  { effect: { kind: "latency", ms: 120 }, on: all },
  { effect: { kind: "reset", when: "before" }, on: all },
  { effect: { kind: "reset", when: "after" }, on: writes },
  { effect: { kind: "halfClosed", when: "before" }, on: all },
  { effect: { kind: "halfClosed", when: "after" }, on: ["any", "writes"] },
  { effect: { kind: "cutHead" }, on: ["any", "writes"] },
  { effect: { kind: "cutBody", framing: "length" }, on: all },
  { effect: { kind: "cutBody", framing: "chunked" }, on: all },
  { effect: { kind: "cutBody", framing: "close" }, on: all },
  { effect: { kind: "drip", pieceMs: 15 }, on: all },
  // The twenty pieces of a reply take 3.3 seconds, longer than the timeout of a request.
  { effect: { kind: "drip", pieceMs: 165 }, on: ["writes", "any"], most: 2 },
  { effect: { kind: "status", status: 500, when: "before" }, on: ["any", "writes"] },
  { effect: { kind: "status", status: 502, when: "after" }, on: writes },
  { effect: { kind: "status", status: 503, when: "before" }, on: ["writes", "logins", "any"] },
  { effect: { kind: "status", status: 504, when: "after" }, on: writes },
  { effect: { kind: "throttled", retryAfter: "none" }, on: all, most: 2 },
  { effect: { kind: "throttled", retryAfter: "zero" }, on: all },
  { effect: { kind: "throttled", retryAfter: "seconds" }, on: all, most: 3 },
  { effect: { kind: "throttled", retryAfter: "fraction" }, on: all, most: 3 },
  { effect: { kind: "throttled", retryAfter: "date" }, on: all, most: 2 },
  { effect: { kind: "throttled", retryAfter: "undated" }, on: all, most: 2 },
  { effect: { kind: "throttled", retryAfter: "past" }, on: all, most: 3 },
  { effect: { kind: "throttled", retryAfter: "huge" }, on: ["writes", "any"], most: 1 },
  { effect: { kind: "throttled", retryAfter: "garbage" }, on: all, most: 2 },
  { effect: { kind: "throttled", retryAfter: "negative" }, on: all, most: 2 },
  { effect: { kind: "stall", when: "before" }, on: ["writes", "any"], most: 2 },
  { effect: { kind: "stall", when: "after" }, on: ["writes", "any"], most: 2 },
  { effect: { kind: "restart", downMs: 300, loses: "nothing" }, on: ["any", "writes"], most: 1 },
  { effect: { kind: "restart", downMs: 900, loses: "sessions" }, on: ["any", "writes"], most: 1 },
  { effect: { kind: "restart", downMs: 200, loses: "everything" }, on: writes, most: 1 },
  { effect: { kind: "html", when: "before" }, on: all },
  { effect: { kind: "html", when: "after" }, on: writes },
  { effect: { kind: "redirect", status: 302, to: "itself" }, on: all, most: 2 },
  { effect: { kind: "redirect", status: 307, to: "elsewhere" }, on: all, most: 2 },
  { effect: { kind: "garbage", form: "bytes", when: "before" }, on: all },
  { effect: { kind: "garbage", form: "json", when: "after" }, on: ["any", "writes"] },
  { effect: { kind: "late", ms: 400, told: "reset" }, on: writes, most: 3 },
  { effect: { kind: "late", ms: 1400, told: "status" }, on: writes, most: 2 },
  { effect: { kind: "late", ms: 1900, told: "stall" }, on: writes, most: 1 },
  { effect: { kind: "repeated", answered: "second" }, on: ["any", "writes"] },
  { effect: { kind: "reset", when: "before" }, on: connections },
  { effect: { kind: "halfClosed", when: "before" }, on: connections },
  { effect: { kind: "stall", when: "before" }, on: connections, most: 2 },
  { effect: { kind: "garbage", form: "bytes", when: "before" }, on: connections },
];

/** The interfaces that accept writes. A fault that does not strike at all interfaces strikes at some of these. */
const writing: readonly SimulatedName[] = simulatedNames.filter(
  (name) => name !== "sdwan" && name !== "firewall",
);

/** Returns the mix of a seed, which is always the same. Each fault leads in turn, and up to three others are drawn. */
export function mixOf(seed: number): Mix {
  const draw = seeded(seed * 16 + 2);
  const under = (count: number) => Math.floor(draw() * count);
  const fault = ({ effect, on, most = 1 + under(5) }: Trouble): ChaosFault => {
    const share = [0.1, 0.25, 0.5, 1][under(4)] ?? 1;
    return { effect, on: on[under(on.length)] ?? on[0], share, most };
  };
  const some = () => {
    const at = new Set([0, 1, 2].map(() => writing[under(writing.length)]));
    return draw() < 0.6 ? {} : { at: [...at].filter((name) => name !== undefined) };
  };
  const [lead, ...others] = [seed, ...Array.from({ length: under(4) }, () => under(troubles.length))]
    .map((at) => troubles[at % troubles.length])
    .filter((trouble) => trouble !== undefined)
    .map(fault);
  // The leading fault strikes at all interfaces. Its probability is at least one half for each request that it
  // concerns.
  const first = lead ? [{ ...lead, share: Math.max(lead.share, 0.5) }] : [];
  return { seed, tls: draw() < 0.3, faults: [...first, ...others.map((other) => ({ ...other, ...some() }))] };
}
