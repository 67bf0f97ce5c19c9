/** Maps by address, divided into parts of plain text, so that unchanged parts are not sent again. */

import type { Address } from "../../../model/address.ts";
import { byKey, byText } from "../../../model/compare.ts";

/** A part of a map, without its text. */
export interface PartName {
  /** The first address of the part. */
  readonly first: Address;
  readonly count: number;
  /** The id of the part's text. */
  readonly id: number;
}

interface KeptPart<T> extends PartName {
  readonly entries: readonly [Address, T][];
}

/**
 * A part ends before an address with a hash that has these bits clear, or when the part is full. An added address thus
 * does not move the boundaries of other parts.
 */
const [boundary, fullCount] = [0x1ff, 2000];

function isBoundary(address: Address): boolean {
  let hash = 0;
  for (let at = 0; at < address.length; at += 1) hash = (hash * 31 + address.charCodeAt(at)) | 0;
  return ((hash ^ (hash >>> 15)) & boundary) === 0;
}

/** Divides maps into parts and serializes them. It remembers the parts of the last map. */
export class PartWriter<T> {
  readonly #textOf: (address: Address, value: T) => unknown;
  readonly #publish: (text: string) => number;
  #kept = new Map<Address, KeptPart<T>>();

  /** `textOf`: the JSON value of an entry. `publish`: sends a text unless it was sent before, and returns its id. */
  constructor(textOf: (address: Address, value: T) => unknown, publish: (text: string) => number) {
    this.#textOf = textOf;
    this.#publish = publish;
  }

  /**
   * Publishes the parts that are new, and returns the names of all parts in address order. Other tasks may run in
   * between.
   */
  async write(map: ReadonlyMap<Address, T>, breathe: () => Promise<void>): Promise<readonly PartName[]> {
    const kept = new Map<Address, KeptPart<T>>();
    let part: [Address, T][] = [];
    const close = async () => {
      const [first] = part;
      if (!first) return;
      kept.set(first[0], this.#part(first[0], part));
      part = [];
      await breathe();
    };
    for (const entry of inOrder(map)) {
      if (part.length >= fullCount || isBoundary(entry[0])) await close();
      part.push(entry);
    }
    await close();
    this.#kept = kept;
    return [...kept.values()].map(({ first, count, id }) => ({ first, count, id }));
  }

  #part(first: Address, entries: readonly [Address, T][]): KeptPart<T> {
    const known = this.#kept.get(first);
    const isSame =
      known?.count === entries.length &&
      entries.every(([address, value], at) => {
        const before = known.entries[at];
        return before?.[0] === address && before[1] === value;
      });
    if (isSame) return known;
    const id = this.#publish(
      JSON.stringify(entries.map(([address, value]) => [address, this.#textOf(address, value)])),
    );
    return { first, count: entries.length, id, entries };
  }
}

/** The entries in address order. Most maps are in order already, and need no sorting. */
function inOrder<T>(map: ReadonlyMap<Address, T>): Iterable<[Address, T]> {
  let last = "";
  for (const address of map.keys()) {
    if (byText(last, address) > 0) return [...map].sort(byKey);
    last = address;
  }
  return map;
}

/** A received part. */
export interface Part {
  readonly first: Address;
  readonly count: number;
  readonly text: string;
}

/** The maximum number of parsed parts that are kept. */
const readMax = 4;

/** A map in address order whose parts are parsed when they are needed. */
export class PartMap<Plain, T> implements ReadonlyMap<Address, T> {
  readonly size: number;
  readonly #parts: readonly Part[];
  readonly #valueOf: (plain: Plain) => T;
  readonly #read = new Map<Part, ReadonlyMap<Address, T>>();

  constructor(parts: readonly Part[], fromPlain: (plain: Plain) => T) {
    this.#parts = parts;
    this.#valueOf = fromPlain;
    this.size = parts.reduce((sum, { count }) => sum + count, 0);
  }

  get(address: Address): T | undefined {
    const part = this.#partOf(address);
    return part && this.#readPart(part).get(address);
  }

  has(address: Address): boolean {
    const part = this.#partOf(address);
    return part !== undefined && this.#readPart(part).has(address);
  }

  forEach(act: (value: T, address: Address, map: ReadonlyMap<Address, T>) => void): void {
    for (const [address, value] of this) act(value, address, this);
  }

  *entries(): MapIterator<[Address, T]> {
    for (const part of this.#parts) yield* this.#parsed(part);
  }

  *keys(): MapIterator<Address> {
    for (const [address] of this) yield address;
  }

  *values(): MapIterator<T> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): MapIterator<[Address, T]> {
    return this.entries();
  }

  #partOf(address: Address): Part | undefined {
    let [low, high] = [0, this.#parts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byText(this.#parts[middle]?.first ?? "", address) <= 0) low = middle + 1;
      else high = middle;
    }
    return this.#parts[low - 1];
  }

  #readPart(part: Part): ReadonlyMap<Address, T> {
    const known = this.#read.get(part);
    if (known) return known;
    const read = new Map(this.#parsed(part));
    const [oldest] = this.#read.keys();
    if (oldest && this.#read.size >= readMax) this.#read.delete(oldest);
    this.#read.set(part, read);
    return read;
  }

  #parsed({ text }: Part): [Address, T][] {
    const all: [Address, Plain][] = JSON.parse(text);
    return all.map(([address, plain]) => [address, this.#valueOf(plain)]);
  }
}
