/** The query of a run: the smallest set of collections that shows everything declared, and the bulk reads. Pure. */

import type { Kind, OpenTarget, ReadRequest } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { type Collection, collectionKey, parentKey } from "../model/collection.ts";
import type { Desired, Resource, Scope } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import type { IdOf } from "../model/memory.ts";
import { literalIds, namedBy } from "../model/references.ts";

/** A declared resource and its possible live names. */
export interface WantedResource {
  /** The resource as desired declares it, or as base declares it if desired does not. */
  readonly resource: Resource;
  readonly kind: Kind;
  /** The resource's name in desired; undefined if desired no longer declares it. */
  readonly identity?: string | undefined;
  /** The resource's name in base, if base had it in the same collection. */
  readonly before?: string | undefined;
  /** The values that desired and base declare. */
  readonly declared: readonly Json[];
  /** The value that base declares, if base has the resource. */
  readonly applied?: readonly Json[] | undefined;
}

/** One read of a collection, selected by a scope and a parent. */
export interface ReadGroup {
  readonly target: string;
  readonly collection: Collection;
  /** The scope that selects the collection. */
  readonly scope: Scope;
  /** The parent whose live id selects the collection. Absent: the collection needs no parent. */
  readonly parent?: Address | undefined;
  /**
   * All declared resources in the collection, including those out of scope, so that none of them is reported as
   * unmanaged.
   */
  readonly wanted: WantedResource[];
}

/** The place at which one resource is read. If it has no group, the dialect cannot read the resource. */
export interface ReadPlace {
  readonly wanted: WantedResource;
  readonly group?: ReadGroup;
  /** True if the group's reply alone gives the observation, because the resource references no other one. */
  readonly isPlain?: boolean;
  /**
   * The place and identity in base, if desired declares the resource in another parent, such as another organization.
   */
  readonly former?: { readonly group: ReadGroup; readonly identity: string } | undefined;
}

/** Collects what desired and base declare. Resources of targets that are not open are left out. */
export function gather(
  sides: { readonly desired: Desired; readonly base?: Desired | undefined },
  targets: ReadonlyMap<string, OpenTarget>,
): ReadonlyMap<Address, ReadPlace> {
  const { desired, base } = sides;
  const groups = new Map<string, ReadGroup>();
  const places = new Map<Address, ReadPlace>();
  const kinds = new Map([...targets].map(([name, { driver }]) => [name, kindsByName(driver.kinds)]));
  const add = (
    resource: Resource,
    names: Pick<WantedResource, "identity" | "before" | "declared" | "applied">,
    was?: Resource,
  ) => {
    const kind = kinds.get(resource.target)?.get(resource.kind);
    if (!kind) return;
    const wanted = { resource, kind, ...names };
    const readable = targets.get(resource.target)?.dialect.operations[kind.name]?.read !== "none";
    const group = readable ? groupOf(groups, kind.collection, resource) : undefined;
    group?.wanted.push(wanted);
    const former = group && was && { group: groupOf(groups, kind.collection, was), identity: was.identity };
    const isPlain = kind.identifiedBy === undefined && !namesOthers(wanted);
    places.set(resource.address, group ? { wanted, group, isPlain, former } : { wanted, isPlain });
  };
  for (const [address, resource] of desired.resources) {
    const was = base?.resources.get(address);
    const kind = was && kinds.get(resource.target)?.get(resource.kind);
    const stayed = kind && parentKey(was, kind.collection) === parentKey(resource, kind.collection);
    const declared = was ? [resource.value, was.value] : [resource.value];
    const before = stayed ? was.identity : undefined;
    const isElsewhere = !stayed && was?.parent !== resource.parent;
    const applied = was && [was.value];
    add(resource, { identity: resource.identity, declared, applied, before }, isElsewhere ? was : undefined);
  }
  for (const [address, resource] of base?.resources ?? []) {
    const declared = [resource.value];
    if (!desired.resources.has(address))
      add(resource, { before: resource.identity, declared, applied: declared });
  }
  return places;
}

/**
 * Returns the resources that a resource's fields reference. References in base count too, because the referenced
 * resources may be listed elsewhere, such as in another organization. Without their ids, it would be unknown whether
 * the live state equals base.
 */
export function namedOf({ resource, declared }: WantedResource): ReadonlySet<Address> {
  return namedBy(resource, declared);
}

