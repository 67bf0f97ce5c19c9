/** Collections: which resources one read shows together. Observe, plan and apply group by the same text. */

import type { Resource, Scope } from "./desired.ts";
import type { Json } from "./json.ts";

/** What tells one read of a collection from another (see `Kind.collection`). */
export interface CollectionWords {
  readonly name: string;
  readonly of: readonly string[];
  readonly within?: string;
}

/** The same text for all resources that one read shows: target, collection, scope words and parent. */
export function collectionKey(
  resource: Pick<Resource, "target" | "scope" | "parent">,
  collection: CollectionWords,
): string {
  const { target, scope, parent } = resource;
  let key = `${target}\0${collection.name}`;
  for (const word of collection.of) key += `\0${word}\0${scope[word] ?? ""}`;
  return collection.within === undefined ? key : `${key}\0\0${parent ?? ""}`;
}

/** One thing that is looked for. */
export interface Sought {
  readonly kind: string;
  readonly identity: string;
  readonly scope: Scope;
  /** What is declared of it, by desired and by base: tells the types where the wire does not. */
  readonly declared?: readonly Json[];
}
