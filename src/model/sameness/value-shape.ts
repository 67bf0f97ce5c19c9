/** The special parts of a resource's value: secrets, and lists with identity. */

import type { Resource } from "../desired.ts";
import { isArray, isObject, type Json } from "../json.ts";
import { at, type Pointer, pointer, segments } from "../pointer.ts";

/** What is special about one place in a value. At most places, nothing is. */
export interface ValueShape {
  /**
   * True: the value is a secret, or no reply shows it. Instead of the live value, only its declaration in base is
   * compared.
   */
  readonly secret: boolean;
  /** The key leaves of the list at this place. Undefined: the place is not a list with identity. */
  readonly leaves: readonly string[] | undefined;
  /** True: the list is declared completely, and its order matters. */
  readonly ordered: boolean;
  readonly inside: ReadonlyMap<string, ValueShape>;
}

/** Returns the shape of a resource's value; undefined if no part of the value is special. */
export function shapeOf({
  value,
  secrets,
  hidden,
  lists,
  ordered = [],
}: Pick<Resource, "value" | "secrets" | "hidden" | "lists" | "ordered">): ValueShape | undefined {
  let root: Growing | undefined;
  for (const paths of hidden ? [secrets, hidden] : [secrets])
    for (const path of paths) {
      root ??= grown();
      placeAt(root, anyElement(value, path)).secret = true;
    }
  for (const path in lists) {
    root ??= grown();
    const place = placeAt(root, segments(path));
    place.leaves = lists[path];
    place.ordered = ordered.includes(path);
  }
  return root;
}

/**
 * The shape of a member; in a list with identity, `*` stands for any element. Undefined: nothing in the member is
 * special.
 */
export function inside(shape: ValueShape | undefined, member: string): ValueShape | undefined {
  return shape?.inside.get(member) ?? shape?.inside.get("*");
}

interface Growing {
  secret: boolean;
  leaves: readonly string[] | undefined;
  ordered: boolean;
  readonly inside: Map<string, Growing>;
}

function grown(): Growing {
  return { secret: false, leaves: undefined, ordered: false, inside: new Map() };
}

/**
 * Returns the places of secrets in a value, with `*` for list positions. A field that is secret in one element is then
 * secret in all elements.
 */
export function secretPatterns({ value, secrets }: Pick<Resource, "value" | "secrets">): readonly Pointer[] {
  return secrets.map((path) => pointer(anyElement(value, path)));
}

function anyElement(value: Json, path: Pointer): readonly string[] {
  let here: Json | undefined = value;
  return segments(path).map((step) => {
    const of = here;
    here = at(of, pointer([step]));
    return of !== undefined && isArray(of) ? "*" : step;
  });
}

/** A value without its secrets, for lists that are compared as a whole. */
export function withoutSecrets(value: Json, shape: ValueShape | undefined): Json {
  if (shape === undefined) return value;
  if (isArray(value)) return value.map((each) => withoutSecrets(each, inside(shape, "*")));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): (readonly [string, Json])[] => {
    const of = inside(shape, name);
    return of?.secret ? [] : [[name, withoutSecrets(member, of)]];
  });
  return Object.fromEntries(members);
}

function placeAt(root: Growing, path: readonly string[]): Growing {
  let here = root;
  for (const segment of path) {
    const next = here.inside.get(segment) ?? grown();
    here.inside.set(segment, next);
    here = next;
  }
  return here;
}
