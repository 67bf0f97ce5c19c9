/** Which of the items of a collection is which declared resource. Pure. */

import type { Item } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { isObject, type Json, put, sameJson } from "../model/json.ts";
import { joined, ours, type Problem, problem, sentence } from "../model/problem.ts";
import type { LiveResource, Observation } from "../model/snapshot.ts";
import type { WantedResource } from "./query.ts";

/** What a whole read says of each resource that it speaks for, and the items that match none. */
export interface MatchResult {
  readonly of: ReadonlyMap<Address, Observation<LiveResource>>;
  readonly unclaimed: readonly Item[];
}

/**
 * Gives every item to one resource at most, and every resource one item at most.
 *
 * ```
 * live has what      live has what
 * desired calls it   base called it    the resource is
 *      yes               no, or same   what desired calls it
 *      no                yes           what base called it: it is to be renamed
 *      yes               yes           what base called it, when base gives the other name to another declared one;
 *                                      what desired calls it, when that has its id: two have exchanged their names
 *      yes               yes           what desired calls it, when desired gives the former name to another one
 *      yes               yes           else ambiguous: unknown, never the first match
 *      no                no            absent
 * ```
 *
 * What desired declares no longer gets what base called it, unless a declared resource has that item: then only
 * the key changed in Git, nothing is left over, and it is absent. Several items of one name are ambiguous. `idOf`: the
 * live ids of what was seen before, where that is known.
 */
export function match(
  items: readonly Item[],
  wanted: readonly WantedResource[],
  idOf: (address: Address) => string | undefined = () => undefined,
): MatchResult {
  const live = new ByName<Item[]>();
  for (const item of items) {
    const { kind, identity } = item;
    const alike = live.get(kind, identity);
    if (alike) alike.push(item);
    else live.set(kind, identity, [item]);
  }
  const names: Names = { live, desired: new ByName(), base: new ByName(), idOf };
  // Only what is called otherwise now can be in the way of another name.
  for (const one of wanted.some(isRenamed) ? wanted : []) {
    if (one.identity === undefined) continue;
    names.desired.set(one.kind.name, one.identity, one);
    if (one.before !== undefined) names.base.set(one.kind.name, one.before, one);
  }
  const taken = new ByName<true>();
  const of = new Map<Address, Observation<LiveResource>>();
  const claim = (one: WantedResource, by: readonly string[]) => {
    let own: readonly Item[] = [];
    for (const identity of by) {
      if (taken.get(one.kind.name, identity)) continue;
      taken.set(one.kind.name, identity, true);
      const items = live.get(one.kind.name, identity) ?? [];
      own = own.length === 0 ? items : [...own, ...items];
    }
    of.set(one.resource.address, observed(one, own));
  };
  const claims = wanted.map((one) => ({ one, by: claimOf(one, names) }));
  for (const { one, by } of claims) if (by.former) claim(one, by.names);
  for (const { one, by } of claims) if (!by.former && one.identity !== undefined) claim(one, by.names);
  for (const { one, by } of claims) if (!by.former && one.identity === undefined) claim(one, by.names);
  return { of, unclaimed: items.filter(({ kind, identity }) => !taken.get(kind, identity)) };
}

function isRenamed({ identity, before }: WantedResource): boolean {
  return identity !== undefined && before !== undefined && before !== identity;
}

/** What has a name among those of its kind. No texts are made of both: there are as many as there are resources. */
class ByName<Value> {
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

interface Names {
  readonly live: ByName<Item[]>;
  /** Declared resources by what desired calls them. */
  readonly desired: ByName<WantedResource>;
  /** Declared resources by what base called them. */
  readonly base: ByName<WantedResource>;
  readonly idOf: (address: Address) => string | undefined;
}

/** The names under which a resource is to be found, and whether that is its former one alone. */
function claimOf(
  one: WantedResource,
  names: Names,
): { readonly former: boolean; readonly names: readonly string[] } {
  const { identity, before, kind } = one;
  if (identity === undefined) return { former: false, names: before === undefined ? [] : [before] };
  if (before === undefined || before === identity) return { former: false, names: [identity] };
  const [live, { name }] = [names.live, kind];
  if (!live.get(name, before)) return { former: false, names: [identity] };
  const there = live.get(name, identity);
  if (!there) return { former: true, names: [before] };
  const own = names.idOf(one.resource.address);
  const isExchanged = own !== undefined && there.every(({ id }) => id === own);
  if (names.base.get(name, identity) && !isExchanged) return { former: true, names: [before] };
  if (isExchanged || names.desired.get(name, before)) return { former: false, names: [identity] };
  return { former: false, names: [identity, before] };
}

function observed(wanted: WantedResource, found: readonly Item[]): Observation<LiveResource> {
  const [only, another] = found;
  if (!only) return { state: "absent" };
  return another
    ? { state: "unknown", problem: ambiguous(wanted, found) }
    : { state: "present", value: liveOf(only, wanted.resource.value) };
}

function liveOf({ value, id, version, raw, holds }: Item, declared: Json): LiveResource {
  return {
    value: sharedWith(declared, value),
    id,
    version,
    raw,
    ...(holds && { holds }),
  };
}

/** The live value, made of what is declared as far as they are the same: most of it need not be kept twice. */
function sharedWith(declared: Json, live: Json): Json {
  if (sameJson(declared, live)) return declared;
  if (!isObject(declared) || !isObject(live)) return live;
  const shared: Record<string, Json> = {};
  for (const [name, own] of Object.entries(live)) {
    const other = Object.hasOwn(declared, name) ? declared[name] : undefined;
    put(shared, name, other === undefined ? own : sharedWith(other, own));
  }
  return shared;
}

function ambiguous({ resource, kind }: WantedResource, found: readonly Item[]): Problem {
  const { address } = resource;
  const each = found.map(({ identity, id }) =>
    id === undefined ? sentence`"${identity}"` : sentence`"${identity}" (${id})`,
  );
  const usual = "Rename or remove the ones that are not meant; the first match is never taken.";
  const hint = kind.alike === undefined ? usual : `${usual} ${kind.alike}`;
  return problem("ambiguous", sentence`${ours(address)} could be any of ${joined(each, ", ")}`, {
    address,
    hint,
  });
}