/**
 * True if the resource references anything, by key or by id. Its live value then gets keys or `{ id }` in place of ids
 * (see `inKeys`).
 */
export function namesOthers(wanted: WantedResource): boolean {
  return namedOf(wanted).size > 0 || literalIds(wanted.resource, wanted.declared).size > 0;
}

/** Returns the resources with all names under which each may be found, and with their known ids. */
export function wantedOf(
  { wanted }: { readonly wanted: readonly WantedResource[] },
  idOf: IdOf = () => undefined,
): ReadRequest["wanted"] {
  return wanted.flatMap(({ resource, identity, before, declared, applied }) => {
    const { kind, scope, lists, ownership } = resource;
    const exclusive = ownership === "exclusive" ? (true as const) : undefined;
    const isDropped = identity === undefined ? (true as const) : undefined;
    const id = idOf(resource.address)?.id;
    const names = before === undefined || before === identity ? [identity] : [identity, before];
    return names.flatMap((name) =>
      name === undefined
        ? []
        : { kind, identity: name, scope, declared, applied, lists, exclusive, isDropped, id },
    );
  });
}

/** The kinds by name. */
export function kindsByName(kinds: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** The collection key of a group. */
export function groupKey(group: ReadGroup): string {
  return collectionKey(group, group.collection);
}

function groupOf(groups: Map<string, ReadGroup>, collection: Collection, resource: Resource): ReadGroup {
  const key = parentKey(resource, collection);
  const existing = groups.get(key);
  if (existing) return existing;
  const group: ReadGroup = {
    target: resource.target,
    collection,
    scope: Object.fromEntries(collection.scopeKeys.map((word) => [word, resource.scope[word] ?? ""])),
    parent: collection.within === undefined ? undefined : resource.parent,
    wanted: [],
  };
  groups.set(key, group);
  return group;
}

/** Groups that one bulk read shows. */
export interface WholeGroup {
  readonly target: string;
  /** The declared resource above the parents of all groups. It selects the read. */
  readonly within: Address;
  /** The groups; at least one. */
  readonly groups: readonly ReadGroup[];
}

type Places = Pick<ReadonlyMap<Address, ReadPlace>, "get">;

/**
 * Returns the groups that are read in bulk: groups that no other read shows, and groups for which one bulk read
 * replaces at least two requests and shows everything declared. `needed`: returns only the groups that no other read
 * shows.
 */
export function wholesOf(
  groups: Iterable<ReadGroup>,
  places: Places,
  which: "needed" | "worthwhile",
): ReadonlyMap<ReadGroup, WholeGroup> {
  const found = new Map<string, { target: string; within: Address; groups: ReadGroup[] }>();
  for (const group of groups) {
    const { whole, name } = group.collection;
    if (!whole || !(whole.only || (which === "worthwhile" && showsAll(group, whole.shows)))) continue;
    const within = placeOf(group, places);
    if (within === undefined) continue;
    const key = `${name}\0${within}`;
    const known = found.get(key) ?? { target: group.target, within, groups: [] };
    known.groups.push(group);
    found.set(key, known);
  }
  const worthwhile = [...found.values()].filter(
    ({ groups: all }) => all.length > 1 || all.some(({ collection }) => collection.whole?.only),
  );
  return new Map(worthwhile.flatMap((each) => each.groups.map((group) => [group, each] as const)));
}

/**
 * True if the read shows all declared fields. False if a resource is to be removed or has an exclusive tree, because
 * such resources are read completely.
 */
function showsAll({ wanted }: ReadGroup, shows: readonly string[] | undefined): boolean {
  const isShown = ({ identity, resource, declared }: WantedResource) =>
    identity !== undefined &&
    resource.ownership === "declared" &&
    declared.every((value) => namesIn(value).every((name) => shows?.includes(name)));
  return shows === undefined || wanted.every(isShown);
}

function namesIn(value: Json): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/**
 * Returns the ancestor of the group's parent that has the kind which the bulk read requires; undefined if there is
 * none.
 */
function placeOf({ parent, collection }: ReadGroup, places: Places): Address | undefined {
  let at = parent;
  while (at !== undefined) {
    const resource: WantedResource["resource"] | undefined = places.get(at)?.wanted.resource;
    if (resource?.kind === collection.whole?.within) return at;
    at = resource?.parent;
  }
  return undefined;
}
