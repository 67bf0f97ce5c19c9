/**
 * Collects writes into batches: waits for writes that are about to come, sends them together, and returns the reply to
 * each write. A failed batch is sent again without the faulty item, or in halves. A write that remains alone is sent on
 * its own.
 */

import type { Session, Write } from "../../drivers/contract/contract.ts";
import type { Address } from "../../model/address.ts";
import type { Milliseconds, Reply, Task } from "../../model/reply.ts";
import type { Exclusive } from "../../pace/semaphore.ts";
import { type BatchPorts, lostPart, sendTogether } from "./batch-sending.ts";
import {
  admit,
  fallApart,
  firstTogether,
  type GatheredWrite,
  type GatheredWrites,
  hasRoom,
  nothingGathered,
  takeOut,
  type WaitingWrite,
} from "./gathered.ts";
import { Locks } from "./locks.ts";

/** What a queue needs from its surroundings. */
interface QueuePorts extends BatchPorts {
  readonly session: Pick<Session, "write">;
  readonly exclusive: Exclusive;
}

/** A write that is expected soon. Only the parts that batching needs are known. */
export type ExpectedWrite = Pick<Write, "kind" | "operation" | "scope" | "address" | "once">;

/** The longest wait for other writes. */
const longestWait: Milliseconds = 4000;
/** The number of consecutive refusals after which the product is assumed not to accept batches from this client. */
const maxRefused = 3;

