/** Secrets: references in files, and values that cannot be printed by accident. */

import type { Address } from "./address.ts";
import { isArray, isObject, type Json, parseJson } from "./json.ts";
import type { Pointer } from "./pointer.ts";

/** A reference as loaded: `env:NAME`, `file:/path`, or `command:` with JSON. */
export interface SecretReference {
  readonly secret: string;
}

/** A program that prints or stores a secret. */
export interface SecretProgram {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Additional environment variables for the program, besides those that every program gets. */
  readonly env?: readonly string[] | undefined;
}

const byCommand = "command:";

/** The reference text of a secret that a program prints. */
export function commandReference({ command, env = [] }: SecretProgram): string {
  return `${byCommand}${JSON.stringify([command, env])}`;
}

/** The program in a reference; undefined for other forms of references. */
export function commandIn(reference: string): SecretProgram | undefined {
  if (!reference.startsWith(byCommand)) return undefined;
  const [command = [], env = []] = textLists(parseJson(reference.slice(byCommand.length)));
  return { command, env };
}

function textLists(value: Json | undefined): readonly (readonly string[])[] {
  const lists = value !== undefined && isArray(value) ? value : [];
  return lists.map((list) => (isArray(list) ? list.filter((word) => typeof word === "string") : []));
}

/** True for `{ secret: "..." }` and nothing else. */
export function isSecretReference(value: Json | undefined): value is { readonly secret: string } {
  return isObject(value) && typeof value.secret === "string" && Object.keys(value).length === 1;
}

/**
 * What the record says about a secret whose reference is unchanged. `same`: the value is the applied one. `rotated`:
 * the value has changed. `allowed`: the resource is adopted, and somebody has consented to writing the secret.
 * Undefined: the secret is not recorded. `was` is the resource's address at the last apply, if its key has changed.
 */
export type SecretCheck = (
  address: Address,
  path: Pointer,
  was?: Address,
) => "same" | "rotated" | "allowed" | undefined;

/** Handles secrets that a product returns in plain text. */
export interface ShownSecrets {
  /** Registers secrets. From now on, they are redacted in everything that the product returns. */
  learn(values: readonly string[]): void;
  /**
   * True: the author of this run's files may try to guess secrets. A live entry whose key is secret is then identified
   * only by base's declarations.
   */
  readonly isProposed?: boolean | undefined;
  /**
   * Returns true if a shown secret equals the secret of a reference; undefined if this run cannot compare them, or must
   * not.
   */
  isSame(reference: SecretReference, shown: Secret): boolean | undefined;
}

/**
 * The fingerprint of a secret in a record. It cannot be checked without the project's key, and is slow to guess even
 * with the key.
 */
interface SecretFingerprint {
  readonly address: Address;
  readonly path: Pointer;
  /** The fingerprint itself: 32 hexadecimal digits. */
  readonly fingerprint: string;
}

/** Fingerprints that were made with one key. */
export interface SecretFingerprints {
  /** Identifies the key: fingerprints of different keys cannot be compared. */
  readonly key: string;
  /** The fingerprints, in order of address and path. */
  readonly of: readonly SecretFingerprint[];
}

/** Redacts the values of resolved secrets in texts. A value is redacted only as a whole, whatever surrounds it. */
export interface Redaction {
  /** Redacts an external text: a value, a name, or a message from a server. */
  value(text: string): string;
  /**
   * Redacts a text that contains trueup's own words. Secrets that could be ordinary words are not redacted: this would
   * damage sentences, and the gaps would reveal the secret.
   */
  text(text: string): string;
}

/**
 * Redacts the project's own secrets everywhere. A secret that a server has chosen, such as a session token, is redacted
 * only in that server's texts. Otherwise a server could hide texts in another target's plan.
 */
export interface Redactions extends Redaction {
  /**
   * Returns the redaction for texts from a target or about it. It also redacts the secrets that the target's server has
   * chosen.
   */
  of(target: string): Redaction;
}

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** A secret's value. It appears as `[secret]` wherever it is printed, logged or put into JSON. */
export class Secret {
  readonly #value: string;
  /** False: after the secret was revealed, texts are not searched for it. */
  readonly isSearched: boolean = true;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself. Called only when a request is put on the wire. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [inspect](): string {
    return "[secret]";
  }
}

/** A secret that a server has created: a token, a cookie. It is treated as secret only in that server's texts. */
export class IssuedSecret extends Secret {}

/** A public value that is handled like a secret, such as a user name: texts are not searched for it. */
export class PublicValue extends Secret {
  override readonly isSearched: boolean = false;
}

/** A placeholder for a secret that cannot be resolved. It is only displayed, never sent. */
export class UnresolvedSecret extends Secret {
  readonly #reference: string;

  constructor(reference: string) {
    super("");
    this.#reference = reference;
  }

  override reveal(): never {
    throw new Error(`A secret that was not opened cannot be sent: ${this.#reference}`);
  }
}

/** A placeholder for a secret in a request that is only compared, never sent. It contains the secret's reference. */
export class ReferencedSecret extends UnresolvedSecret {
  readonly #text: string;

  constructor({ secret }: SecretReference) {
    super(secret);
    this.#text = `[secret ${secret}]`;
  }

  override toString(): string {
    return this.#text;
  }

  override toJSON(): string {
    return this.#text;
  }
}
