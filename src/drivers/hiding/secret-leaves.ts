/** Finds secrets in a tree by their places, and replaces them. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { isHidden } from "../../model/live/hidden.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";

/**
 * A place in a tree. All entries of a list share one place, because positions do not count. `P`: the class of the place
 * and of its members.
 */
export interface HidingPlace<P> {
  /** True: a text at this place is a secret. */
  readonly isSecret: boolean;
  /** True if a text is a secret because of its content. Absent: the content of a text makes no difference. */
  isSecretText?(text: string): boolean;
  /** True: the place is a secret that is a key of list entries, according to modules or the list's name. */
  readonly isSecretKey: boolean;
  /** True: the place is a secret even if it is named as a key leaf of its list. */
  readonly isSecretAsKey: boolean;
  /** The key leaves of the list entries at this place, according to modules. */
  readonly keys: readonly string[];
  /** Returns the place of a member. */
  child(member: string): P;
}

/** A secret in a tree. A leaf-list of secrets counts as one secret. */
export interface SecretLeaf<P extends HidingPlace<P>> {
  readonly value: Json;
  readonly place: P;
  /** The names and positions that lead to the secret. */
  readonly path: readonly string[];
  /** Like `path`, with entry keys instead of positions where the keys are known. */
  readonly keyed: readonly string[];
  /** True: the secret is part of its entry's key. */
  readonly isKey: boolean;
}

/** How a tree is searched. */
export interface SecretSearch<P extends HidingPlace<P>> {
  /** Pointer of a list → the key leaves of its entries, if no module defines them. */
  readonly lists?: Readonly<Record<Pointer, readonly string[]>> | undefined;
  /**
   * True: numbers at the places of secrets are secrets too. In protocols that have only texts, a secret may look like
   * a number.
   */
  readonly hasNumbers?: boolean;
  /** True if a text is a secret wherever it appears. Absent: whether a text is a secret depends on its place. */
  isOther?(text: string): boolean;
  /** Returns the replacement for a secret. */
  put(leaf: SecretLeaf<P>): Json;
}

/** Returns the tree with its secrets replaced. If nothing changes, returns the same object. */
export function replaceSecrets<P extends HidingPlace<P>>(
  tree: Json,
  place: P,
  search: SecretSearch<P>,
): Json {
  // Most trees contain no secrets, so a cheap check comes first.
  return holdsSome(tree, place, search) ? new Replacing(search).value(tree, place) : tree;
}

function holdsSome<P extends HidingPlace<P>>(value: Json, place: P, search: SecretSearch<P>): boolean {
  if (typeof value === "string")
    return place.isSecret || place.isSecretText?.(value) === true || search.isOther?.(value) === true;
  if (typeof value === "number") return search.hasNumbers === true && place.isSecret;
  if (typeof value !== "object" || value === null) return false;
  if (isArray(value)) {
    for (const each of value) if (holdsSome(each, place, search)) return true;
    return false;
  }
  if (place.isSecret && isSecretReference(value)) return true;
  for (const name in value) {
    const each = value[name];
    const isSome = typeof each === "string" || typeof each === "number" || typeof each === "object";
    if (isSome && each !== null && holdsSome(each, place.child(name), search)) return true;
  }
  return false;
}

/** A mask that a device shows instead of a secret carries no information. */
const masked = /^\**$/;

class Replacing<P extends HidingPlace<P>> {
  readonly #search: SecretSearch<P>;
  readonly #path: string[] = [];
  readonly #keyed: string[] = [];
  readonly #pattern: string[] = [];

  constructor(search: SecretSearch<P>) {
    this.#search = search;
  }

  value(value: Json, place: P, keys: readonly string[] = []): Json {
    if (typeof value === "string") {
      const isSecret = (place.isSecret && !masked.test(value)) || this.#isSecretText(value, place);
      return isSecret ? this.#put(value, place, keys) : value;
    }
    if (this.#isNumber(value)) return place.isSecret ? this.#put(value, place, keys) : value;
    if (typeof value !== "object" || value === null) return value;
    if (isArray(value)) return this.#list(value, place);
    if (isHidden(value)) return value;
    if (isSecretReference(value) && place.isSecret && isReferenceText(value.secret))
      return this.#put(value, place, keys);
    return this.#members(value, place, keys);
  }

  #isSecretText(text: string, place: P): boolean {
    return place.isSecretText?.(text) === true || this.#search.isOther?.(text) === true;
  }

  #isNumber(value: Json): boolean {
    return this.#search.hasNumbers === true && typeof value === "number";
  }

  #put(value: Json, place: P, keys: readonly string[]): Json {
    const own = this.#path.at(-1) ?? "";
    const isDeclared = keys.includes(own);
    if (isDeclared && !place.isSecretAsKey && !this.#search.isOther?.(String(value))) return value;
    const isKey = isDeclared || place.isSecretKey;
    return this.#search.put({ value, place, path: [...this.#path], keyed: [...this.#keyed], isKey });
  }

  #members(value: JsonObject, place: P, keys: readonly string[]): Json {
    let made: Record<string, Json> | undefined;
    for (const name in value) {
      const each = value[name] ?? null;
      // No digest is computed for placeholders of hidden values, or for numbers that are not secrets.
      const isNone = typeof each !== "string" && (typeof each !== "object" || each === null);
      if (isNone && !this.#isNumber(each)) continue;
      this.#enter(name, name);
      const own = this.value(each, place.child(name), keys);
      this.#leave();
      if (own === each) continue;
      made ??= { ...value };
      made[name] = own;
    }
    return made ?? value;
  }

  #list(list: readonly Json[], place: P): Json {
    if (list.some((each) => this.#isLeaf(each)))
      return place.isSecret ||
        list.some((each) => typeof each === "string" && this.#isSecretText(each, place))
        ? this.#put(list, place, [])
        : list;
    const keys = place.keys.length > 0 ? place.keys : (this.#search.lists?.[pointer(this.#pattern)] ?? []);
    let made: Json[] | undefined;
    for (const [at, each] of list.entries()) {
      this.#enter(String(at), keyOf(each, keys) ?? String(at), "*");
      const own = this.value(each, place, keys);
      this.#leave();
      if (own === each) continue;
      made ??= [...list];
      made[at] = own;
    }
    return made ?? list;
  }

  #isLeaf(value: Json): boolean {
    if (typeof value === "string" || this.#isNumber(value)) return true;
    return isSecretReference(value) && isReferenceText(value.secret);
  }

  #enter(step: string, keyed: string, pattern = step): void {
    this.#path.push(step);
    this.#keyed.push(keyed);
    this.#pattern.push(pattern);
  }

  #leave(): void {
    this.#path.pop();
    this.#keyed.pop();
    this.#pattern.pop();
  }
}

function keyOf(entry: Json, keys: readonly string[]): string | undefined {
  if (!isObject(entry) || keys.length === 0) return undefined;
  const texts = keys.map((leaf) => entry[leaf]);
  return texts.includes(undefined) ? undefined : JSON.stringify(texts);
}

/**
 * True for the text of a secret reference. A member `secret` with another text belongs to a container that has a leaf
 * `secret`.
 */
function isReferenceText(text: string): boolean {
  return /^(?:env|file|command):/.test(text);
}
