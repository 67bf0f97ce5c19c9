/** What can go wrong between a client and a server, as data: what, where and how often. */

import type { SimulatedName } from "../../../src/simulator/wire/served-names.ts";

/** Before: the server never hears of it. After: it has acted. */
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

/** What happens to a request over HTTP, or to a connection over SSH. */
export type Effect =
  /** Takes this much longer. */
  | { readonly kind: "latency"; readonly ms: number }
  /** The connection is reset. */
  | { readonly kind: "reset"; readonly when: Moment }
  /** The server's side of the connection ends, and there is no reply. */
  | { readonly kind: "halfClosed"; readonly when: Moment }
  /** Acted; the reply ends in its status line or headers, or in its body. */
  | { readonly kind: "cutHead" }
  | { readonly kind: "cutBody"; readonly framing: "length" | "chunked" | "close" }
  /** Acted; the reply comes in small pieces, with so much between them. */
  | { readonly kind: "drip"; readonly pieceMs: number }
  | { readonly kind: "status"; readonly status: 500 | 502 | 503 | 504; readonly when: Moment }
  | { readonly kind: "throttled"; readonly retryAfter: RetryAfterForm }
  /** The connection stays open, and nothing more comes. */
  | { readonly kind: "stall"; readonly when: Moment }
  /** The server is gone for a while; it may lose its sessions and tokens, or all that it was told. */
  | {
      readonly kind: "restart";
      readonly downMs: number;
      readonly loses: "nothing" | "sessions" | "everything";
    }
  /** 200 with a page. */
  | { readonly kind: "html"; readonly when: Moment }
  | { readonly kind: "redirect"; readonly status: 301 | 302 | 307; readonly to: "itself" | "elsewhere" }
  /** Bytes that are no HTTP, or a JSON reply that is none. */
  | { readonly kind: "garbage"; readonly form: "bytes" | "json"; readonly when: Moment }
  /** The client is told at once that it failed; the server hears of it later. */
  | { readonly kind: "late"; readonly ms: number; readonly told: "reset" | "status" | "stall" }
  /** The server hears of it twice, where that is allowed to proxies (RFC 9110, 9.2.2). */
  | { readonly kind: "repeated"; readonly answered: "first" | "second" };

/** Which requests. Over SSH nobody can tell: there `any` strikes sessions. `connections` are struck as they open. */
export type Concern = "reads" | "writes" | "logins" | "any" | "connections";

/** A fault: what, where, and how often. */
export interface ChaosFault {
  readonly effect: Effect;
  readonly on: Concern;
  /** Absent: everywhere. */
  readonly at?: readonly SimulatedName[];
  /** The part of the requests that it strikes, 0 to 1. */
  readonly share: number;
  /** At each interface, at most so often. */
  readonly most: number;
}

/** A request, a connection that opens, or a session over SSH, as faults see it. */
export interface Facts {
  readonly interface: SimulatedName;
  readonly concern: Exclude<Concern, "any"> | "session";
}

/** Says which fault strikes, request by request. */
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

  /** The first fault that strikes; undefined: it goes through as it is. */
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

  /** In [0, 1), for what an effect leaves open. */
  draw(): number {
    return this.#draw();
  }

  /** From now on nothing goes wrong any more. */
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
