/** What is live of what is declared: what a review can be bound to, since all else may change without it. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../json.ts";
import { byIdentity } from "../list-identity.ts";
import { isHidden } from "../live/hidden.ts";
import { ancestors, type Pointer, pointer } from "../pointer.ts";
import { keptFrom } from "./kept.ts";

/** By what is declared, and what of the rest counts too. */
export interface DeclaredSide {
  readonly declared: Json | undefined;
  /** Pointer of a list → the leaves that identify its elements; `*` stands for the element of a list above. */
  readonly lists: Readonly<Record<Pointer, readonly string[]>>;
  /** What is live here counts whole: what goes by a change, elements of lists by their identity. Default: nothing. */
  readonly gone?: readonly Pointer[] | undefined;
  /** Lists with identity whose declared elements are all that are to be: the others count too. Default: none. */
  readonly whole?: ReadonlySet<Pointer> | undefined;
}

/**
 * | live                                         | counts                                                    |
 * |----------------------------------------------|-----------------------------------------------------------|
 * | a member of an object                        | where it is declared, or something of it goes             |
 * | an element of a list with identity           | where one of its identity is declared, or it goes         |
 * | an element of another list                   | as far as that of the declared one which it belongs to    |
 * | one that belongs to none: it makes way       | whole                                                     |
 * | anything else                                | whole                                                     |
 */
export function declaredLive(live: Json, side: DeclaredSide): Json {
  const { declared, gone = [] } = side;
  const above = new Set(gone.flatMap(ancestors));
  return counted(live, declared, { side, gone: new Set(gone), above, pattern: [], path: [] });
}

interface Place {
  readonly side: Pick<DeclaredSide, "lists" | "whole">;
  readonly gone: ReadonlySet<Pointer>;
  /** What goes, and all that it is in. */
  readonly above: ReadonlySet<Pointer>;
  /** The pointer's segments, `*` for elements. */
  readonly pattern: readonly string[];
  /** The same with the identities of elements. */
  readonly path: readonly string[];
}

function counted(live: Json, declared: Json | undefined, place: Place): Json {
  if (isHidden(live)) return live;
  if (isArray(live) && isArray(declared)) return countedElements(live, declared, place);
  if (isObject(live) && (isObject(declared) || (declared === undefined && !goes(place))))
    return countedMembers(live, declared ?? {}, place);
  return live;
}

/** True where what stands here goes by a change of its own. */
function goes({ gone, path }: Place): boolean {
  return gone.has(pointer(path));
}

/** True where something goes that stands here, or in it. */
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
