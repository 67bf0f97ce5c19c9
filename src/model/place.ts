/** Where kinds are placed in desired-state files. */

import type { JsonObject } from "./json.ts";
import type { Pointer } from "./pointer.ts";

/**
 * The place of a kind in a desired-state file. If `within` is `file`, it is a section at the top level; otherwise it is
 * a section (or, with `single`, one field) inside every entry of the kind or container `within`.
 */
export interface KindPlace {
  /** `"file"`, or the name of the surrounding kind or container. */
  readonly within: string;
  /** The YAML key: `networks`, `ssids`, `hostname`. Dots separate groups of sections: `appliance.vlans`. */
  readonly section: string;
  /**
   * Short forms of the section: other names, which are used directly in its parent and contain no dots. Absent: none.
   */
  readonly also?: readonly string[];
  /**
   * True: the section has a single value instead of a map of entries. The key of the value is the key of the container.
   */
  readonly single?: boolean;
}

/** The first short form of a section; its full name if it has none. */
export function shortSection({ section, also = [] }: KindPlace): string {
  return also[0] ?? section;
}

/** What decides the order of writes, besides their prerequisites. */
export interface WriteOrder {
  /** Kinds in the same parent that are written before this kind, and removed after it. Must not form a cycle. */
  readonly after?: readonly string[] | undefined;
  /**
   * Kinds that the server creates together with this kind, either inside it or in the same parent. They are written
   * after this kind.
   */
  readonly makes?: readonly string[] | undefined;
}

/**
 * The objects of a product through which people manage it, such as its logins. They are recognized by identity, not by
 * kind.
 */
export interface WayIn {
  /** The name of these objects in a refusal: `users and logins`. */
  readonly what: string;
  /** Matches the identities of these objects. */
  readonly at: RegExp;
  /** True: a create can lock people out too, for example by adding a filter where there was none. */
  readonly made?: boolean;
}

/** The parts that a product does not remove: some fields of a kind, and some of its resources. */
export interface KeptParts {
  readonly fields: readonly Pointer[];
  /**
   * Flags that stay set in the product once they are set, by pointer: `*` for any element. A flag that is false counts
   * as absent.
   */
  readonly flags: readonly Pointer[];
  resource(identity: string): boolean;
}

/** Fields whose changes need special treatment. */
export interface GuardedFields {
  /** Fields whose change or removal could lock people out; `*`: any field. Checked by a guard. */
  readonly lockout?: readonly string[];
  /** Fields that only a create accepts. They cannot be changed later. */
  readonly createOnly?: readonly Pointer[];
  /** Fields that no create accepts: an update right after the create sets them. */
  readonly updateOnly?: readonly Pointer[];
  /** The parts that the product does not remove. */
  readonly stays?: KeptParts | undefined;
}

/** Fields with special meanings, by pointer: `*` is any element or key. */
export interface NotedFields {
  /** Fields that may contain a secret reference. */
  readonly secrets: readonly Pointer[];
  /** Fields that are not secret but that no reply shows. */
  readonly hidden?: readonly Pointer[];
  /** Lists with identity: pointer of the list → the leaves that identify its elements. */
  readonly lists?: Readonly<Record<Pointer, readonly string[]>>;
  /**
   * For each field that contains the key of another resource: the possible kinds of that resource. The other resource
   * must be declared, is created first, and is sent by its live id.
   */
  readonly refersTo?: Readonly<Record<Pointer, string | readonly string[]>> | undefined;
  /** Aliases of fields: pointer of the field → its alias. */
  readonly otherNames?: Readonly<Record<Pointer, string>>;
}

/** Something that a plan's blast radius counts, besides sites. */
export type TouchedThing = "network" | "device" | "tenant";

/** All live resources of a kind that a change affects. */
export interface ReachedKind {
  readonly kind: string;
  /** Field → value: a resource counts only if its fields have these values. */
  readonly only?: JsonObject | undefined;
  /** The field with a resource's name. Default: its identity is the name. */
  readonly name?: string | undefined;
}

/** What the blast radius counts for the values of a scope key, by `target/scope key`. Undefined: nothing. */
export type TouchedWords = Readonly<Record<string, TouchedThing>> | undefined;

/** Display names of kinds, by `target/kind`. Absent: the names of the kinds are displayed. */
export type KindTitles = Readonly<Record<string, string>> | undefined;