/** The writes of one target. */
export class BatchQueue {
  readonly #ports: QueuePorts;
  readonly #locks: Locks;
  readonly #scopes = new Map<string, GatheredWrites>();
  /** The size of the largest batch that a write may still join, if this is smaller than the product's maximum. */
  readonly #most = new Map<Address, number>();
  readonly #heard = new WeakSet<AbortSignal>();
  #refused = 0;
  #isStopped = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#locks = new Locks(ports.exclusive);
  }

  /**
   * Resolves when this write may be prepared: as late as possible, so that it need not wait long for its batch. Writes
   * that already wait in this batch wait for this write until it arrives or is forgotten. Resolves to false if the
   * write is to be sent on its own.
   */
  async turn(of: ExpectedWrite, signal: AbortSignal): Promise<boolean> {
    const scope = this.#scopeOf(of);
    if (scope === undefined) return false;
    const gathered = this.#gathered(scope);
    this.#hear(signal);
    if (!signal.aborted && (gathered.next.length > 0 || !hasRoom(gathered, this.#ports.batching)))
      await new Promise<void>((resolve) => gathered.next.push({ address: of.address, admit: resolve }));
    else gathered.expected.add(of.address);
    return true;
  }

  /** True if this write can be batched. */
  takes(of: ExpectedWrite): boolean {
    return this.#scopeOf(of) !== undefined;
  }

  /** Notes that an expected write will not come, or not soon. */
  forget(address: Address): void {
    for (const gathered of this.#scopes.values()) if (gathered.expected.delete(address)) this.#move(gathered);
  }

  /**
   * Sends a write, batched with others if possible. Returns the reply to this write. If the reply is `pending`, the
   * batch is its task.
   */
  write(write: GatheredWrite, signal: AbortSignal): Promise<Reply> {
    const scope = this.#scopeOf(write);
    if (scope === undefined) {
      this.forget(write.address);
      return this.#alone(write, signal);
    }
    const gathered = this.#gathered(scope);
    gathered.expected.delete(write.address);
    const { promise, resolve } = Promise.withResolvers<Reply>();
    gathered.waiting.push({ write, signal, settle: resolve });
    this.#hear(signal);
    this.#moveSoon(gathered);
    return promise;
  }

  /**
   * Moves the queue once all writes of this turn of the event loop have arrived, so that the first one is not sent
   * alone.
   */
  #moveSoon(gathered: GatheredWrites): void {
    if (gathered.isMoving) return;
    gathered.isMoving = true;
    void this.#ports.clock.wait(0).then(() => {
      gathered.isMoving = false;
      this.#move(gathered);
    });
  }

  /** Counts a batch of an earlier run as running until its task has ended. */
  goesOn(of: ExpectedWrite, task: Task): void {
    const scope = this.#ports.batching.scopeOf(of);
    if (scope !== undefined) this.#gathered(scope).running.add(task.id);
  }

  /** Notes that a task has ended or timed out. Writes that wait for it may then begin. */
  ended(task: Task): void {
    this.#locks.ended(task.id);
    for (const gathered of this.#scopes.values())
      if (gathered.running.delete(task.id)) queueMicrotask(() => this.#move(gathered));
  }

  /**
   * Notes that a write of a failed batch will come again. It comes alone if it was the cause, and in a smaller batch if
   * the cause is unknown. If another write was the cause, its batch gets no new limit.
   */
  again(address: Address, { batch }: Task, cause: "it" | "another" | "unknown"): void {
    const most = cause === "it" ? 1 : Math.floor((batch?.of ?? 1) / 2);
    if (cause !== "another") this.#most.set(address, most);
  }

  /** Stops all waits once the run is stopped. */
  #hear(signal: AbortSignal): void {
    if (this.#heard.has(signal)) return;
    this.#heard.add(signal);
    const moveAll = () => {
      this.#isStopped = true;
      for (const gathered of this.#scopes.values()) this.#move(gathered);
    };
    signal.addEventListener("abort", moveAll, { once: true });
  }

  #scopeOf(of: ExpectedWrite): string | undefined {
    const { batching } = this.#ports;
    const most = this.#most.get(of.address) ?? batching.size;
    return this.#refused >= maxRefused || most < batching.from ? undefined : batching.scopeOf(of);
  }

  #gathered(scope: string): GatheredWrites {
    const found = this.#scopes.get(scope) ?? nothingGathered();
    this.#scopes.set(scope, found);
    return found;
  }

  /** Admits writes up to the capacity, and sends the batches that are ready. */
  #move(gathered: GatheredWrites): void {
    this.#leave(gathered);
    admit(gathered, { ...this.#ports.batching, isStopped: this.#isStopped });
  }

  #leave(gathered: GatheredWrites): void {
    const { waiting, expected, running } = gathered;
    const { batching } = this.#ports;
    while (waiting.length > 0) {
      const isOver = this.#refused >= maxRefused || waiting.some(({ signal }) => signal.aborted);
      const isReady = waiting.length >= batching.size || expected.size === 0 || gathered.isLate || isOver;
      if (!isReady) {
        this.#waitForMore(gathered);
        return;
      }
      const together = isOver ? [] : firstTogether(waiting, batching, this.#most);
      if (together.length < batching.from) {
        for (const { write, signal, settle } of waiting.splice(0, Math.max(1, together.length)))
          settle(this.#alone(write, signal));
        continue;
      }
      if (running.size + gathered.leaving >= batching.running) return;
      waiting.splice(0, together.length);
      // The remaining writes start their wait anew.
      gathered.hurry?.abort();
      gathered.hurry = undefined;
      gathered.leaving += 1;
      void this.#send(gathered, together);
    }
    gathered.hurry?.abort();
    gathered.hurry = undefined;
    gathered.isLate = false;
  }

  #waitForMore(gathered: GatheredWrites): void {
    if (gathered.hurry) return;
    const hurry = new AbortController();
    gathered.hurry = hurry;
    this.#ports.clock.wait(longestWait, hurry.signal).then(
      () => {
        gathered.hurry = undefined;
        gathered.isLate = true;
        this.#move(gathered);
      },
      () => undefined,
    );
  }

  #alone({ exclusive, ...write }: GatheredWrite, signal: AbortSignal): Promise<Reply> {
    return this.#locks.run({
      key: exclusive,
      send: () => this.#ports.session.write(write, signal),
      taskOf: (reply) => (reply.meaning === "pending" ? reply.task.id : undefined),
    });
  }

  async #send(gathered: GatheredWrites, together: readonly WaitingWrite[]): Promise<void> {
    try {
      await this.#sendAll(gathered, together);
    } catch (error) {
      for (const { settle } of together) settle(Promise.reject(error));
    } finally {
      gathered.leaving -= 1;
      this.#move(gathered);
    }
  }

  async #sendAll(gathered: GatheredWrites, together: readonly WaitingWrite[]): Promise<void> {
    const writes = together.map(({ write }) => write);
    const sent = await this.#locks.run({
      key: writes[0]?.exclusive,
      send: () => sendTogether(this.#ports, writes, together[0]?.signal ?? AbortSignal.abort()),
      taskOf: (result) => (result.is === "running" ? result.id : undefined),
    });
    switch (sent.is) {
      case "refused":
      case "conflict": {
        const isNamed = sent.named.length > 0 && sent.named.length < together.length;
        if (sent.is === "refused" && !isNamed) this.#refused += 1;
        fallApart(gathered, { together, named: isNamed ? sent.named : [], most: this.#most });
        return;
      }
      case "held":
        takeOut(gathered, together, sent.problems);
        return;
      case "running":
        this.#refused = 0;
        gathered.running.add(sent.id);
        for (const [at, { settle }] of together.entries())
          settle(Promise.resolve(sent.replies[at] ?? lostPart));
        return;
      case "over":
        this.#refused = 0;
        for (const [at, { settle }] of together.entries())
          settle(Promise.resolve(sent.replies[at] ?? lostPart));
        return;
      case "answered":
        for (const { settle } of together) settle(Promise.resolve(sent.reply));
    }
  }
}
