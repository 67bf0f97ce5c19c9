/** What a run has read and nobody may see: kept in memory, by what stands for it in values and in wire forms. */

import { canonicalText, type Json } from "../../model/json.ts";
import { type HiddenValue, hidden, isHidden } from "../../model/live/hidden.ts";
import { Secret } from "../../model/secret.ts";

/** Digests a place and what stands there with a key; undefined: there is no key. 32 hexadecimal digits. */
export type HiddenDigest = (place: readonly string[], value: string) => string;

/** A live value that is no secret of ours: nothing is searched for it, since it may be any word. */
class LiveSecret extends Secret {
  override readonly isSearched: boolean = false;
}

/** Live secrets of one run. Sessions share it: what one reads another may have to write back. */
export class LiveSecrets {
  readonly #digest: HiddenDigest | undefined;
  readonly #values = new WeakMap<HiddenValue, Json>();
  readonly #byDigest = new Map<string, Json>();
  readonly #names = new Map<string, string>();
  readonly #secrets = new Map<string, Secret>();

  constructor(digest?: HiddenDigest) {
    this.#digest = digest;
  }

  /** What stands for it where it may be seen. `place`: target, what it is in, and the names down to it. */
  hide(place: readonly string[], value: Json, number?: number): HiddenValue {
    const digest = this.#digest?.(place, canonicalText(value));
    const made = hidden(digest, number);
    this.#values.set(made, value);
    if (digest !== undefined) this.#byDigest.set(digest, value);
    return made;
  }

  /** What such a value was when it was read; undefined: this run did not read it. */
  valueOf(made: Json): Json | undefined {
    if (!isHidden(made)) return undefined;
    return this.#values.get(made) ?? this.#byDigest.get(made.$hidden);
  }

  /** What it is called in wire forms: the same for the same value, and only in this run. */
  nameOf(value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = `live:${this.#names.size}`;
    this.#names.set(value, name);
    this.#secrets.set(name, new LiveSecret(value));
    return name;
  }

  /** What is called so; undefined for names that are none of these. */
  open(name: string): Secret | undefined {
    return this.#secrets.get(name);
  }

  /** The values that were named so far. */
  get all(): Iterable<string> {
    return this.#names.keys();
  }
}
