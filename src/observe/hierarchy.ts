/** Matches live and declared resources in a hierarchy: by name, below the live position of the declared parent. */

import type { Item } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Json } from "../model/json.ts";
import { type LiveResource, type Observation, ownIdIn } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import { idInPath, lastInPath, pathAbove, pathBelow, standsBelow } from "../model/names/hierarchy.ts";
import { at } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import { type MatchResult, match } from "./match.ts";
import * as problems from "./problems.ts";
import type { WantedResource } from "./query.ts";

/** The context of a match, apart from the list. */
export interface Around {
  /** Returns the observation of a parent that is declared in another list; undefined if no such parent is declared. */
  readonly elsewhere: (address: Address) => Promise<Observation<LiveResource> | undefined>;
  /** The known id of a resource: see `match`. */
  readonly idOf?: IdOf | undefined;
}

/**
 * The maximum number of rounds, which is more than twice the depth of any product's hierarchy. A match that still
 * changes after half of the rounds is unknown.
 */
const roundsMax = 100;

/**
 * Matches the items of one list. A declared parent in the same list is matched first, then its children, and so on. A
 * renamed or moved resource is therefore found below its parent's live name. Below an unknown parent, everything is
 * unknown. A resource without a declared parent matches the only item of its name, if no other resource claims this
 * item.
 */
export async function matchInHierarchy(
  items: readonly Item[],
  wanted: readonly WantedResource[],
  { elsewhere, idOf }: Around,
): Promise<MatchResult> {
  if (wanted.every(({ kind }) => kind.below === undefined)) return match(items, wanted, idOf);
  const inside = new Set(wanted.map(({ resource }) => resource.address));
  const outside = new Map<Address, Observation<LiveResource>>();
  for (const parent of new Set(wanted.flatMap(parentsOf))) {
    const seen = inside.has(parent) ? undefined : await elsewhere(parent);
    if (seen) outside.set(parent, seen);
  }
  const list = new ListedPaths(items, wanted, idOf);
  let seen: Seen = outside;
  const moving = new Set<Address>();
  for (let round = 0; ; round += 1) {
    const { called, doubtful } = list.called(seen);
    const found = match(items, called, idOf);
    const changed = [...found.of.keys()].filter((one) => idIn(seen, one) !== idIn(found.of, one));
    if (changed.length === 0 || round === roundsMax) {
      for (const one of moving) doubtful.set(one, problems.circling(one));
      return withDoubts(found, wanted, { doubtful, outside });
    }
    for (const one of round < roundsMax / 2 ? [] : changed) moving.add(one);
    seen = new Map([...outside, ...found.of]);
  }
}

/** Returns the parents that desired and base declare for a resource. */
function parentsOf({ resource, declared }: WantedResource): readonly Address[] {
  return declared.flatMap((value) => standsBelow(resource, value) ?? []);
}

type Seen = ReadonlyMap<Address, Observation<LiveResource>>;

function idIn(seen: Seen, address: Address): string | undefined {
  const found = seen.get(address);
  return found?.state === "present" ? found.value.id : undefined;
}

/**
 * The resources with their paths in the list, according to desired and base. A resource with an ambiguous path has
 * several candidates.
 */
interface Called {
  readonly called: readonly WantedResource[];
  readonly doubtful: Map<Address, Problem>;
}

/** The last name and the parent of a resource, according to desired or base. */
interface Side {
  readonly own: string;
  readonly parent: Address | undefined;
}

function sideOf({ resource, kind }: WantedResource, value: Json): Side {
  const { key, scope } = resource;
  return { own: kind.identity({ key, value, scope }), parent: standsBelow(resource, value) };
}

/** The paths of a list. */
class ListedPaths {
  /** The path of each item of the list, and of each parent of such an item, by live id. */
  readonly #byId = new Map<string, string>();
  readonly #byName: ReadonlyMap<string, readonly Item[]>;
  readonly #sides: readonly { readonly one: WantedResource; readonly now?: Side; readonly was?: Side }[];
  readonly #idOf: IdOf | undefined;

