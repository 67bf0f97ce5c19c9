/** Canonicalizes declared and live values of a device by its modules. Pure. */

import type { ResourceQuery } from "../../../model/collection.ts";
import type { Resource } from "../../../model/desired.ts";
import { isArray, type Json, sameJson } from "../../../model/json.ts";
import type { Pointer } from "../../../model/pointer.ts";
import { canonicalData } from "../../../yang/data/canonical.ts";
import { withoutEmptyCases as dataWithoutEmptyCases } from "../../../yang/data/choices.ts";
import { defaultsIn, dropDefaults, fillDefaults, listKeysIn } from "../../../yang/data/default-values.ts";
import { dataPath, entryKeyIn, members } from "./kinds/data-path.ts";
import { innerLists, spelledEntry } from "./list-entries.ts";
import type { DeviceModel } from "./model.ts";
import { type ModelledPlace, placeIn } from "./model-place.ts";
import { withStandardSpelling } from "./standard-leaves.ts";

/**
 * Returns a declared resource with canonical values, and with the list keys that its modules define. Without modules,
 * only leaves of standard modules are canonicalized.
 */
export function modelled(resource: Resource, device: DeviceModel): Resource {
  const place = placeIn(device, resource);
  if (place === undefined) {
    const value = withoutModules(resource, resource.value);
    return value === resource.value ? resource : { ...resource, value };
  }
  const value = withoutEmptyCases(place, resource, spelled(place, resource, resource.value));
  const { lists: own, ordered } = listsIn(place, resource, value);
  const lists = { ...own, ...resource.lists };
  return { ...resource, value, lists, ...(ordered.length > 0 && { ordered }) };
}

/** Returns the lists and leaf-lists in a declared value whose order is significant, according to its modules. */
export function orderedIn(
  device: DeviceModel,
  of: ConfigurationName,
  value: Json | undefined,
): ReadonlySet<Pointer> {
  const place = value === undefined ? undefined : placeIn(device, of);
  if (place === undefined || value === undefined) return new Set();
  const { ordered, orderedValues } = listsIn(place, of, value);
  return new Set([...ordered, ...orderedValues]);
}

type ConfigurationName = Pick<Resource, "kind" | "identity">;

/** Returns the value as it is in its place: an entry is wrapped in its list. */
function standing({ identity }: ConfigurationName, value: Json): Json {
  return entryKeyIn(identity) ? [value] : value;
}

/** Returns the canonical form of a value whose target has no modules. Only leaves of standard modules are changed. */
function withoutModules({ kind, identity }: ConfigurationName, value: Json): Json {
  return kind === "deviceConfiguration" ? withStandardSpelling(dataPath(identity), value) : value;
}

function spelled(place: ModelledPlace, of: ConfigurationName, value: Json): Json {
  if (entryKeyIn(of.identity)) return spelledEntry(place, value);
  return canonicalData(place.schema, place.node, value);
}

function withoutEmptyCases({ node }: ModelledPlace, of: ConfigurationName, value: Json): Json {
  return ownIn(of, dataWithoutEmptyCases(node, standing(of, value)));
}

function listsIn({ node }: ModelledPlace, of: ConfigurationName, value: Json) {
  const { keys, ordered, orderedValues } = listKeysIn(node, [standing(of, value)]);
  if (!entryKeyIn(of.identity)) return { lists: keys, ordered, orderedValues };
  const inside = (paths: readonly Pointer[]) =>
    paths.flatMap((path) => (path.startsWith("/*/") ? [path.slice(2)] : []));
  return { lists: innerLists(keys), ordered: inside(ordered), orderedValues: inside(orderedValues) };
}

/** Returns the defaults of declared leaves, as far as the modules define them, by data path without keys. */
export function declaredDefaults(
  device: DeviceModel,
  wanted: readonly ResourceQuery[],
): Readonly<Record<string, Json>> {
  const found = wanted.flatMap((query) => {
    const place = placeIn(device, query);
    if (place === undefined) return [];
    const above = members(dataPath(query.identity));
    return (query.declared ?? []).flatMap((value) =>
      defaultsIn(place.schema, place.node, standing(query, value)).map(
        ({ path, usual }) => [`/${[...above, ...path].join("/")}`, usual] as const,
      ),
    );
  });
  return Object.fromEntries(found);
}

/** A part of a device's tree, used for comparison and as the basis of a write. */
interface LiveValue {
  readonly value: Json;
  readonly raw: Json;
}

/** The live value at the place of a part, if there is one. */
interface LivePart {
  readonly live: Json | undefined;
  /** True if the part's parent exists. If the parent does not exist, defaults do not apply. */
  isInUse(): boolean;
}

/**
 * Returns the live value of a configuration part. An omitted leaf has its default. If undeclared values count as
 * differences, a leaf that is shown at its default is ignored. Undefined: the device has nothing at this place.
 */
export function liveValue(
  device: DeviceModel,
  query: ResourceQuery,
  { live, isInUse }: LivePart,
): LiveValue | undefined {
  const place = placeIn(device, query);
  if (place === undefined) {
    const shown = live && withoutModules(query, live);
    return shown === undefined ? undefined : { value: shown, raw: shown };
  }
  const { schema, node } = place;
  const declared = (query.declared ?? []).map((each) => standing(query, each));
  if (live === undefined) {
    // A part to be removed counts as removed already, because a leaf at its default need not be removed again.
    if (query.isDropped || entryKeyIn(query.identity) || !isInUse()) return undefined;
    const usual = declared.find((each) => isUsual(place, each));
    return usual === undefined ? undefined : { value: usual, raw: usual };
  }
  const raw = standing(query, spelled(place, query, live));
  const shown = query.exclusive ? dropDefaults(schema, { node, live: raw, declared }) : raw;
  const value = declared.reduce<Json>(
    (before, each) => fillDefaults(schema, { node, live: before, declared: each }) ?? before,
    shown,
  );
  return { value: ownIn(query, value), raw: ownIn(query, raw) };
}

/**
 * True if a device that shows this live value may store nothing at its place: an empty list, or leaves that all have
 * their defaults.
 */
export function mayBeUnstored(device: DeviceModel, query: ConfigurationName, value: Json): boolean {
  if (isArray(value)) return value.length === 0;
  const place = placeIn(device, query);
  return place !== undefined && isUsual(place, standing(query, value));
}

/** True if the value is what a missing part stands for: all its leaves have their defaults. */
function isUsual({ schema, node }: ModelledPlace, value: Json): boolean {
  return sameJson(fillDefaults(schema, { node, live: undefined, declared: value }), value);
}

function ownIn({ identity }: ConfigurationName, value: Json): Json {
  return entryKeyIn(identity) && isArray(value) ? (value[0] ?? null) : value;
}
