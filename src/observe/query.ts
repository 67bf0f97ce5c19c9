/** The query of a run: the fewest collections that show what is declared, and reads of wholes. Pure. */

import type { Kind, OpenTarget, ReadRequest } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { type Collection, collectionKey, parentKey } from "../model/collection.ts";
import type { Desired, Resource, Scope } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import type { IdOf } from "../model/memory.ts";
import { literalIds, namedBy } from "../model/references.ts";

/** A declared resource and what live may call it. */
export interface WantedResource {
  /** Desired's, else base's. */
  readonly resource: Resource;
  readonly kind: Kind;
  /** What desired calls it; undefined when desired declares it no longer. */
  readonly identity?: string | undefined;
  /** What base called it, where base had it in the same collection. */
  readonly before?: string | undefined;
  /** What is declared of it: desired's value, base's value. */
  readonly declared: readonly Json[];
  /** Base's value alone, where base has it. */
  readonly applied?: readonly Json[] | undefined;
}

/** One read: a collection, selected by words and by a parent. */
export interface ReadGroup {
  readonly target: string;
  readonly collection: Collection;
  /** The words that select the collection. */
  readonly scope: Scope;
  /** The parent whose live id selects it. */
  readonly parent?: Address | undefined;
  /** Everything declared that it shows, asked for or not: what is declared is not unmanaged. */
  readonly wanted: WantedResource[];
}

/** Where one resource is read. Without a group: its dialect has no way to read it. */
export interface ReadPlace {
  readonly wanted: WantedResource;
  readonly group?: ReadGroup;
  /** Where base had it, and as what, where it is declared in something else now: in another organization. */
  readonly former?: { readonly group: ReadGroup; readonly identity: string } | undefined;
}

/** Gathers what desired and base declare. Resources of targets that are not open are left out. */
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
    places.set(resource.address, group ? { wanted, group, former } : { wanted });
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
 * What its fields name. What base names instead of that counts too: it may be listed elsewhere, in another
 * organization, and without its id it would be unknown whether live is as base says.
 */
export function namedOf({ resource, declared }: WantedResource): ReadonlySet<Address> {
  return namedBy(resource, declared);
}

/** Whether it names something, be it by an id: then its live value has keys instead of ids, and `{ id }`. */
export function namesOthers(wanted: WantedResource): boolean {
  return namedOf(wanted).size > 0 || literalIds(wanted.resource, wanted.declared).size > 0;
}

/** All names under which its resources may be found, and the ids that are known. */
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

/** Groups that one read shows. */
export interface WholeGroup {
  readonly target: string;
  /** What selects the read: declared, and further out than the parents of the groups. */
  readonly within: Address;
  /** At least one. */
  readonly groups: readonly ReadGroup[];
}

type Places = Pick<ReadonlyMap<Address, ReadPlace>, "get">;

/**
 * The groups that are read as a whole: those that nothing else shows, and those that stand for two requests or more
 * and of which it shows all that is declared. `needed`: only the former.
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

/** Whether all that is declared is among the fields that the read shows. What goes is read with all that it has. */
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

/** What the group's parent is in, as far out as the read asks for. */
function placeOf({ parent, collection }: ReadGroup, places: Places): Address | undefined {
  let at = parent;
  while (at !== undefined) {
    const resource: WantedResource["resource"] | undefined = places.get(at)?.wanted.resource;
    if (resource?.kind === collection.whole?.within) return at;
    at = resource?.parent;
  }
  return undefined;
}
