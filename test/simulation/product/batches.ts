/**
 * The batches of the fictional product. A request contains several writes, and later either all of them are carried out
 * or none.
 */

import { isObject, type Json } from "../../../src/model/json.ts";

/** A request that was received. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** How a batch ended: which write failed and why, or which objects were created. */
export interface BatchEnd {
  readonly failed?: { readonly at: number; readonly why: string };
  /**
   * The id of the object that each write of the batch created, or null for any other write. Empty if the batch failed.
   */
  readonly created: readonly Json[];
}

interface Batch {
  readonly id: string;
  readonly actions: readonly Asked[];
  readonly sentAt: number;
  readonly dueAt: number;
  /** The number of the process that sent the batch, counted from 1. */
  readonly by: number;
  end?: BatchEnd;
}

/** How the product treats batches. */
export interface BatchHabits {
  readonly batchMs: number;
  /** True for a batch that the product refuses as a whole. `count` is the number of batches before it. */
  readonly refusesBatch: (count: number) => boolean;
  /** True if the product says which write of a batch failed. */
  readonly saysWhich: boolean;
  /** How many batches may run at the same time. */
  readonly running: number;
}

/** How long after the third refusal in a row a batch may still be sent, in milliseconds. */
const lateMs = 2000;

/** All batches of a server. Requests that should not have been sent are noted in `faults`. */
export class ProductBatches {
  readonly #habits: BatchHabits;
  readonly #faults: string[];
  readonly #all: Batch[] = [];
  #submitted = 0;
  #process = 0;
  #known: ReadonlySet<string> = new Set();
  #refusedInRow = 0;
  #refusedAt = 0;

  constructor(habits: BatchHabits, faults: string[]) {
    this.#habits = habits;
    this.#faults = faults;
  }

  /** Begins another process, whose journal has the batches in `known`. */
  meet(known: ReadonlySet<string>): void {
    this.#process += 1;
    this.#known = known;
    this.#refusedInRow = 0;
  }

  /** Yields the batches that are due now. The caller must set the end of each. */
  *due(now: number) {
    for (const batch of this.#all)
      if (!batch.end && batch.dueAt <= now)
        yield {
          ...batch,
          end: (end: BatchEnd) => {
            batch.end = end;
          },
        };
  }

  /** Returns the answer to a request for the list of all batches, or to a new batch. */
  answer({ method, body }: Asked, now: number): Answer {
    if (method === "GET") return { status: 200, body: this.#all.map((batch) => this.#shown(batch)) };
    this.#submitted += 1;
    if (this.#refusedInRow >= 3 && now > this.#refusedAt + lateMs)
      this.#faults.push(`a batch at ${now}, after three in a row were refused`);
    if (this.#habits.refusesBatch(this.#submitted - 1)) {
      this.#refusedInRow += 1;
      if (this.#refusedInRow === 3) this.#refusedAt = now;
      return { status: 400, body: { error: "no batches now" } };
    }
    this.#refusedInRow = 0;
    const isKnown = ({ id, by }: Batch) => by === this.#process || this.#known.has(id);
    const running = this.#all.filter((one) => !one.end && isKnown(one)).length;
    if (running >= this.#habits.running)
      this.#faults.push(`a batch at ${now}, while ${running} are under way`);
    const actions =
      isObject(body) && Array.isArray(body.actions) ? (body.actions as unknown as readonly Asked[]) : [];
    const times = { sentAt: now, dueAt: now + this.#habits.batchMs };
    const batch: Batch = { id: `b${this.#all.length + 1}`, actions, ...times, by: this.#process };
    this.#all.push(batch);
    return { status: 201, body: { id: batch.id } };
  }

  #shown({ id, actions, end }: Batch): Json {
    const failedAt = this.#habits.saysWhich ? (end?.failed?.at ?? -1) : -1;
    return {
      ...{ id, state: end ? (end.failed ? "failed" : "done") : "running", created: end?.created ?? [] },
      ...{ why: end?.failed?.why ?? "", failedAt },
      actions: actions.map((each) => `${each.method} ${each.path} ${JSON.stringify(each.body)}`),
    };
  }
}
