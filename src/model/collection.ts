/** Collections: which resources one read shows together. Observe, plan and apply group by the same text. */

import type { Resource, Scope } from "./desired.ts";
import { isArray, isObject, type Json } from "./json.ts";

/** How a kind's live side is read. Kinds with the same collection and words share one read. */
export interface Collection {
  /** The collection's name in `ReadRequest`. */
  readonly name: string;
  /** The words of `Resource.scope` that select it: `["host"]` for a device's tree. One read for each combination. */
  readonly scopeKeys: readonly string[];
  /** The kind of the parent whose live id selects it. Parent absent: absent; parent unknown: unknown. */
  readonly within?: string;
  /**
   * What its absence rests on. `list`: a whole list without it. `item`: the server's word for one item, which
   * counts only when another read of that target succeeded in this run (see `Driver.probe`).
   */
  readonly absence: "list" | "item";
  /** True: one thing that it shows can be read by itself. Else a read right before a write reads the list again. */
  readonly alone?: true;
  /** Only a parent with this value in this field, or in its list, has any; one that does not show it may have some. */
  readonly where?: { readonly field: string; readonly lists: string };
  /** A read that shows those of many parents at once. */
  readonly whole?: WholeCollection;
}

/** One read of something further out that shows all of a kind in it, each with the parent that it is in. */
export interface WholeCollection {
  /** The kind whose live id selects it: the parent is in one. */
  readonly within: string;
  /** The fields that it shows; absent: all. What else is declared is read with its parent. */
  readonly shows?: readonly string[];
  /** True: nothing shows those of one parent alone. */
  readonly only?: true;
}

/** True when a parent with this live value certainly has nothing that the collection shows. */
export function isLacking({ where }: Pick<Collection, "where">, parent: Json): boolean {
  const listed = where && isObject(parent) ? parent[where.field] : undefined;
  if (where === undefined || listed === undefined) return false;
  return isArray(listed)
    ? !listed.includes(where.lists)
    : typeof listed === "string" && listed !== where.lists;
}

type KeyedCollection = Pick<Collection, "name" | "scopeKeys" | "within" | "whole">;
type PlacedResource = Pick<Resource, "target" | "scope" | "parent">;

/** The same text for all resources that one read shows: target, collection, scope words and parent. */
export function collectionKey(resource: PlacedResource, collection: KeyedCollection): string {
  return collection.whole?.only ? wordsKey(resource, collection) : parentKey(resource, collection);
}

/** The same text for all that are listed in the same parent, also where one read shows those of several. */
export function parentKey(resource: PlacedResource, collection: KeyedCollection): string {
  const key = wordsKey(resource, collection);
  return collection.within === undefined ? key : `${key}\0\0${resource.parent ?? ""}`;
}

function wordsKey({ target, scope }: PlacedResource, { name, scopeKeys }: KeyedCollection): string {
  let key = `${target}\0${name}`;
  for (const word of scopeKeys) key += `\0${word}\0${scope[word] ?? ""}`;
  return key;
}

/** One thing that is looked for. */
export interface ResourceQuery {
  readonly kind: string;
  readonly identity: string;
  readonly scope: Scope;
  /** What is declared of it, by desired and by base: tells the types where the wire does not. */
  readonly declared?: readonly Json[];
  /** The same by base alone: a proposal may have made the rest up. */
  readonly applied?: readonly Json[] | undefined;
  /** Where lists are in it, declared or not. */
  readonly shape?: Json | undefined;
  /** Its lists with identity, as `Resource.lists` has them. */
  readonly lists?: Resource["lists"];
  /** True: what is live and not declared counts, so that state must not be among it. */
  readonly exclusive?: true | undefined;
  /** True: only base declares it, so that it is to go. */
  readonly isDropped?: true | undefined;
  /** Its live id, where that is known: it is found by that too, whatever it is called. */
  readonly id?: string | undefined;
  /** In a read of a whole: the live id of its parent. */
  readonly parentId?: string | undefined;
}

/** One collection to read. */
export interface ReadRequest {
  readonly collection: string;
  /** The words named by `Collection.scopeKeys`. */
  readonly scope: Scope;
  /** The live id of the parent, where `Collection.within` is set. */
  readonly parentId?: string | undefined;
  /** What is looked for: filters and views are made from it. A reply speaks for these and all else that it lists. */
  readonly wanted: readonly ResourceQuery[];
  /** True: a read of a whole (`Collection.whole`). `parentId` is of what that is selected by; items have their own. */
  readonly whole?: true | undefined;
  /** How many pages are read at most; a list of more is unknown. Absent: as many as any list may have. */
  readonly mostPages?: number | undefined;
  /** True: what was read earlier will do, where the product's change log says that nothing changed since. */
  readonly unchanged?: true | undefined;
  /** One thing is asked for by its live id, wherever it is by now; what is wanted says what was known by that. */
  readonly byId?: string | undefined;
  /** True: items say what no field declares of them (`LiveResource.undeclarable`): for `import` and `adopt`. */
  readonly undeclarable?: true | undefined;
  /** True: only what is wanted is of interest; an interface that can ask for less does. Absence is proven as ever. */
  readonly alone?: true | undefined;
}
