/**
 * Completes leaves that a device omits from replies while they have their default value (RFC 6243). Declared leaves get
 * their values from a reply with all defaults, and from the settings. State and undeclared leaves are not completed.
 * Pure.
 */

import type { ResourceQuery } from "../../../model/collection.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { byIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import { isEntryStep, type TreeStep } from "../device/kinds/data-path.ts";
import type { DeviceModel } from "../device/model.ts";
import type { KeyedLists } from "../device/overlay.ts";
import { nodeOf } from "../device/places/nodes.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { onWire, partOf } from "./tree-parts.ts";

/** Sources for the values of omitted leaves. */
export interface DefaultSources {
  /** The device's tree with all defaults, if the device reports them. */
  readonly reported?: Json | undefined;
  /** The defaults in the settings, by data path without keys. */
  readonly set: Readonly<Record<string, Json>>;
}

/** A tree, completed with the declared leaves that are at their default. */
export interface CompletedTree {
  /** The completed tree. */
  readonly tree: JsonObject;
  /** The data paths of declared leaves whose default is unknown. */
  readonly missing: readonly string[];
}

/** Returns the tree, completed with the declared leaves whose values are in the sources. */
export function completed(
  device: DeviceModel,
  wanted: readonly ResourceQuery[],
  { tree, sources }: { readonly tree: JsonObject; readonly sources: DefaultSources },
): CompletedTree {
  const missing = new Set<string>();
  const whole = wanted.reduce<Json | undefined>(
    (live, query) =>
      declaredTrees(device, query).reduce<Json | undefined>(
        (before, declared) =>
          filled(
            { live: before, declared, reported: sources.reported },
            {
              set: sources.set,
              isPresence: (path) => nodeOf(device, path)?.node.isPresence === true,
              lists: listsOf(device, query),
              missing,
              path: [],
              pattern: [],
            },
          ),
        live,
      ),
    tree,
  );
  return { tree: isObject(whole) ? whole : tree, missing: [...missing] };
}

/** Returns a resource's declarations, in the desired state and in the base, at their place in the tree. */
function declaredTrees(device: DeviceModel, query: ResourceQuery): readonly JsonObject[] {
  const { path, key } = partOf(device, query);
  const leaves = Object.fromEntries((key ?? []).map(({ leaf, value }): [string, Json] => [leaf, value]));
  const standing = (declared: Json): Json => {
    const value = onWire(query.kind, declared);
    return key ? [{ ...leaves, ...(isObject(value) && value) }] : value;
  };
  return (query.declared ?? []).map((value) => placedTree(device, [{ path, value: standing(value) }]));
}

function listsOf(device: DeviceModel, query: ResourceQuery): KeyedLists {
  const { path, key } = partOf(device, query);
  const all = key ? [...path, key] : path;
  const at = patternOf(all);
  const own = Object.entries(query.lists ?? {}).map(([list, leaves]) => [`${at}${list}`, leaves] as const);
  const around = all.flatMap((step, index) =>
    isEntryStep(step) ? [[patternOf(all.slice(0, index)), step.map(({ leaf }) => leaf)] as const] : [],
  );
  return Object.fromEntries([...own, ...around]);
}

function patternOf(path: readonly TreeStep[]): string {
  return pointer(path.map((step) => (isEntryStep(step) ? "*" : step)));
}

/** One place in the three trees: live, reported and declared. */
interface Node {
  readonly live: Json | undefined;
  readonly declared: Json;
  readonly reported: Json | undefined;
}

interface Place {
  readonly set: DefaultSources["set"];
  /**
   * True if the container at these members is a presence container. Defaults apply in such a container only if it
   * exists.
   */
  readonly isPresence: (path: readonly string[]) => boolean;
  readonly lists: KeyedLists;
  readonly missing: Set<string>;
  /** The members that lead from the top to this place, as in data paths without keys. */
  readonly path: readonly string[];
  /** Like `path`, with `*` for list elements. */
  readonly pattern: readonly string[];
}

/** Returns the live value, completed with omitted declared leaves. List elements and empty leaves have no default. */
function filled({ live, declared, reported }: Node, place: Place): Json | undefined {
  if (isObject(declared)) return filledBranch({ live, declared, reported }, place);
  if (isArray(declared) && declared.some(isObject)) return filledList({ live, declared, reported }, place);
  if (live !== undefined || isEmpty(declared)) return live;
  const path = `/${place.path.join("/")}`;
  const value = reported ?? (Object.hasOwn(place.set, path) ? place.set[path] : undefined);
  if (value === undefined) place.missing.add(path);
  else place.missing.delete(path);
  return value;
}

function filledBranch({ live, declared, reported }: Node & { readonly declared: JsonObject }, place: Place) {
  if (live !== undefined && !isObject(live)) return live;
  if (live === undefined && place.isPresence(place.path)) return undefined;
  const members: Record<string, Json> = { ...live };
  for (const [member, value] of Object.entries(declared)) {
    const inside = { live: memberOf(live, member), declared: value, reported: memberOf(reported, member) };
    const at = { path: [...place.path, member], pattern: [...place.pattern, member] };
    const found = filled(inside, { ...place, ...at });
    if (found !== undefined) members[member] = found;
  }
  return live === undefined && Object.keys(members).length === 0 ? undefined : members;
}

function filledList({ live, declared, reported }: Node, place: Place): Json | undefined {
  const leaves = place.lists[pointer(place.pattern)];
  if (!isArray(live) || !isArray(declared) || leaves === undefined) return live;
  const [known, wanted] = [byIdentity(live, leaves), byIdentity(declared, leaves)];
  const told = isArray(reported) ? byIdentity(reported, leaves) : undefined;
  if (known === undefined || wanted === undefined) return live;
  const pattern = [...place.pattern, "*"];
  return [...known].map(([identity, index]) => {
    const element = live[index] ?? null;
    const over = declared[wanted.get(identity) ?? -1];
    const other = isArray(reported) ? reported[told?.get(identity) ?? -1] : undefined;
    if (over === undefined) return element;
    return filled({ live: element, declared: over, reported: other }, { ...place, pattern }) ?? element;
  });
}

function memberOf(node: Json | undefined, member: string): Json | undefined {
  return node !== undefined && isObject(node) && Object.hasOwn(node, member) ? node[member] : undefined;
}

/**
 * True for a leaf without a value (`[null]`), which has no default, and for an empty list, which cannot be
 * distinguished from a missing list.
 */
function isEmpty(declared: Json): boolean {
  return isArray(declared) && (declared.length === 0 || declared[0] === null);
}
