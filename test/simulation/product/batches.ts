/** The batches of the fictional product: several writes in one request, carried out atomically, some time later. */

import { isObject, type Json } from "../../../src/model/json.ts";

/** A received request. */
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

/** How a batch ended: with a write that failed, or with created objects. */
export interface BatchEnd {
  readonly failed?: { readonly at: number; readonly why: string };
  /** The ids of created objects, each at the position of its write. */
  readonly created: readonly Json[];
}

interface Batch {
  readonly id: string;
  readonly actions: readonly Asked[];
  readonly sentAt: number;
  readonly dueAt: number;
  /** The process that sent the batch, counted from 1. */
  readonly by: number;
  end?: BatchEnd;
}

/** How the product treats batches. */
export interface BatchHabits {
  readonly batchMs: number;
  /** Which batches the product refuses as a whole, counted from 0. */
  readonly refusesBatch: (count: number) => boolean;
  /** True: the product reports which write of a batch failed. */
  readonly saysWhich: boolean;
  /** The maximum number of batches that run at the same time. */
  readonly running: number;
}

/** How long waiting writes may still be sent after a third consecutive refusal. */
const lateMs = 2000;

/** All batches of a server. `faults` collects complaints about requests that should not have been sent. */
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

  /** Another process begins. `known`: the earlier batches in its journal. */
  meet(known: ReadonlySet<string>): void {
    this.#process += 1;
    this.#known = known;
    this.#refusedInRow = 0;
  }

  /** The batches that are due now. The caller must set their ends. */
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

  /** The answer to a request: the list of all batches, or what becomes of a new batch. */
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
