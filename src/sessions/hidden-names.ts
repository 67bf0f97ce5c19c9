/** Names for hidden values that have no digest. By its name, another process recognizes a value as the same. */

import { type HiddenValue, hidden } from "../model/live/hidden.ts";

/** Translates hidden values to names, and names to hidden values. */
export interface HiddenNames {
  /** Returns the name of a value; undefined if it has none, because no process has sent it. */
  nameOf(value: HiddenValue): string | undefined;
  of(name: string): HiddenValue;
}

/**
 * For the process that holds the values. Each value that is sent gets a name, which begins with `mark`. A server cannot
 * guess the mark, so it cannot make up the name of a value.
 */
export class HeldHidden implements HiddenNames {
  readonly #mark: string;
  readonly #names = new WeakMap<HiddenValue, string>();
  readonly #values = new Map<string, HiddenValue>();

  constructor(mark: string) {
    this.#mark = mark;
  }

  nameOf(value: HiddenValue): string {
    const name = this.#names.get(value) ?? `${this.#mark}${this.#values.size}`;
    this.#names.set(value, name);
    this.#values.set(name, value);
    return name;
  }

  /**
   * Returns the hidden value with this name. For a name from another process, returns a value that this process has not
   * read.
   */
  of(name: string): HiddenValue {
    return this.#values.get(name) ?? hidden(undefined);
  }
}

/** For a process without the values: remembers the names that it has received. */
export class HiddenByName implements HiddenNames {
  readonly #names = new WeakMap<HiddenValue, string>();

  nameOf(value: HiddenValue): string | undefined {
    return this.#names.get(value);
  }

  of(name: string): HiddenValue {
    const value = hidden(undefined);
    this.#names.set(value, name);
    return value;
  }
}
