/**
 * Parents created by this run, and whether they accept children yet. Refused writes below a parent are retried one at a
 * time.
 */

import { onAbort } from "../../model/abort.ts";
import type { Address } from "../../model/address.ts";
import type { Milliseconds } from "../../model/reply.ts";

/**
 * One parent, with the refused writes below it in order. `settledAt`: the time since which the parent's state is known.
 */
interface FreshParent {
  settledAt?: Milliseconds;
  /** Aborted once the parent's state is known. */
  readonly settled: AbortController;
  /** True if the parent has accepted a child. */
  isReady: boolean;
  /** The first of these writes retries. The others wait for their turn, or until the parent is ready. */
  readonly asking: Map<Address, PromiseWithResolvers<void>>;
}

/** The parents that one run has created. */
export class FreshParents {
  readonly #parents = new Map<Address, FreshParent>();

  /**
   * Returns the time from which a refusal below this parent is final; undefined as long as the parent may not be ready.
   */
  settledAt(parent: Address): Milliseconds | undefined {
    return this.#parents.get(parent)?.settledAt;
  }

  /** Notes that the parent has accepted a child. All waiting writes then retry at once. */
  taken(parent: Address, at: Milliseconds): void {
    const one = this.#at(parent);
    if (one.isReady) return;
    one.isReady = true;
    settle(one, at);
    for (const { resolve } of one.asking.values()) resolve();
  }

  /** Notes that the retries are used up. Each waiting write then retries once more, one after the other. */
  askedEnough(parent: Address, at: Milliseconds): void {
    settle(this.#at(parent), at);
  }

  /** Waits until it is this write's turn to retry, or until the parent is ready. Rejects once aborted. */
  async turn(parent: Address, child: Address, signal: AbortSignal): Promise<void> {
    const one = this.#at(parent);
    const own = one.asking.get(child) ?? Promise.withResolvers<void>();
    one.asking.set(child, own);
    if (one.isReady || one.asking.keys().next().value === child) return;
    const forget = onAbort(signal, () => own.reject(signal.reason));
    await own.promise;
    forget();
  }

  /** Pauses, at most until the parent's state is known. Rejects once aborted. */
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

  /** Notes that this write stops retrying. The next waiting write then gets its turn. */
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
