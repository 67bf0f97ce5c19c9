/** Converts a snapshot to the publishable JSON document: only declared fields, never secrets. */

import type { Desired, Resource } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { byIdentity } from "../model/list-identity.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import { inside, secretPatterns, shapeOf, type ValueShape } from "../model/sameness/value-shape.ts";

/** The input of a published snapshot. */
export interface PublishedSnapshot {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly environment: string;
}

/**
 * The document: `{ format: "trueup.snapshot", version: 1, ... }`, in address order. Wire forms and ids are left out.
 */
export function snapshotDocument(
  snapshot: Snapshot,
  { desired, base, environment }: PublishedSnapshot,
): object {
  const observations = [...snapshot.observations].flatMap(([address, observation]): readonly object[] => {
    const declared = [desired.resources.get(address) ?? [], base?.resources.get(address) ?? []].flat();
    if (declared.length === 0) return [];
    if (observation.state !== "present") return [{ address, ...observation }];
    const value = publicPart(observation.value.value, declared);
    const { byId, anew } = observation.value;
    return [{ address, state: "present", value, ...(byId && { known: "id" }), ...(anew && { anew }) }];
  });
  const unmanaged = snapshot.unmanaged.length;
  return {
    format: "trueup.snapshot",
    version: 1,
    environment,
    takenAt: snapshot.takenAt,
    observations,
    unmanaged,
  };
}

/** The live values of fields that desired or base declares and that neither marks as secret. */
function publicPart(live: Json, declared: readonly Resource[]): Json {
  const secrets = declared.flatMap(secretPatterns);
  const lists = Object.assign({}, ...declared.map((one) => one.lists));
  const values = declared.map(({ value }) => value);
  return part(live, values, shapeOf({ value: null, secrets, lists })) ?? null;
}

/**
 * The publishable part of a live value; undefined if there is none. If no declaration goes deeper than this place, the
 * whole value counts as declared. Secrets are always left out.
 */
function part(live: Json, declared: readonly Json[], shape: ValueShape | undefined): Json | undefined {
  if (shape?.secret) return undefined;
  if (isObject(live)) {
    const objects = declared.filter(isObject);
    const wanted = objects.length > 0 ? objects : [live];
    const members = Object.keys(live).flatMap((key) => {
      const within = wanted.flatMap((one) => (Object.hasOwn(one, key) ? [one[key] ?? null] : []));
      const kept = within.length > 0 ? part(live[key] ?? null, within, inside(shape, key)) : undefined;
      return kept === undefined ? [] : [[key, kept] as const];
    });
    return Object.fromEntries(members);
  }
  return isArray(live) ? elements(live, declared, shape) : live;
}

/** Returns only the declared elements of a list with identity. Any other list is treated as a single field. */
function elements(live: readonly Json[], declared: readonly Json[], shape: ValueShape | undefined): Json {
  const { leaves } = shape ?? {};
  const lists = declared
    .filter(isArray)
    .map((list) => ({ list, names: leaves ? byIdentity(list, leaves) : undefined }));
  const found = leaves && byIdentity(live, leaves);
  if (!found || lists.some(({ names }) => names === undefined))
    return live.flatMap((element) => part(element, [element], inside(shape, "*")) ?? []);
  return [...found].flatMap(([name, index]) => {
    const same = lists.flatMap(({ list, names }) => list[names?.get(name) ?? -1] ?? []);
    return same.length === 0 ? [] : (part(live[index] ?? null, same, inside(shape, name)) ?? []);
  });
}
