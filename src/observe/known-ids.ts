/** Matches items of a collection by known ids, even if their names have changed. Pure. */

import type { Item } from "../drivers/contract/contract.ts";
import { isObject, type Json, put } from "../model/json.ts";
import type { IdOf, KnownId } from "../model/memory.ts";
import { ownName } from "../model/names/hierarchy.ts";
import { maybeStoredOf, spellingless } from "../model/names/spelling.ts";
import type { WantedResource } from "./query.ts";

/**
 * A map with two keys, kind and name. There are as many entries as resources, so the two keys are not joined to one
 * text each.
 */
export class ByName<Value> {
  readonly #kinds = new Map<string, Map<string, Value>>();

  get(kind: string, identity: string): Value | undefined {
    return this.#kinds.get(kind)?.get(identity);
  }

  set(kind: string, identity: string, value: Value): void {
    const known = this.#kinds.get(kind);
    if (known) known.set(identity, value);
    else this.#kinds.set(kind, new Map([[identity, value]]));
  }
}

/**
 * Returns the item of each resource whose known id is in the list:
 *
 * ```
 * the item's name      another item has its name  the resource is
 * as declared          any                        that item
 * as it was stored     no                         that item: its name is the server's spelling of the applied name
 * otherwise            no, or one that is known   that item: somebody renamed it
 *                      for another resource
 * as it was stored,    yes                        unknown, with both ids: its name is taken
 * or otherwise
 * ```
 *
 * A resource that is no longer declared is removed only if it still has the name under which it was stored, because an
 * id alone justifies no removal. If a declared resource has this name, only the key changed in Git, and names decide.
 * An id that is known for two resources counts for neither.
 */
export function ownItems(
  items: readonly Item[],
  wanted: readonly WantedResource[],
  idOf: IdOf,
): ReadonlyMap<WantedResource, Item> {
  const known = new ByName<WantedResource | "several">();
  let any = false;
  for (const one of wanted) {
    const id = idOf(one.resource.address)?.id;
    if (id === undefined) continue;
    any = true;
    known.set(one.kind.name, id, known.get(one.kind.name, id) ? "several" : one);
  }
  if (!any) return new Map();
  const own = new Map<WantedResource, Item>();
  const twice = new Set<WantedResource>();
  for (const item of items) {
    const one = item.id === undefined ? undefined : known.get(item.kind, item.id);
    if (one === undefined || one === "several") continue;
    if (own.has(one)) twice.add(one);
    own.set(one, item);
  }
  for (const one of twice) own.delete(one);
  const dropped = [...own].filter(([one]) => one.identity === undefined);
  if (dropped.length === 0) return own;
  const declared = new ByName<true>();
  for (const { kind, identity } of wanted)
    if (identity !== undefined) declared.set(kind.name, identity, true);
  for (const [one, item] of dropped) if (declared.get(item.kind, item.identity)) own.delete(one);
  return own;
}

/**
 * How an item's name relates to the declared name. `stored`: the server's spelling of the name in desired or in base.
 */
export type ItemName =
  | { readonly is: "declared" | "other" | "notItsOwn" }
  | { readonly is: "stored"; readonly of: "desired" | "base" };

/**
 * Returns how the name of an item with a known id arose. The name is as in desired or base, or as the server stored it,
 * or was changed by somebody. If the resource is no longer declared, each of these is possible. A remembered name is
 * trusted only if a server could derive it from the name that was sent. After a create that was not visible yet, the
 * expected name is the name in its reply, or a spelling of the sent name.
 */
export function itemNameOf(
  { identity, before, kind }: WantedResource,
  item: Item,
  known: KnownId | undefined,
): ItemName {
  if (item.identity === identity || item.identity === before) return { is: "declared" };
  const { below } = kind;
  const ownOf = (identity: string | undefined) =>
    identity === undefined ? undefined : ownName({ identity, below });
  const own = ownName({ identity: item.identity, below });
  const isSpelling = (sent: string | undefined) => {
    const name = ownOf(sent);
    return name !== undefined && maybeStoredOf(name, own);
  };
  const isKnown = own === known?.name || (known?.unread === true && isSpelling(known.name));
  const { answered } = known ?? {};
  if (identity === undefined) {
    const isStored = isKnown || own === answered;
    return { is: isStored && isSpelling(before) ? "declared" : "notItsOwn" };
  }
  const isMade = known?.ofThisRun === "made";
  if (isMade && answered !== undefined && !isSameName(answered, own)) return { is: "other" };
  // Git now has another name, and the live name is not a truncated form of the new name.
  const isFormer = spellingless(own) !== spellingless(ownName({ identity, below }));
  if (isFormer && isKnown && isSpelling(before)) return { is: "stored", of: "base" };
  const sent = isMade ? known.name : undefined;
  // The item was recreated, and Git has renamed it since. It keeps its former name, which is not a live change.
  if (isFormer && isSpelling(sent) && !isSameName(ownOf(sent), ownOf(identity)))
    return isSameName(ownOf(sent), ownOf(before)) ? { is: "stored", of: "base" } : { is: "declared" };
  const isWritten = isMade || known?.ofThisRun === "written";
  // Without base, a truncated form of the new name may also be the complete former name: `Store 1`, now `Store 10`.
  const isCertain = isWritten || !isFormer || before !== undefined;
  if ((isKnown || isWritten) && isCertain && isSpelling(identity)) return { is: "stored", of: "desired" };
  if (isKnown && isSpelling(before)) return { is: "stored", of: "base" };
  return isMade && known.name === undefined ? { is: "stored", of: "desired" } : { is: "other" };
}

function isSameName(sent: string | undefined, identity: string | undefined): boolean {
  return sent !== undefined && identity !== undefined && spellingless(sent) === spellingless(identity);
}

/** Returns the item as if it had the name that was sent: the field that contains the name has the sent value. */
export function asSent(
  { kind, resource, identity, before, declared }: WantedResource,
  item: Item,
  of: "desired" | "base",
): Item {
  const { key, scope } = resource;
  const [sent, name] = of === "desired" ? [resource.value, identity] : [declared.at(-1), before];
  const { value: live } = item;
  if (!isObject(sent) || !isObject(live)) return item;
  const called = ownName({ identity: name ?? "", below: kind.below });
  const names = (field: string, own: Json) =>
    own !== live[field] && kind.identity({ key, scope, value: { ...live, [field]: own } }) === called;
  const found = Object.entries(sent).find(([field, own]) => typeof own === "string" && names(field, own));
  if (!found) return item;
  const value: Record<string, Json> = { ...live };
  put(value, ...found);
  return { ...item, value };
}
