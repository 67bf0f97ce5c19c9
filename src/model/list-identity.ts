/**
 * Lists with identity: their elements have keys, so that order does not matter. Only the functions of this file look up
 * elements.
 */

import type { Resource } from "./desired.ts";
import { canonicalText, isArray, isObject, type Json } from "./json.ts";
import { at, type Pointer, pointer, segments } from "./pointer.ts";
import type { AlikeForm } from "./sameness/alike.ts";

/**
 * Returns the identity of an element in its list: the text of its key leaf. If there are several key leaves, their
 * texts are joined by commas; a comma inside a text becomes `%2C`, so that different keys have different identities.
 * Types are ignored, because XML has none. An element that is not an object is its own identity. Undefined if a leaf is
 * missing. If `form` is given, equivalent spellings have the same identity.
 */
export function elementIdentity(
  element: Json,
  leaves: readonly string[],
  form?: AlikeForm,
): string | undefined {
  if (!isObject(element)) return text(form?.of ? form.of(element) : element);
  const parts: string[] = [];
  for (const leaf of leaves) {
    const part = Object.hasOwn(element, leaf) ? element[leaf] : undefined;
    if (part === undefined || part === null) return undefined;
    const meaning = form?.inside?.get(leaf)?.of;
    parts.push(text(meaning ? meaning(part) : part));
  }
  if (parts.length === 1) return parts[0];
  return parts.map((part) => part.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

/**
 * Returns the index of each element by identity. Undefined if an element lacks a key leaf, or two identities are equal.
 * The list is then compared as a whole.
 */
export function byIdentity(
  list: readonly Json[],
  leaves: readonly string[],
  form?: AlikeForm,
): ReadonlyMap<string, number> | undefined {
  const map = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const identity = elementIdentity(element, leaves, form);
    if (identity === undefined || map.has(identity)) return undefined;
    map.set(identity, index);
  }
  return map;
}

/** Cached indexes of lists, by key leaves; lists are never mutated. */
const indices = new WeakMap<
  readonly Json[],
  { readonly leaves: readonly string[]; readonly index: ReturnType<typeof byIdentity> }
>();

/** Like `byIdentity`, but cached per list, because many paths may lead through the same long list. */
function indexOf(list: readonly Json[], leaves: readonly string[]): ReturnType<typeof byIdentity> {
  const known = indices.get(list);
  if (known && known.leaves.length === leaves.length && known.leaves.every((leaf, at) => leaf === leaves[at]))
    return known.index;
  const index = byIdentity(list, leaves);
  indices.set(list, { leaves, index });
  return index;
}

/** A value, and its lists with identity. */
export type KeyedValue = Pick<Resource, "value" | "lists">;

/** True if the value contains a list without keys, so that it can only be set as a whole. */
export function hasUnkeyedList({ value, lists }: KeyedValue): boolean {
  const isUnkeyed = (here: Json, path: readonly string[]): boolean => {
    if (isArray(here)) {
      // `[null]` is a leaf of type empty (RFC 7951, 6.9), not a list.
      if (here.length === 1 && here[0] === null) return false;
      const leaves = lists[pointer(path)];
      if (leaves === undefined || byIdentity(here, leaves) === undefined) return true;
      return here.some((element) => isUnkeyed(element, [...path, "*"]));
    }
    if (!isObject(here)) return false;
    return Object.entries(here).some(([name, member]) => isUnkeyed(member, [...path, name]));
  };
  return isUnkeyed(value, []);
}

/**
 * Returns a pointer's segments, with list indexes instead of element identities: the indexes in the value as written,
 * and -1 for a missing element.
 */
export function writtenPath({ value, lists }: KeyedValue, path: Pointer): readonly string[] {
  const pattern: string[] = [];
  const written: string[] = [];
  let here: Json | undefined = value;
  for (const segment of segments(path)) {
    const leaves = isArray(here) ? lists[pointer(pattern)] : undefined;
    const step: string =
      isArray(here) && leaves ? String(indexOf(here, leaves)?.get(segment) ?? -1) : segment;
    pattern.push(isArray(here) ? "*" : segment);
    written.push(step);
    if (isArray(here)) here = here[Number(step)];
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return written;
}

/** The inverse of `writtenPath`: replaces indexes by identities, up to the first list without identity. */
export function withIdentities({ value, lists }: KeyedValue, path: Pointer): Pointer {
  const pattern: string[] = [];
  const found: string[] = [];
  let here: Json | undefined = value;
  for (const step of segments(path)) {
    const leaves = isArray(here) ? lists[pointer(pattern)] : undefined;
    const element = at(here, pointer([step]));
    const name = leaves && element !== undefined ? elementIdentity(element, leaves) : undefined;
    if (isArray(here) && (name === undefined || !leaves || !indexOf(here, leaves))) break;
    pattern.push(isArray(here) ? "*" : step);
    found.push(name ?? step);
    here = element;
  }
  return pointer(found);
}

/**
 * Translates a pointer with positions in this value to a pointer with positions in another value. Undefined if the
 * other value lacks the parent of the field. An element without a counterpart gets the position -1.
 */
export function counterpart(
  { value, lists }: KeyedValue,
  path: Pointer,
  other: Json | undefined,
): Pointer | undefined {
  const pattern: string[] = [];
  const found: string[] = [];
  let [own, here]: (Json | undefined)[] = [value, other];
  for (const step of segments(path)) {
    if (here === undefined) return undefined;
    const element = at(own, pointer([step]));
    const leaves = isArray(own) ? lists[pointer(pattern)] : undefined;
    const name = leaves && element !== undefined ? elementIdentity(element, leaves) : undefined;
    const index = leaves && isArray(here) ? indexOf(here, leaves)?.get(name ?? "") : undefined;
    pattern.push(isArray(own) ? "*" : step);
    found.push(leaves ? String(index ?? -1) : step);
    own = element;
    here = at(here, pointer(found.slice(-1)));
  }
  return pointer(found);
}

/**
 * Returns the value with `other` at a pointer. If `other` is undefined, the field is removed. New elements are
 * appended. To set several fields, pass each result to the next call, because positions shift.
 */
export function withAt({ value, lists }: KeyedValue, path: Pointer, other: Json | undefined): Json {
  return setAt(value, writtenPath({ value, lists }, path), other);
}

function setAt(value: Json, path: readonly string[], other: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return other ?? null;
  if (isArray(value)) return inList(value, { at: Number(step), rest }, other);
  const members = isObject(value) ? value : {};
  const own = Object.hasOwn(members, step) ? members[step] : undefined;
  if (rest.length > 0 || other !== undefined) return { ...members, [step]: setAt(own ?? {}, rest, other) };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}

function inList(
  list: readonly Json[],
  { at, rest }: { readonly at: number; readonly rest: readonly string[] },
  other: Json | undefined,
): Json {
  const element = list[at];
  if (element !== undefined && rest.length > 0) return list.with(at, setAt(element, rest, other));
  if (rest.length > 0) throw new Error("a field cannot be set in a list element that does not exist");
  if (other === undefined) return element === undefined ? list : list.toSpliced(at, 1);
  return element === undefined ? [...list, other] : list.with(at, other);
}

function text(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}
