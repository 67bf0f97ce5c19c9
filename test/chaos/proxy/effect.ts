/** Faults between a client and a server, as data: what, where and how often. */

import type { SimulatedName } from "../../../src/simulator/wire/served-names.ts";

/** Before: the server never receives the request. After: the server has carried it out. */
export type Moment = "before" | "after";

/** The forms of `Retry-After`. */
export type RetryAfterForm =
  | "none"
  | "zero"
  | "seconds"
  | "fraction"
  | "date"
  | "undated"
  | "past"
  | "huge"
  | "garbage"
  | "negative";

/** The effect on an HTTP request or an SSH connection. */
export type Effect =
  /** The request takes this much longer. */
  | { readonly kind: "latency"; readonly ms: number }
  /** The connection is reset. */
  | { readonly kind: "reset"; readonly when: Moment }
  /** The server's side of the connection is closed without a reply. */
  | { readonly kind: "halfClosed"; readonly when: Moment }
  /** The server carries out the request, but its reply ends within the status line or headers, or within the body. */
  | { readonly kind: "cutHead" }
  | { readonly kind: "cutBody"; readonly framing: "length" | "chunked" | "close" }
  /** The server carries out the request; the reply comes in small pieces with this pause between them. */
  | { readonly kind: "drip"; readonly pieceMs: number }
  | { readonly kind: "status"; readonly status: 500 | 502 | 503 | 504; readonly when: Moment }
  | { readonly kind: "throttled"; readonly retryAfter: RetryAfterForm }
  /** The connection stays open without further data. */
  | { readonly kind: "stall"; readonly when: Moment }
  /** The server is down for a while; it may lose its sessions and tokens, or all data. */
  | {
      readonly kind: "restart";
      readonly downMs: number;
      readonly loses: "nothing" | "sessions" | "everything";
    }
  /** A 200 response with an HTML page. */
  | { readonly kind: "html"; readonly when: Moment }
  | { readonly kind: "redirect"; readonly status: 301 | 302 | 307; readonly to: "itself" | "elsewhere" }
  /** Bytes that are not HTTP, or a reply with invalid JSON. */
  | { readonly kind: "garbage"; readonly form: "bytes" | "json"; readonly when: Moment }
  /** The client gets an error at once; the server receives the request later. */
  | { readonly kind: "late"; readonly ms: number; readonly told: "reset" | "status" | "stall" }
  /** The server receives the request twice, if proxies may do that (RFC 9110, 9.2.2). */
  | { readonly kind: "repeated"; readonly answered: "first" | "second" };

/**
 * The requests that a fault strikes. Requests over SSH cannot be distinguished: there `any` strikes whole sessions.
 * `connections` strikes connections when they are opened.
 */
export type Concern = "reads" | "writes" | "logins" | "any" | "connections";

/** A fault: what, where and how often. */
export interface ChaosFault {
  readonly effect: Effect;
  readonly on: Concern;
  /** Absent: everywhere. */
  readonly at?: readonly SimulatedName[];
  /** The share of requests that it strikes, 0 to 1. */
  readonly share: number;
  /** How often the fault strikes at most, at each interface. */
  readonly most: number;
}

/** A request, an opening connection or an SSH session, as faults see it. */
export interface Facts {
  readonly interface: SimulatedName;
  readonly concern: Exclude<Concern, "any"> | "session";
}

/** Decides which fault strikes each request. */
export class Striker {
  readonly struck: { readonly effect: Effect; readonly facts: Facts }[] = [];
  readonly #faults: readonly ChaosFault[];
  readonly #draw: () => number;
  readonly #counts = new Map<string, number>();
  #isOver = false;

  constructor(faults: readonly ChaosFault[], draw: () => number) {
    this.#faults = faults;
    this.#draw = draw;
  }

  /** The first fault that strikes; undefined: the request passes unchanged. */
  strike(facts: Facts): Effect | undefined {
    if (this.#isOver) return undefined;
    for (const [at, fault] of this.#faults.entries()) {
      const key = `${at} ${facts.interface}`;
      const count = this.#counts.get(key) ?? 0;
      if (!concerns(fault, facts) || count >= fault.most || this.#draw() >= fault.share) continue;
      this.#counts.set(key, count + 1);
      this.struck.push({ effect: fault.effect, facts });
      return fault.effect;
    }
    return undefined;
  }

  /** A random number in [0, 1), for details of an effect. */
  draw(): number {
    return this.#draw();
  }

  /** No fault strikes from now on. */
  end(): void {
    this.#isOver = true;
  }
}

function concerns({ on, at }: ChaosFault, facts: Facts): boolean {
  const isHere = at?.includes(facts.interface) ?? true;
  if (facts.concern === "connections") return isHere && on === "connections";
  if (facts.concern === "session") return isHere && (on === "any" || on === "connections");
  return isHere && (on === "any" || on === facts.concern);
}
