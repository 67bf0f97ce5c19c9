/**
 * Live secrets of a run that nobody may see. They are kept in memory, by the stand-ins that replace them in values and
 * requests.
 */

import { canonicalText, type Json } from "../../model/json.ts";
import { type HiddenValue, hidden, isHidden } from "../../model/live/hidden.ts";
import { Secret } from "../../model/secret.ts";

/** Computes a keyed digest of a value at a place: 32 hexadecimal digits. */
export type HiddenDigest = (place: readonly string[], value: string) => string;

/**
 * A live value that is not one of the project's secrets. Texts are not searched for this value, since it may be an
 * ordinary word.
 */
class LiveSecret extends Secret {
  override readonly isSearched: boolean = false;
}

/**
 * Live secrets of one run. The run's sessions share them, because one session may have to write back a secret that
 * another session has read.
 */
export class LiveSecrets {
  readonly #digest: HiddenDigest | undefined;
  readonly #mark: string;
  readonly #values = new WeakMap<HiddenValue, Json>();
  readonly #byDigest = new Map<string, Json>();
  readonly #names = new Map<string, string>();
  readonly #secrets = new Map<string, Secret>();

  /**
   * `mark` is part of all names that `nameOf` returns, so that two processes use different names. It must not be
   * guessable.
   */
  constructor(digest?: HiddenDigest, mark = "") {
    this.#digest = digest;
    this.#mark = mark;
  }

  /**
   * Returns the stand-in to show for a value. `place`: the target, the parent, and the names that lead to the value.
   */
  hide(place: readonly string[], value: Json, number?: number): HiddenValue {
    const digest = this.#digest?.(place, canonicalText(value));
    const made = hidden(digest, number);
    this.#values.set(made, value);
    if (digest !== undefined) this.#byDigest.set(digest, value);
    return made;
  }

  /** Returns the original of a stand-in. Undefined: this run did not read the original, or `made` is not a stand-in. */
  valueOf(made: Json): Json | undefined {
    if (!isHidden(made)) return undefined;
    return this.#values.get(made) ?? this.#byDigest.get(made.$hidden);
  }

  /**
   * Returns a name for a secret. The name represents the secret until a request leaves. Within a run, the same value
   * always gets the same name.
   */
  nameOf(value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = `live:${this.#mark}${this.#names.size}`;
    this.#names.set(value, name);
    this.#secrets.set(name, new LiveSecret(value));
    return name;
  }

  /** Returns the secret to which `nameOf` gave this name. Undefined: `nameOf` has not returned this name. */
  open(name: string): Secret | undefined {
    return this.#secrets.get(name);
  }

  /** The values to which `nameOf` has given names. */
  get all(): Iterable<string> {
    return this.#names.keys();
  }
}

/**
 * For a session that only previews, because another session does the reading: each hidden value is replaced by its own
 * digest. The resulting request is shown or compared, never sent.
 */
export class HiddenElsewhere extends LiveSecrets {
  override valueOf(made: Json): Json | undefined {
    return isHidden(made) ? made.$hidden : undefined;
  }

  override open(name: string): Secret | undefined {
    return name.startsWith("live:") ? new LiveSecret("") : undefined;
  }
}
