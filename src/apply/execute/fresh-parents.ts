/** What this run has made, and whether that takes yet what goes in it: one refused write at a time asks again. */

import type { Address } from "../../model/address.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** One parent: since when it is known how it is, and the refused writes into it, in their order. */
interface FreshParent {
  settledAt?: Milliseconds;
  /** Aborted once that is known. */
  readonly settled: AbortController;
  /** True: it has taken something. */
  isReady: boolean;
  /** The first of these asks; the others wait until it is their turn, or the parent is ready. */
  readonly asking: Map<Address, PromiseWithResolvers<void>>;
}

/** The parents that one run has made. */
export class FreshParents {
  readonly #parents = new Map<Address, FreshParent>();

  /** Since when a refusal of what is in it is final; undefined: it may not be ready. */
  settledAt(parent: Address): Milliseconds | undefined {
    return this.#parents.get(parent)?.settledAt;
  }

  /** It has taken something: whatever waits asks once more, all at once. */
  taken(parent: Address, at: Milliseconds): void {
    const one = this.#at(parent);
    if (one.isReady) return;
    one.isReady = true;
    settle(one, at);
    for (const { resolve } of one.asking.values()) resolve();
  }

  /** It was asked as long as that makes sense: whatever waits asks once more, one after the other. */
  askedEnough(parent: Address, at: Milliseconds): void {
    settle(this.#at(parent), at);
  }

  /** Waits until this write is the one that asks, or its parent is ready. Rejects once aborted. */
  async turn(parent: Address, child: Address, signal: AbortSignal): Promise<void> {
    const one = this.#at(parent);
    const own = one.asking.get(child) ?? Promise.withResolvers<void>();
    one.asking.set(child, own);
    if (one.isReady || one.asking.keys().next().value === child) return;
    const stop = () => own.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    await own.promise;
    signal.removeEventListener("abort", stop);
  }

  /** Pauses, no longer than until it is known how the parent is. Rejects once aborted. */
  async pausing(
    parent: Address,
    pause: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const known = this.#at(parent).settled.signal;
    try {
      await pause(AbortSignal.any([signal, known]));
    } catch (error) {
      if (signal.aborted || !known.aborted) throw error;
    }
  }

  /** This write asks no more: it is the next one's turn. */
  leave(parent: Address, child: Address): void {
    const asking = this.#parents.get(parent)?.asking;
    if (!asking?.delete(child)) return;
    asking.values().next().value?.resolve();
  }

  #at(parent: Address): FreshParent {
    const known = this.#parents.get(parent);
    if (known) return known;
    const one = { settled: new AbortController(), isReady: false, asking: new Map() };
    this.#parents.set(parent, one);
    return one;
  }
}

function settle(one: FreshParent, at: Milliseconds): void {
  one.settledAt ??= at;
  one.settled.abort();
}
