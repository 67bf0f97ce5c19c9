/** Which live thing of a hierarchy is which declared one: by its name, below what its declared parent is live. */

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

/** What is known besides what the list shows. */
interface Around {
  /** What is declared in another list. Undefined: it is declared nowhere. */
  readonly elsewhere: (address: Address) => Promise<Observation<LiveResource> | undefined>;
  /** See `match`. */
  readonly idOf?: IdOf | undefined;
}

/** More than twice as many levels as any product has. What changes still after half of these rounds is unknown. */
const roundsMax = 100;

/**
 * Matches what is in one list. A declared parent that is in it too is matched first, then what stands below it, and so
 * on: whoever is renamed or moved is found by what its parent is called live, whatever desired and base call that.
 * What stands below something unknown is unknown. What declares no parent is the only one of its name that no other
 * means.
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

/** What it stands below by what is declared of it: desired's, base's. */
function parentsOf({ resource, declared }: WantedResource): readonly Address[] {
  return declared.flatMap((value) => standsBelow(resource, value) ?? []);
}

type Seen = ReadonlyMap<Address, Observation<LiveResource>>;

function idIn(seen: Seen, address: Address): string | undefined {
  const found = seen.get(address);
  return found?.state === "present" ? found.value.id : undefined;
}

/** What desired and base call it, as a path of the list; what it may be, where that is not one thing. */
interface Called {
  readonly called: readonly WantedResource[];
  readonly doubtful: Map<Address, Problem>;
}

/** What one side says of a resource: its last name, and what it stands below; undefined: it does not say. */
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
  /** By live id: of what is in the list, and of what something in it stands below. */
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

  /** Its path below what its declared parent is live; nothing in the list has it where that is not there. */
  #placed({ own, parent }: Side, seen: Seen): string {
    if (parent === undefined) return own;
    const id = idIn(seen, parent);
    const above = id === undefined ? undefined : this.#byId.get(ownIdIn(id));
    return pathBelow(above ?? idInPath(id ?? parent), own);
  }

  /**
   * What declares no parent: the one that is known by its id, else the outermost of that name or the one that base
   * means, else the only one that no other resource means.
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

/** With what is in doubt as unknown, and what stands below something unknown. */
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
  // Outermost first or not: until nothing is added.
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
