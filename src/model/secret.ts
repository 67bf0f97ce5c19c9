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
 * What the record says about a secret whose reference is unchanged. `same`: its value is the applied value. `rotated`:
 * its value has changed. `allowed`: it belongs to an adopted resource, and somebody has consented to writing it.
 * Undefined: the secret is not recorded. `was` is the resource's address at the last apply, if its key has changed
 * since.
 */
export type SecretCheck = (
  address: Address,
  path: Pointer,
  was?: Address,
) => "same" | "rotated" | "allowed" | undefined;

/** Handles secrets that a product returns in plain text. */
export interface ShownSecrets {
  /** Registers secrets: from now on, they are redacted in everything that the product returns. */
  learn(values: readonly string[]): void;
  /**
   * True: the author of this run's files may be guessing secrets. Then only base's declarations can identify a live
   * entry whose key is secret.
   */
  readonly isProposed?: boolean | undefined;
  /**
   * Returns true if a shown secret equals the secret of a reference; undefined if this run cannot compare them, or must
   * not.
   */
  isSame(reference: SecretReference, shown: Secret): boolean | undefined;
}

/** The fingerprint of a secret in a record: it needs a key, and is slow to guess even with the key. */
interface SecretFingerprint {
  readonly address: Address;
  readonly path: Pointer;
  /** 32 hexadecimal digits. */
  readonly fingerprint: string;
}

/** Fingerprints that were made with one key. */
export interface SecretFingerprints {
  /** Identifies the key: fingerprints of different keys cannot be compared. */
  readonly key: string;
  /** The fingerprints, in order of address and path. */
  readonly of: readonly SecretFingerprint[];
}

/** Redacts the values of resolved secrets in texts: only complete values, whatever surrounds them. */
export interface Redaction {
  /** For an external text: a value, a name, a message from a server. */
  value(text: string): string;
  /**
   * For a text that contains trueup's own words: redacts all secrets except those that could be ordinary words.
   * Redacting ordinary words would damage sentences, and the gaps would reveal the secret.
   */
  text(text: string): string;
}

/**
 * Redacts the project's own secrets everywhere. A secret that a server has chosen, such as a session token, is only
 * redacted in that server's texts; otherwise a server could hide texts in another target's plan.
 */
export interface Redactions extends Redaction {
  /**
   * Returns the redaction for a target's texts, and for texts about the target: secrets that its own server has chosen
   * are redacted too.
   */
  of(target: string): Redaction;
}

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** A secret's value. It appears as `[secret]` wherever it is printed, logged or put into JSON. */
export class Secret {
  readonly #value: string;
  /** False: texts are not searched for the secret after it was revealed. */
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

/** A placeholder for a secret that cannot be resolved, only for display: it can be printed, and is never sent. */
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

/**
 * A placeholder for a secret in a request that is only compared: it contains the secret's reference, and is never sent.
 */
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