  constructor(items: readonly Item[], wanted: readonly WantedResource[], idOf: IdOf | undefined) {
    this.#idOf = idOf;
    const below = new Map(wanted.map(({ kind }) => [kind.name, kind.below]));
    for (const { kind, identity, value, id } of items) {
      const field = below.get(kind);
      const parent = field === undefined ? undefined : at(value, field);
      const above = pathAbove(identity);
      if (id !== undefined) this.#byId.set(ownIdIn(id), identity);
      if (typeof parent === "string" && above !== undefined) this.#byId.set(parent, above);
    }
    this.#byName = Map.groupBy(items, ({ kind, identity }) => nameIn(kind, lastInPath(identity)));
    this.#sides = wanted.map((one) => {
      const { kind, identity, before, resource, declared } = one;
      if (kind.below === undefined) return { one };
      return {
        one,
        ...(identity !== undefined && { now: sideOf(one, resource.value) }),
        ...(before !== undefined && { was: sideOf(one, declared.at(-1) ?? resource.value) }),
      };
    });
  }

  called(seen: Seen): Called {
    const doubtful = new Map<Address, Problem>();
    const placed = this.#sides.map(({ one, now, was }) => ({
      one,
      now,
      was,
      identity: now && this.#placed(now, seen),
      before: was && this.#placed(was, seen),
    }));
    const taken = new Set<string>();
    for (const { one, identity, before } of placed)
      for (const path of [identity, before]) if (path !== undefined) taken.add(nameIn(one.kind.name, path));
    const called = placed.map(({ one, now, was, identity, before }) => {
      if (one.kind.below === undefined) return one;
      const free = (name: string) => this.#free({ ...one, before }, { name, taken, doubtful });
      return {
        ...one,
        identity: now && now.parent === undefined ? free(now.own) : identity,
        before: was && was.parent === undefined ? free(was.own) : before,
      };
    });
    return { called, doubtful };
  }

  /**
   * Returns the path below the live path of the declared parent. No item has the returned path if the parent is
   * missing.
   */
  #placed({ own, parent }: Side, seen: Seen): string {
    if (parent === undefined) return own;
    const id = idIn(seen, parent);
    const above = id === undefined ? undefined : this.#byId.get(ownIdIn(id));
    return pathBelow(above ?? idInPath(id ?? parent), own);
  }

  /**
   * Returns the path for a resource without a declared parent. The path is that of the item with the known id. If there
   * is none, it is that of the outermost item of the name, or of the item that base means. Otherwise, it is that of the
   * only item of the name that no other resource claims.
   */
  #free(
    { resource, kind, before }: WantedResource,
    { name, taken, doubtful }: { name: string; taken: ReadonlySet<string>; doubtful: Map<Address, Problem> },
  ): string {
    const alike = this.#byName.get(nameIn(kind.name, name)) ?? [];
    const id = this.#idOf?.(resource.address)?.id;
    const known = id === undefined ? undefined : alike.find((item) => item.id === id);
    if (known) return known.identity;
    const meant = alike.filter(({ identity }) => identity === name || identity === before);
    const [only, ...others] =
      meant.length > 0 ? meant : alike.filter(({ identity }) => !taken.has(nameIn(kind.name, identity)));
    if (only && others.some(({ identity }) => identity !== only.identity))
      doubtful.set(resource.address, problems.manyBelow(resource, [only, ...others]));
    return only?.identity ?? name;
  }
}

function nameIn(kind: string, name: string): string {
  return `${kind}\0${name}`;
}

/** Marks doubtful matches, and their children, as unknown. */
function withDoubts(
  { of, unclaimed }: MatchResult,
  wanted: readonly WantedResource[],
  { doubtful, outside }: { readonly doubtful: ReadonlyMap<Address, Problem>; readonly outside: Seen },
): MatchResult {
  const doubts = new Map(doubtful);
  const known = new Map([...outside, ...of]);
  const problemOf = (address: Address): Problem | undefined => {
    const seen = known.get(address);
    return doubts.get(address) ?? (seen?.state === "unknown" ? seen.problem : undefined);
  };
  // A doubt may cause further doubts in any order, so the loop repeats until none is added.
  for (let before = -1; before !== doubts.size; ) {
    before = doubts.size;
    for (const one of wanted) {
      const { address } = one.resource;
      const [parent] = doubts.has(address) ? [] : parentsOf(one).filter((each) => problemOf(each));
      const why = parent && problemOf(parent);
      if (parent && why) doubts.set(address, { ...problems.namedUnknown(parent, why), address });
    }
  }
  const all = [...of].map(([address, seen]): [Address, Observation<LiveResource>] => {
    const problem = doubts.get(address);
    return [address, problem ? problems.unknown(problem) : seen];
  });
  return { of: new Map(all), unclaimed };
}
