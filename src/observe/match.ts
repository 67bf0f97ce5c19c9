/** Which of the items of a collection is which declared resource. Pure. */

import type { Item } from "../drivers/contract.ts";
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
  const found = Map.groupBy(items, ({ kind, identity }) => nameOf(kind, identity));
  const names: Names = { live: found, desired: new Map(), base: new Map(), idOf };
  for (const one of wanted) {
    if (one.identity === undefined) continue;
    names.desired.set(nameOf(one.kind.name, one.identity), one);
    if (one.before !== undefined) names.base.set(nameOf(one.kind.name, one.before), one);
  }
  const taken = new Set<string>();
  const of = new Map<Address, Observation<LiveResource>>();
  const claim = (one: WantedResource, by: readonly string[]) => {
    let own: readonly Item[] = [];
    for (const identity of by) {
      const name = nameOf(one.kind.name, identity);
      if (taken.has(name)) continue;
      taken.add(name);
      const items = found.get(name) ?? [];
      own = own.length === 0 ? items : [...own, ...items];
    }
    of.set(one.resource.address, observed(one, own));
  };
  const claims = wanted.map((one) => ({ one, by: claimOf(one, names) }));
  for (const { one, by } of claims) if (by.former) claim(one, by.names);
  for (const { one, by } of claims) if (!by.former && one.identity !== undefined) claim(one, by.names);
  for (const { one, by } of claims) if (!by.former && one.identity === undefined) claim(one, by.names);
  return { of, unclaimed: items.filter(({ kind, identity }) => !taken.has(nameOf(kind, identity))) };
}

interface Names {
  readonly live: ReadonlyMap<string, readonly Item[]>;
  /** Declared resources by what desired calls them. */
  readonly desired: Map<string, WantedResource>;
  /** Declared resources by what base called them. */
  readonly base: Map<string, WantedResource>;
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
  const now = nameOf(kind.name, identity);
  const then = nameOf(kind.name, before);
  if (!names.live.has(then)) return { former: false, names: [identity] };
  if (!names.live.has(now)) return { former: true, names: [before] };
  const own = names.idOf(one.resource.address);
  const isExchanged = own !== undefined && names.live.get(now)?.every(({ id }) => id === own);
  if (names.base.has(now) && !isExchanged) return { former: true, names: [before] };
  if (isExchanged || names.desired.has(then)) return { former: false, names: [identity] };
  return { former: false, names: [identity, before] };
}

function nameOf(kind: string, identity: string): string {
  return `${kind}/${identity}`;
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
  if (!isObject(declared) || !isObject(live)) return sameJson(declared, live) ? declared : live;
  const shared: Record<string, Json> = {};
  let differs = false;
  for (const name in live) {
    const [own, other] = [live[name] ?? null, Object.hasOwn(declared, name) ? declared[name] : undefined];
    const member = other === undefined ? own : sharedWith(other, own);
    if (member !== other) differs = true;
    put(shared, name, member);
  }
  return differs || Object.keys(declared).length !== Object.keys(shared).length ? shared : declared;
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
