/** Matches the items of a collection to declared resources. Pure. */

import type { Item, ReadReply } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { isObject, type Json, put, sameJson } from "../model/json.ts";
import { isHidden } from "../model/live/hidden.ts";
import type { LiveResource, Observation } from "../model/live/snapshot.ts";
import type { IdOf, KnownId } from "../model/memory.ts";
import { ownName } from "../model/names/hierarchy.ts";
import { joined, ours, type Problem, problem, sentence } from "../model/problem.ts";
import { asSent, ByName, itemNameOf, ownItems } from "./known-ids.ts";
import type { WantedResource } from "./query.ts";
import { underDeclaredNames } from "./spelled-names.ts";

/** The match of each resource that a complete read covers, and the items that no resource matches. */
export interface MatchResult {
  readonly of: ReadonlyMap<Address, Observation<LiveResource>>;
  readonly unclaimed: readonly Item[];
}

/**
 * Matches every item to at most one resource, and every resource to at most one item. If a resource's known id is in
 * the list, the table of `ownItems` decides. Otherwise names decide, among items that are not known for another one:
 *
 * ```
 * live has desired's   live has base's
 * name                 name             the resource is
 *      yes               no, or same   the item with desired's name
 *      no                yes           the item with base's name: it is to be renamed
 *      yes               yes           base's item, if base gives desired's name to another declared resource
 *      yes               yes           desired's item, if desired gives the former name to another resource
 *      yes               yes           otherwise ambiguous: unknown, never the first match
 *      no                no            absent
 * ```
 *
 * A resource that is no longer declared gets the item with base's name. If a declared resource has this item, only the
 * key changed in Git, so the resource that is no longer declared is absent. Several items of one name are ambiguous for
 * each candidate. If a resource is remembered with another id than its current one, somebody recreated it
 * (`LiveResource.anew`). The kind defines which names are equal (`Kind.nameForm`).
 */
export function match(
  listed: readonly Item[],
  wanted: readonly WantedResource[],
  idOf: IdOf = () => undefined,
): MatchResult {
  const items = underDeclaredNames(listed, wanted);
  const names: Names = { live: new ByName(), desired: new ByName(), base: new ByName() };
  // Only a resource whose name has changed can block another name.
  for (const one of wanted.some(isRenamed) ? wanted : []) {
    if (one.identity === undefined) continue;
    names.desired.set(one.kind.name, one.identity, one);
    if (one.before !== undefined) names.base.set(one.kind.name, one.before, one);
  }
  const own = ownItems(items, wanted, idOf);
  const owned = new Set(own.values());
  for (const item of items) {
    if (owned.has(item)) continue;
    const { kind, identity } = item;
    const alike = names.live.get(kind, identity);
    if (alike) alike.push(item);
    else names.live.set(kind, identity, [item]);
  }
  const taken = new ByName<readonly Item[]>();
  const of = new Map<Address, Observation<LiveResource>>();
  const candidates = (kind: string, identity: string): readonly Item[] => {
    const others = taken.get(kind, identity);
    // With several candidates, it is unknown which one remains.
    if (others) return others.length > 1 ? others : none;
    return names.live.get(kind, identity) ?? none;
  };
  const claim = ({ one, by }: Claim) => {
    const { kind, resource } = one;
    const [name, another] = by;
    const found =
      name !== undefined && another === undefined
        ? candidates(kind.name, name)
        : by.flatMap((each) => candidates(kind.name, each));
    for (const identity of by) if (!taken.get(kind.name, identity)) taken.set(kind.name, identity, found);
    of.set(resource.address, observed(one, found, idOf(resource.address)));
  };
  // The order is: former names, declared names, and names of resources that are no longer declared.
  const claims: readonly [Claim[], Claim[], Claim[]] = [[], [], []];
  for (const one of wanted) {
    const item = own.get(one);
    if (item) of.set(one.resource.address, observedById(one, item, { ...names, idOf }));
    else {
      const { former, names: by } = claimOf(one, names);
      claims[former ? 0 : one.identity === undefined ? 2 : 1].push({ one, by });
    }
  }
  for (const some of claims) for (const each of some) claim(each);
  const unclaimed = items.filter((item) => !owned.has(item) && !taken.get(item.kind, item.identity));
  return { of, unclaimed };
}

/** A resource, and the names under which it may be found. */
interface Claim {
  readonly one: WantedResource;
  readonly by: readonly string[];
}

const none: readonly Item[] = [];

/**
 * Returns the observations. Each absent resource gets the surrounding items that its create would remove, each item
 * once.
 */
export function withAround(
  of: MatchResult["of"],
  wanted: readonly WantedResource[],
  around: Extract<ReadReply, { state: "whole" }>["around"] = [],
): MatchResult["of"] {
  if (around.length === 0) return of;
  const nodes = Map.groupBy(around, (each) => `${each.of.kind} ${each.of.identity}`);
  const more = new Map(of);
  for (const { kind, identity, resource } of wanted) {
    const own = nodes.get(`${kind.name} ${identity}`);
    if (!own || of.get(resource.address)?.state !== "absent") continue;
    const live = own.map(({ path, node }) => ({ path, live: node.value }));
    more.set(resource.address, { state: "absent", around: live });
  }
  return more;
}

function isRenamed({ identity, before }: WantedResource): boolean {
  return identity !== undefined && before !== undefined && before !== identity;
}

