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
}

/** True when a parent with this live value certainly has nothing that the collection shows. */
export function isLacking({ where }: Pick<Collection, "where">, parent: Json): boolean {
  const listed = where && isObject(parent) ? parent[where.field] : undefined;
  if (where === undefined || listed === undefined) return false;
  return isArray(listed)
    ? !listed.includes(where.lists)
    : typeof listed === "string" && listed !== where.lists;
}

/** The same text for all resources that one read shows: target, collection, scope words and parent. */
export function collectionKey(
  resource: Pick<Resource, "target" | "scope" | "parent">,
  collection: Omit<Collection, "absence" | "alone" | "where">,
): string {
  const { target, scope, parent } = resource;
  let key = `${target}\0${collection.name}`;
  for (const word of collection.scopeKeys) key += `\0${word}\0${scope[word] ?? ""}`;
  return collection.within === undefined ? key : `${key}\0\0${parent ?? ""}`;
}

/** One thing that is looked for. */
export interface ResourceQuery {
  readonly kind: string;
  readonly identity: string;
  readonly scope: Scope;
  /** What is declared of it, by desired and by base: tells the types where the wire does not. */
  readonly declared?: readonly Json[];
  /** Its lists with identity, as `Resource.lists` has them. */
  readonly lists?: Resource["lists"];
  /** True: what is live and not declared counts, so that state must not be among it. */
  readonly exclusive?: true | undefined;
}
