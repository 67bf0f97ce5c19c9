/** Secrets: references in what people write, values that cannot be printed by accident. */

import type { Address } from "./address.ts";
import { isArray, isObject, type Json, parseJson } from "./json.ts";
import type { Pointer } from "./pointer.ts";

/** A reference as it is known once it is loaded: `env:NAME`, `file:/path`, or `command:` with JSON. */
export interface SecretReference {
  readonly secret: string;
}

/** A program that prints a secret, or keeps one. */
export interface SecretProgram {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Variables that it gets besides those that every program gets. */
  readonly env?: readonly string[] | undefined;
}

const byCommand = "command:";

/** The text by which a secret is known that a program prints. */
export function commandReference({ command, env = [] }: SecretProgram): string {
  return `${byCommand}${JSON.stringify([command, env])}`;
}

/** The program; undefined for references of another form. */
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
 * What the record of the last apply says of a secret that still has the same reference. `same`: its value is the one
 * that was applied. `rotated`: it is another. `allowed`: it is taken over, and someone has consented to write it.
 * Undefined: not recorded. `was` is its address at the last apply, where its key has changed since.
 */
export type SecretCheck = (
  address: Address,
  path: Pointer,
  was?: Address,
) => "same" | "rotated" | "allowed" | undefined;

/** What becomes of secrets that a product shows in the clear. */
export interface ShownSecrets {
  /** From here on they are taken out of whatever that product says. */
  learn(values: readonly string[]): void;
  /**
   * True: whoever made the files of this run may try one text after another. A live entry whose key is a secret is then
   * recognised by what base declares alone.
   */
  readonly isProposed?: boolean | undefined;
  /** Whether one is what a reference opens to; undefined where this run cannot tell, or must not. */
  isSame(reference: SecretReference, shown: Secret): boolean | undefined;
}

/** A secret's value as a record may hold it: keyed, and slow to guess even with the key. */
interface SecretFingerprint {
  readonly address: Address;
  readonly path: Pointer;
  /** 32 hexadecimal digits. */
  readonly fingerprint: string;
}

/** Fingerprints that were made with one key. */
export interface SecretFingerprints {
  /** Tells keys apart: fingerprints of different keys say nothing about each other. */
  readonly key: string;
  /** In the order of address and path. */
  readonly of: readonly SecretFingerprint[];
}

/** Takes the values of opened secrets out of texts: whole values, whatever stands around them. */
export interface Redaction {
  /** Of a text that someone else wrote: a value, a name, what a server said. */
  value(text: string): string;
  /**
   * Of a text that has words of ours in it: all secrets but those that a sentence could hold by itself, such as a
   * single word. To take those out would eat our own words, and show by what is missing what the secret is.
   */
  text(text: string): string;
}

/**
 * Takes out the secrets that are ours wherever they stand. What a server chose itself, such as a session's token, is a
 * secret in what that server says and nowhere else: else a server could hide a text of another target's plan.
 */
export interface Redactions extends Redaction {
  /** For what a target says, and what is said of it: what its own server chose is taken out too. */
  of(target: string): Redaction;
}

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** A secret's value. Prints as `[secret]` wherever it is printed, logged or put into JSON. */
export class Secret {
  readonly #value: string;
  /** False: once it is revealed, nothing is searched for it. */
  readonly isSearched: boolean = true;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Called in one place only: where a request is put on the wire. */
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

/** A secret that a server made, not we: a token, a cookie. It is one in what that server says, and nowhere else. */
export class IssuedSecret extends Secret {}

/** What goes the way of a secret and is none, such as the name of a user: nothing is searched for it. */
export class PublicValue extends Secret {
  override readonly isSearched: boolean = false;
}

/** Stands in for a secret that could not be opened, where it is only shown: it can be printed, never sent. */
export class UnresolvedSecret extends Secret {
  readonly #reference: string;

  constructor(reference: string) {
    super("");
    this.#reference = reference;
  }

  override reveal(): never {
    throw new Error(`A secret is to be sent that was not opened: ${this.#reference}`);
  }
}

/** Stands for a secret in a request that is only compared: says its reference, and is never sent. */
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
