/**
 * Reduces a live value to the part that a declaration covers. A review can be bound only to this part, because all
 * other live values may change without it. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../json.ts";
import { byIdentity } from "../list-identity.ts";
import { isHidden } from "../live/hidden.ts";
import { ancestors, type Pointer, pointer } from "../pointer.ts";
import { keptFrom } from "./kept.ts";

/** What decides which part of a live value counts: the declaration, and exceptions to it. */
export interface DeclaredSide {
  readonly declared: Json | undefined;
  /** For the pointer of each list with identity: its key leaves. `*` stands for the element of an outer list. */
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  /**
   * Pointers of live values that count completely, because a change removes them. List elements are given by identity.
   * Default: none.
   */
  readonly gone?: readonly Pointer[] | undefined;
  /** Lists with identity that are declared completely, so that undeclared elements count too. Default: none. */
  readonly whole?: ReadonlySet<Pointer> | undefined;
}

/**
 * Reduces a live value to the part that counts:
 *
 * | live                                        | counts                                                   |
 * |---------------------------------------------|----------------------------------------------------------|
 * | a member of an object                       | if it is declared, or something in it is removed         |
 * | an element of a list with identity          | if a declared element has its identity, or it is removed |
 * | an element of another list, if declared too | with the members that are declared there                 |
 * | anything else, also a removed element       | completely                                               |
 */
export function declaredLive(live: Json, side: DeclaredSide): Json {
  const { declared, gone = [] } = side;
  const above = new Set(gone.flatMap(ancestors));
  return counted(live, declared, { side, gone: new Set(gone), above, pattern: [], path: [] });
}

interface Place {
  readonly side: Pick<DeclaredSide, "lists" | "whole">;
  readonly gone: ReadonlySet<Pointer>;
  /** The pointers of removed values and of their ancestors. */
  readonly above: ReadonlySet<Pointer>;
  /** The pointer's segments, with `*` for elements. */
  readonly pattern: readonly string[];
  /** The pointer's segments, with the identities of elements. */
  readonly path: readonly string[];
}

function counted(live: Json, declared: Json | undefined, place: Place): Json {
  if (isHidden(live)) return live;
  if (isArray(live) && isArray(declared)) return countedElements(live, declared, place);
  if (isObject(live) && (isObject(declared) || (declared === undefined && !goes(place))))
    return countedMembers(live, declared ?? {}, place);
  return live;
}

/** True if the value at this place is itself removed. */
function goes({ gone, path }: Place): boolean {
  return gone.has(pointer(path));
}

/** True if the value here or something in it is removed. */
function goesInside({ above, path }: Place): boolean {
  return above.has(pointer(path));
}

function countedMembers(live: JsonObject, declared: JsonObject, place: Place): JsonObject {
  const members = Object.entries(live).flatMap(([name, value]): [string, Json][] => {
    const inner = below(place, name, name);
    const own = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return own === undefined && !goesInside(inner) ? [] : [[name, counted(value, own, inner)]];
  });
  return Object.fromEntries(members);
}

function countedElements(live: readonly Json[], declared: readonly Json[], place: Place): readonly Json[] {
  const { side, pattern } = place;
  const leaves = side.lists[pointer(pattern)];
  const [wanted, known] = leaves ? [declared, live].map((list) => byIdentity(list, leaves)) : [];
  if (!wanted || !known) {
    const from = keptFrom({ declared, live, place: {}, required: [] });
    const owner = new Map(from.map((each, index) => [each, declared[index]] as const));
    return live.map((each, index) => {
      const own = owner.get(each);
      return own === undefined ? each : counted(each, own, below(place, "*", String(index)));
    });
  }
  const isWhole = side.whole?.has(pointer(pattern)) === true || goes(place);
  return [...known].flatMap(([identity, index]) => {
    const [element = null, own] = [live[index], declared[wanted.get(identity) ?? -1]];
    const inner = below(place, "*", identity);
    if (own !== undefined) return [counted(element, own, inner)];
    if (isWhole) return [element];
    return goesInside(inner) ? [counted(element, own, inner)] : [];
  });
}

function below(place: Place, step: string, name: string): Place {
  return { ...place, pattern: [...place.pattern, step], path: [...place.path, name] };
}
