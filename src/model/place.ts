/** Where kinds stand in what people write. */

import type { Pointer } from "./pointer.ts";

/**
 * Where a kind stands in a desired-state file. `file`: a section at the top level. Otherwise: a section (or, with
 * `single`, one field) inside every entry of that kind or holder.
 */
export interface KindPlace {
  /** `"file"`, or the name of the kind or holder it stands in. */
  readonly within: string;
  /** The YAML key: `networks`, `ssids`, `hostname`. Dots lead into groups of sections: `appliance.vlans`. */
  readonly section: string;
  /** Short forms: other names of the section, right in what it stands in. Without dots. */
  readonly also?: readonly string[];
  /** True: the value itself stands there, not a map of entries. Its key is its holder's. */
  readonly single?: boolean;
}

/** A section by its short form, where it has one. */
export function shortSection({ section, also = [] }: KindPlace): string {
  return also[0] ?? section;
}

/** What is written before a kind, though it does not need it to be there. */
export interface WriteOrder {
  /** Kinds of the same parent that are written before it, and removed behind it. In no circle. */
  readonly after?: readonly string[] | undefined;
  /** Kinds in it, or of the same parent, that the server makes by itself together with it: written after it. */
  readonly makes?: readonly string[] | undefined;
}

/** A way in to a product, by the identities of what it is made of, of whatever kind. */
export interface WayIn {
  /** What it is called in a refusal: `users and logins`. */
  readonly what: string;
  /** Of the identities of its objects. */
  readonly at: RegExp;
  /** True: what is made there can lock someone out too, such as a filter where there was none. */
  readonly made?: boolean;
}

/** Fields whose change is more than a change. */
export interface GuardedFields {
  /** Fields by whose change, or with whose removal, users could lock themselves out; `*`: any. The guard asks. */
  readonly lockout?: readonly string[];
  /** Fields that only a create takes: a change of one of them cannot be written. */
  readonly createOnly?: readonly Pointer[];
  /** Fields that no create takes: where declared, an update right after it sets them. */
  readonly updateOnly?: readonly Pointer[];
}

/** Fields that others must know, by their pointers: `*` in one is any element or key. */
export interface NotedFields {
  /** Fields that may hold a secret reference. */
  readonly secrets: readonly Pointer[];
  /** Fields that are no secrets, and that no reply shows. */
  readonly hidden?: readonly Pointer[];
  /** Lists with identity. */
  readonly lists?: Readonly<Record<Pointer, readonly string[]>>;
  /**
   * Field → the kind whose key it holds, or several of which it holds that of one: that must be declared, and is made
   * first. On the wire is its live id.
   */
  readonly refersTo?: Readonly<Record<Pointer, string | readonly string[]>> | undefined;
  /** Other names that people may write for fields. */
  readonly otherNames?: Readonly<Record<Pointer, string>>;
}

/** What a plan's blast radius counts, beside sites. */
export type TouchedThing = "network" | "device" | "tenant";

/** Words of scopes that stand for such things, by `target/word`. Absent: none. */
export type TouchedWords = Readonly<Record<string, TouchedThing>> | undefined;

/** What kinds are called for people, by `target/kind`. Absent: as their names say. */
export type KindTitles = Readonly<Record<string, string>> | undefined;
