/**
 * Collections: sets of resources that one read shows together. Observe, plan and apply group resources by the same key.
 */

import type { Resource, Scope } from "./desired.ts";
import { isArray, isObject, type Json } from "./json.ts";

/** How a kind's live side is read. Kinds with the same collection and scope share one read. */
export interface Collection {
  /** The collection's name in `ReadRequest`. */
  readonly name: string;
  /**
   * The keys of `Resource.scope` that select the collection: `["host"]` for a device's tree. One read per combination
   * of values.
   */
  readonly scopeKeys: readonly string[];
  /**
   * The kind of the parent whose live id selects the collection. If the parent is absent or unknown, so are the
   * resources in it.
   */
  readonly within?: string;
  /**
   * How the absence of a resource is proven. `list`: by a complete list without it. `item`: by the server's answer for
   * the one item, which counts only if another read of the target succeeded in this run (see `Driver.probe`).
   */
  readonly absence: "list" | "item";
  /** True: single items can be read individually. Absent: a read right before a write reads the whole list again. */
  readonly alone?: true;
  /**
   * Limits the collection to parents whose `field` equals `lists`, or is a list that contains `lists`. A parent without
   * the field may have resources too.
   */
  readonly where?: { readonly field: string; readonly lists: string };
  /** A bulk read for many parents. Absent: each parent is read on its own. */
  readonly whole?: WholeCollection;
}

/** A single read that returns all items of a kind within an outer resource, each with its parent. */
export interface WholeCollection {
  /** The kind whose live id selects the read: an ancestor of the parents. */
  readonly within: string;
  /**
   * The fields that the read shows; absent: all. If a resource declares other fields, the items of its parent are read
   * separately.
   */
  readonly shows?: readonly string[];
  /** True: there is no read for a single parent. */
  readonly only?: true;
}

/** True if a parent with this live value certainly has no items in the collection. */
export function isLacking({ where }: Pick<Collection, "where">, parent: Json): boolean {
  const listed = where && isObject(parent) ? parent[where.field] : undefined;
  if (where === undefined || listed === undefined) return false;
  return isArray(listed)
    ? !listed.includes(where.lists)
    : typeof listed === "string" && listed !== where.lists;
}

type KeyedCollection = Pick<Collection, "name" | "scopeKeys" | "within" | "whole">;
type PlacedResource = Pick<Resource, "target" | "scope" | "parent">;

/** Returns a text that is the same for all resources that a single read shows: target, collection, scope and parent. */
export function collectionKey(resource: PlacedResource, collection: KeyedCollection): string {
  return collection.whole?.only ? wordsKey(resource, collection) : parentKey(resource, collection);
}

/**
 * Returns a text that is the same for all items in one parent, even if a single read shows the items of several
 * parents.
 */
export function parentKey(resource: PlacedResource, collection: KeyedCollection): string {
  const key = wordsKey(resource, collection);
  return collection.within === undefined ? key : `${key}\0\0${resource.parent ?? ""}`;
}

function wordsKey({ target, scope }: PlacedResource, { name, scopeKeys }: KeyedCollection): string {
  let key = `${target}\0${name}`;
  for (const word of scopeKeys) key += `\0${word}\0${scope[word] ?? ""}`;
  return key;
}

/** One item to be read from a collection. */
export interface ResourceQuery {
  readonly kind: string;
  readonly identity: string;
  readonly scope: Scope;
  /** The declarations of the item in desired and base. They provide types that the wire format lacks. */
  readonly declared?: readonly Json[];
  /**
   * The declaration in base only, because the author of a pull request may have invented the declaration in desired.
   */
  readonly applied?: readonly Json[] | undefined;
  /** An example value that shows where the item can have lists, declared or not. */
  readonly shape?: Json | undefined;
  /** The item's lists with identity: see `Resource.lists`. */
  readonly lists?: Resource["lists"];
  /** True: undeclared live nodes count as differences, so the read must return configuration without state data. */
  readonly exclusive?: true | undefined;
  /** True: only base declares the item, so it is to be removed. */
  readonly isDropped?: true | undefined;
  /**
   * What it means if the device does not announce the item's module. True: the item is absent. Not set: it is unknown.
   */
  readonly ifAnnounced?: true | undefined;
  /** The known live id, by which the item is found under any name. Absent: the item is found by its identity. */
  readonly id?: string | undefined;
  /** In a bulk read: the live id of the item's parent. */
  readonly parentId?: string | undefined;
}

/** A request to read one collection. */
export interface ReadRequest {
  readonly collection: string;
  /** The scope values named by `Collection.scopeKeys`. */
  readonly scope: Scope;
  /** The live id of the parent, if `Collection.within` is set. */
  readonly parentId?: string | undefined;
  /**
   * The wanted items, from which filters and views are built. A reply covers these and everything else that it lists.
   */
  readonly wanted: readonly ResourceQuery[];
  /**
   * True: a bulk read (`Collection.whole`). `parentId` then belongs to the resource that selects the read, and each
   * item has its own `parentId`.
   */
  readonly whole?: true | undefined;
  /** The maximum number of pages; longer lists are unknown. Absent: the default for lists. */
  readonly mostPages?: number | undefined;
  /** True: a cached earlier reply is enough if the product's change log shows no change since. */
  readonly unchanged?: true | undefined;
  /**
   * The live id of the only item to read, even if that item has moved. `wanted` contains the resource for which the id
   * was known. Absent: the collection is read.
   */
  readonly byId?: string | undefined;
  /** True: items include the parts that no field declares (`LiveResource.undeclarable`): for `import` and `adopt`. */
  readonly undeclarable?: true | undefined;
  /** True: only the wanted items matter, so the driver may request fewer items. Absences are proven as usual. */
  readonly alone?: true | undefined;
}
