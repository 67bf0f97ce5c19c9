/** What is to be read: the declared resources, gathered into the fewest collections that show them all. */

import type { Kind, OpenTarget } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired, Resource, Scope } from "../model/desired.ts";

/** A resource that is looked for, under one name or, after a rename, two. */
export interface Wanted {
  readonly resource: Resource;
  /** What desired calls it. */
  readonly identity: string;
  /** What base called it, where that differs. */
  readonly before?: string;
}

/** One read: a collection, selected by words and by a parent. */
export interface Group {
  readonly target: string;
  readonly kind: Kind;
  /** The words that select the collection. */
  readonly scope: Scope;
  /** The parent whose live id selects it. */
  readonly parent?: Address;
  /** Everything declared that it shows, asked for or not: what is declared is not unmanaged. */
  readonly wanted: Wanted[];
}

/** The groups by their key, and each resource's place in them. */
export interface Groups {
  readonly all: ReadonlyMap<string, Group>;
  readonly of: ReadonlyMap<Address, { readonly group: Group; readonly wanted: Wanted }>;
}

/** Gathers what desired and base declare. Resources of unknown targets or kinds are left out. */
export function gather(
  sides: { readonly desired: Desired; readonly base?: Desired | undefined },
  targets: ReadonlyMap<string, OpenTarget>,
): Groups {
  const all = new Map<string, Group>();
  const of = new Map<Address, { group: Group; wanted: Wanted }>();
  const kinds = new Map([...targets].map(([name, { driver }]) => [name, kindsByName(driver.kinds)]));
  const add = (resource: Resource, before?: string) => {
    const kind = kinds.get(resource.target)?.get(resource.kind);
    if (!kind) return;
    const group = groupOf(all, kind, resource);
    const wanted = { resource, identity: resource.identity, ...(before !== undefined && { before }) };
    group.wanted.push(wanted);
    of.set(resource.address, { group, wanted });
  };
  for (const [address, resource] of sides.desired.resources) {
    const was = sides.base?.resources.get(address);
    add(
      resource,
      was && was.identity !== resource.identity && was.parent === resource.parent ? was.identity : undefined,
    );
  }
  for (const [address, resource] of sides.base?.resources ?? []) {
    if (!sides.desired.resources.has(address)) add(resource);
  }
  return { all, of };
}

/** The kinds by name. */
export function kindsByName(kinds: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

function groupOf(all: Map<string, Group>, kind: Kind, resource: Resource): Group {
  const { collection } = kind;
  const words = collection.of.map((word) => [word, resource.scope[word] ?? ""] as const);
  const parent = collection.within === undefined ? undefined : resource.parent;
  const key = JSON.stringify([resource.target, collection.name, words, parent ?? null]);
  const existing = all.get(key);
  if (existing) return existing;
  const group: Group = {
    target: resource.target,
    kind,
    scope: Object.fromEntries(words),
    ...(parent !== undefined && { parent }),
    wanted: [],
  };
  all.set(key, group);
  return group;
}
