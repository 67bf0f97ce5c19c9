/** Faults between a client and a server, as data: what goes wrong, where and how often. */

import type { SimulatedName } from "../../../src/simulator/wire/served-names.ts";

/**
 * When a fault strikes. `before`: before the server receives the request. `after`: after the server has carried it out.
 */
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

/** What happens to an HTTP request or an SSH connection. */
export type Effect =
  /** The request takes this much longer. */
  | { readonly kind: "latency"; readonly ms: number }
  /** The connection is reset. */
  | { readonly kind: "reset"; readonly when: Moment }
  /** The connection is closed from the server's side, without a reply. */
  | { readonly kind: "halfClosed"; readonly when: Moment }
  /** The server carries out the request, but its reply ends within the status line or the headers. */
  | { readonly kind: "cutHead" }
  /** The server carries out the request, but its reply ends within the body. */
  | { readonly kind: "cutBody"; readonly framing: "length" | "chunked" | "close" }
  /** The server carries out the request, and its reply comes in small pieces with this pause between them. */
  | { readonly kind: "drip"; readonly pieceMs: number }
  | { readonly kind: "status"; readonly status: 500 | 502 | 503 | 504; readonly when: Moment }
  | { readonly kind: "throttled"; readonly retryAfter: RetryAfterForm }
  /** The connection stays open, but no further data comes. */
  | { readonly kind: "stall"; readonly when: Moment }
  /** The server is down for a while. It may lose its sessions and tokens, or all its data. */
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
  /** The client gets an error at once, and the server receives the request later. */
  | { readonly kind: "late"; readonly ms: number; readonly told: "reset" | "status" | "stall" }
  /** The server receives the request twice. This happens only to requests that proxies may repeat (RFC 9110, 9.2.2). */
  | { readonly kind: "repeated"; readonly answered: "first" | "second" };

/**
 * The requests that a fault strikes. `connections`: connections when they are opened. Over SSH, requests cannot be told
 * apart: there, `any` and `connections` strike whole sessions, and other faults do not strike.
 */
export type Concern = "reads" | "writes" | "logins" | "any" | "connections";

/** A fault: what goes wrong, where and how often. */
export interface ChaosFault {
  readonly effect: Effect;
  readonly on: Concern;
  /** The interfaces at which the fault strikes. If absent, it strikes at all of them. */
  readonly at?: readonly SimulatedName[];
  /** The probability, 0 to 1, with which the fault strikes a request that it concerns. */
  readonly share: number;
  /** The maximum number of strikes at each interface. */
  readonly most: number;
}

/** What is known about a request, an opening connection or an SSH session when a fault is chosen for it. */
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

  /** Returns the first fault that strikes, or undefined if the request passes unchanged. */
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

  /** Draws a number in [0, 1), for details of an effect. */
  draw(): number {
    return this.#draw();
  }

  /** Ends all faults: from now on, no fault strikes. */
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
