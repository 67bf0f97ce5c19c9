/**
 * Resources that are identified by references. Declarations contain keys, and the live state contains ids. Translates
 * keys into ids, and ids into keys.
 */

import type { Kind } from "../drivers/contract/contract.ts";
import { type Address, address, addressParts } from "../model/address.ts";
import type { Resource } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { type LiveResource, type Observation, ownIdIn } from "../model/live/snapshot.ts";
import { at } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import { literalId, literalIds, mapReferences, type References, referred } from "../model/references.ts";
import * as problems from "./problems.ts";
import type { WantedResource } from "./query.ts";

type Identified = (address: Address) => Promise<Observation<LiveResource>>;

/** Returns the wanted resources with their live identities. A reference to a missing resource gets no id. */
export async function byLiveIds(
  wanted: readonly WantedResource[],
  identified: Identified,
): Promise<readonly WantedResource[]> {
  if (wanted.every(({ kind }) => kind.identifiedBy === undefined)) return wanted;
  return Promise.all(
    wanted.map(async (one) => {
      const { identity, before, resource, declared } = one;
      const named = identitiesIn(one);
      if (named === undefined) return one;
      const ids = new Map<Address, string>();
      for (const each of addressesIn(one, named)) {
        const seen = await identified(each);
        if (seen.state === "present" && seen.value.id !== undefined) ids.set(each, ownIdIn(seen.value.id));
      }
      const live = (value: Json) => liveIdentity(one, { value, named, ids });
      return {
        ...one,
        ...(identity !== undefined && { identity: live(resource.value) }),
        ...(before !== undefined && { before: live(declared.at(-1) ?? resource.value) }),
      };
    }),
  );
}

/**
 * Returns why it is unknown whether a resource exists: its identity contains another resource, which is unknown.
 * Undefined if there is no reason.
 */
export async function unknownName(one: WantedResource, identified: Identified): Promise<Problem | undefined> {
  const named = identitiesIn(one);
  if (named === undefined) return undefined;
  for (const each of addressesIn(one, named)) {
    const seen = await identified(each);
    if (seen.state === "unknown") return problems.namedUnknown(each, seen.problem);
  }
  return undefined;
}

function identitiesIn({ kind, resource }: WantedResource): References | undefined {
  return kind.identifiedBy && referencesOfIdentity(kind, resource.refersTo);
}

/** The references that are part of a kind's identity. */
export function referencesOfIdentity<Named extends string | readonly string[]>(
  { identifiedBy = [] }: Pick<Kind, "identifiedBy">,
  refersTo: Readonly<Record<string, Named>> = {},
): Readonly<Record<string, Named>> {
  return Object.fromEntries(Object.entries(refersTo).filter(([field]) => identifiedBy.includes(field)));
}

function addressesIn({ resource, declared }: WantedResource, refersTo: References): ReadonlySet<Address> {
  const { target } = resource;
  return new Set(declared.flatMap((value) => [...referred({ target, refersTo }, value).values()]));
}

interface LiveNames {
  readonly value: Json;
  readonly named: References;
  readonly ids: ReadonlyMap<Address, string>;
}

function liveIdentity({ kind, resource }: WantedResource, { value, named, ids }: LiveNames): string {
  const { target, key, scope } = resource;
  const inIds = mapReferences(value, named, (found, of) =>
    typeof found === "string"
      ? (ids.get(address(target, of, found)) ?? `no id of ${found}`)
      : (literalId(found) ?? found),
  );
  return kind.identity({ key, value: inIds, scope });
}

/** The key of the resource of this kind with this live id; undefined if there is none. */
function keyIn(
  groups: Iterable<ReadonlyMap<string, Address>>,
  wanted: string,
  id: string,
): string | undefined {
  for (const found of groups) {
    const address = found.get(id);
    if (address === undefined) continue;
    const { kind, key } = addressParts(address);
    if (kind === wanted) return key;
  }
  return undefined;
}

/** Adds an id to the index in both forms that fields may contain: the live id, and the last id of its chain. */
export function noteId(found: Map<string, Address>, id: string | undefined, address: Address): void {
  if (id !== undefined) found.set(id, address).set(ownIdIn(id), address);
}

/**
 * Returns a live value with keys instead of ids. Resources that are undeclared, or referenced by id, become `{ id }`.
 * `former`: resources that only base has under this name. They count only if desired declares something, since
 * otherwise their ids could not be written back.
 */
export function inKeys(
  live: Json,
  { refersTo = {}, value: desired }: Pick<Resource, "refersTo" | "value">,
  {
    groups,
    former,
  }: {
    readonly groups: Iterable<ReadonlyMap<string, Address>>;
    readonly former: ReadonlyMap<string, Address>;
  },
): Json {
  const said = Object.entries(refersTo).filter(([field]) => at(desired, field) !== undefined);
  const literal = literalIds({ refersTo }, [desired]);
  const named = mapReferences(live, refersTo, (found, kind) => {
    if (typeof found !== "string") return found;
    return (literal.has(found) ? undefined : keyIn(groups, kind, found)) ?? { id: found };
  });
  return mapReferences(named, Object.fromEntries(said), (found, kind) => {
    const id = literalId(found);
    return id === undefined || literal.has(id) ? found : (keyIn([former], kind, id) ?? found);
  });
}
