/** The secrets in a tree: found at their places, and put another value in their stead. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { isHidden } from "../../model/live/hidden.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";

/** One place: a member, in whichever entries of the lists around it. `P`: the class of its members' places. */
export interface HidingPlace<P> {
  /** True: a text that stands here is a secret. */
  readonly isSecret: boolean;
  /** Whether a text holds one by what it says. Absent: none does. */
  isSecretText?(text: string): boolean;
  /** True: entries are told apart by it, as modules or the name of its list say. */
  readonly isSecretKey: boolean;
  /** True: it is a secret also where entries are told apart by it, as somebody declares. */
  readonly isSecretAsKey: boolean;
  /** The leaves that tell its entries apart, as modules say. */
  readonly keys: readonly string[];
  /** The place of a member of what stands here. */
  child(member: string): P;
}

/** A secret in a tree. Of a leaf-list all of it is one. */
export interface SecretLeaf<P extends HidingPlace<P>> {
  readonly value: Json;
  readonly place: P;
  /** Names and positions down to it. */
  readonly path: readonly string[];
  /** The same with the keys of entries instead of positions, where these are known. */
  readonly keyed: readonly string[];
  /** True: the entry that it is in is told from others by it. */
  readonly isKey: boolean;
}

/** How a tree is looked through. */
export interface SecretSearch<P extends HidingPlace<P>> {
  /** Pointer of a list → the leaves that tell its entries apart, where no module says it. */
  readonly lists?: Readonly<Record<Pointer, readonly string[]>> | undefined;
  /** True: numbers at places of secrets count too. A device whose protocol has texts alone takes one for a number. */
  readonly hasNumbers?: boolean;
  /** Texts that count as secrets wherever they stand. Absent: none. */
  isOther?(text: string): boolean;
  /** What stands instead of a secret. */
  put(leaf: SecretLeaf<P>): Json;
}

/** The tree with what `put` says instead of its secrets; itself where that is the same. */
export function replaceSecrets<P extends HidingPlace<P>>(
  tree: Json,
  place: P,
  search: SecretSearch<P>,
): Json {
  // Most trees hold none: that is found out without the way down to each leaf.
  return holdsSome(tree, place, search) ? new Replacing(search).value(tree, place) : tree;
}

function holdsSome<P extends HidingPlace<P>>(value: Json, place: P, search: SecretSearch<P>): boolean {
  if (typeof value === "string")
    return place.isSecret || place.isSecretText?.(value) === true || search.isOther?.(value) === true;
  if (typeof value === "number") return search.hasNumbers === true && place.isSecret;
  if (typeof value !== "object" || value === null) return false;
  if (isArray(value)) return value.some((each) => holdsSome(each, place, search));
  if (place.isSecret && isSecretReference(value)) return true;
  for (const name in value) {
    const each = value[name];
    const isSome = typeof each === "string" || typeof each === "number" || typeof each === "object";
    if (isSome && each !== null && holdsSome(each, place.child(name), search)) return true;
  }
  return false;
}

/** What a device shows instead of a value that it keeps to itself says nothing. */
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
      // Numbers, where they do not count, and marks are no secrets: nothing is worked out for them.
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

/** Whether the text of what looks like a reference is one: a container with a leaf `secret` is none. */
function isReferenceText(text: string): boolean {
  return /^(?:env|file|command):/.test(text);
}
