/** Serves lists of records as products do. Each list has a path, and below it each record has a path with its id. */

import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Asked, Told } from "./served.ts";

/** How a product answers requests about any list. */
export interface RecordHabits {
  /** The name of the member that contains a record's id. */
  readonly id: string;
  /** Returns the answer to a read of a list. `whole` contains all records, before pagination. */
  readonly list: (whole: readonly JsonObject[], asked: Asked) => Told;
  /** Returns the answer to a write. `record` is the record after the write, or undefined after a removal. */
  readonly written: (record: JsonObject | undefined, method: string) => Told;
  /** The answer to requests for a path at which there is no record. */
  readonly absent: Told;
  /**
   * Returns the answer to a request that is not about a list: a login, a task, or settings. It is called first. If it
   * is absent or returns undefined, the request is about a list.
   */
  readonly other?: (asked: Asked) => Told | undefined;
}

/** Serves recorded lists. Creates, updates and removals change them. */
export class RecordLists {
  readonly #lists: Map<string, JsonObject[]>;
  readonly #habits: RecordHabits;
  #made = 0;

  constructor(lists: Readonly<Record<string, readonly Json[]>>, habits: RecordHabits) {
    this.#lists = new Map(
      Object.entries(lists).map(([path, records]) => [path, structuredClone(records).filter(isObject)]),
    );
    this.#habits = habits;
  }

  /** Returns the product's answer to a request. */
  answer(asked: Asked): Told {
    const { other, list, absent } = this.#habits;
    const told = other?.(asked);
    if (told) return told;
    const { path, method } = asked;
    const records = this.#lists.get(path);
    if (method === "POST") return this.#created(path, asked.body);
    if (records) return list(records, asked);
    const at = path.lastIndexOf("/");
    const above = this.#lists.get(path.slice(0, at));
    const found = above?.find((record) => record[this.#habits.id] === path.slice(at + 1));
    if (!above || !found) return method === "GET" && !above ? list([], asked) : absent;
    return method === "GET" ? { body: found } : this.#changed(above, found, asked);
  }

  #created(path: string, body: Json): Told {
    if (!isObject(body)) return this.#habits.absent;
    this.#made += 1;
    const record = { ...body, [this.#habits.id]: `made-${this.#made}` };
    this.#lists.set(path, [...(this.#lists.get(path) ?? []), record]);
    return this.#habits.written(record, "POST");
  }

  #changed(records: JsonObject[], found: JsonObject, { method, body }: Asked): Told {
    const at = records.indexOf(found);
    if (method === "DELETE") {
      records.splice(at, 1);
      return this.#habits.written(undefined, method);
    }
    const record = { ...found, ...(isObject(body) ? body : {}) };
    records[at] = record;
    return this.#habits.written(record, method);
  }
}