interface Names {
  readonly live: ByName<Item[]>;
  /** Declared resources by their names in desired. */
  readonly desired: ByName<WantedResource>;
  /** Declared resources by their names in base. */
  readonly base: ByName<WantedResource>;
}

/** Returns the names under which a resource may be found, and whether it has only its former name. */
function claimOf(
  one: WantedResource,
  names: Names,
): { readonly former: boolean; readonly names: readonly string[] } {
  const { identity, before, kind } = one;
  if (identity === undefined) return { former: false, names: before === undefined ? [] : [before] };
  if (before === undefined || before === identity) return { former: false, names: [identity] };
  const [live, { name }] = [names.live, kind];
  if (!live.get(name, before)) return { former: false, names: [identity] };
  if (!live.get(name, identity) || names.base.get(name, identity)) return { former: true, names: [before] };
  if (names.desired.get(name, before)) return { former: false, names: [identity] };
  return { former: false, names: [identity, before] };
}

function observed(
  wanted: WantedResource,
  found: readonly Item[],
  known: KnownId | undefined,
): Observation<LiveResource> {
  const [only, another] = found;
  if (!only) return { state: "absent" };
  if (another) return { state: "unknown", problem: ambiguous(wanted, found) };
  const isAnew = known?.ofThisRun === undefined && known?.id !== undefined && known.id !== only.id;
  const live = liveOf(only, wanted.resource.value);
  return { state: "present", value: isAnew ? { ...live, anew: true } : live };
}

function observedById(
  one: WantedResource,
  item: Item,
  { live, base, idOf }: Names & { readonly idOf: IdOf },
): Observation<LiveResource> {
  const { resource, kind, identity } = one;
  const known = idOf(resource.address);
  const name = itemNameOf(one, item, known);
  // The known id comes from this run. This read is therefore later than the reads of the plan, which did not show this
  // name.
  if (name.is === "notItsOwn" && known?.ofThisRun)
    return { state: "unknown", problem: renamedLive(one, item) };
  const isToRename = identity !== undefined && item.identity !== identity;
  const owner = isToRename ? base.get(kind.name, identity) : undefined;
  // True if the declared resource with this name gives the name up, because it is to be renamed too.
  const isGiven = owner !== undefined && owner !== one;
  const there = isToRename && !isGiven ? live.get(kind.name, identity) : undefined;
  if (there) return { state: "unknown", problem: nameTaken(one, item, there) };
  const value = liveOf(name.is === "stored" ? asSent(one, item, name.of) : item, resource.value);
  switch (name.is) {
    case "declared":
      return { state: "present", value };
    case "stored": {
      const storedAs = ownName({ identity: item.identity, below: kind.below });
      return { state: "present", value: { ...value, storedAs } };
    }
    case "other":
    case "notItsOwn":
      return { state: "present", value: { ...value, byId: true } };
  }
}

function liveOf(item: Item, declared: Json): LiveResource {
  const { value, id, version, raw, holds, showsSecrets, setSecrets, undeclarable } = item;
  return {
    value: sharedWith(declared, value),
    id,
    version,
    raw,
    ...(undeclarable && { undeclarable }),
    ...(holds && { holds }),
    ...(showsSecrets && { showsSecrets }),
    ...(setSecrets && { setSecrets }),
  };
}

/** Returns the live value. It shares equal parts with the declared value to save memory. */
function sharedWith(declared: Json, live: Json): Json {
  if (sameJson(declared, live)) return declared;
  if (!isObject(declared) || !isObject(live) || isHidden(live)) return live;
  const shared: Record<string, Json> = {};
  for (const [name, own] of Object.entries(live)) {
    const other = Object.hasOwn(declared, name) ? declared[name] : undefined;
    put(shared, name, other === undefined ? own : sharedWith(other, own));
  }
  return shared;
}

function ambiguous({ resource, kind }: WantedResource, found: readonly Item[]): Problem {
  const { address } = resource;
  const usual = "Rename or remove all but one: trueup never picks the first match.";
  const hint = kind.alike === undefined ? usual : `${usual} ${kind.alike}`;
  return problem(
    "ambiguous",
    sentence`${ours(address)} matches several live resources: ${joined(found.map(named), ", ")}`,
    {
      address,
      hint,
    },
  );
}

/**
 * Returns the problem of a resource that was renamed live, if another item has the name that the resource should get.
 */
function nameTaken({ resource, identity = "" }: WantedResource, item: Item, there: readonly Item[]): Problem {
  const { address } = resource;
  const now = sentence`${ours(address)} was renamed live to ${named(item)}`;
  const message = sentence`${now}, and the name "${identity}" now belongs to ${joined(there.map(named), ", ")}`;
  const hint = `Rename or remove the wrong one. To manage the one with the name, run \`trueup forget ${address}\``;
  return problem("name-taken", message, { address, hint });
}

/**
 * Returns the problem of a resource that is no longer declared, if the item with its id has another name. An id alone
 * does not justify a removal.
 */
function renamedLive({ resource }: WantedResource, item: Item): Problem {
  const { address } = resource;
  const message = sentence`${ours(address)} is no longer declared, and was renamed live to ${named(item)}`;
  const hint = `trueup removes nothing by id alone: remove it by hand. To keep it, run \`trueup forget ${address}\``;
  return problem("renamed-live", message, { address, hint });
}

function named({ identity, id }: Item): ReturnType<typeof sentence> {
  return id === undefined ? sentence`"${identity}"` : sentence`"${identity}" (${id})`;
}
