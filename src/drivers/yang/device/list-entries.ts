/** List entries as separate resources: declared as a list, as a map by key, or by a path. Pure. */

import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { KindProblem } from "../../../model/problem.ts";
import { canonicalData } from "../../../yang/data/canonical.ts";
import { configNames, nodeAt } from "../../../yang/schema/schema.ts";
import type { Dialect } from "../../contract/contract.ts";
import type { DeclaredKeys, NameHint, ResourceParts } from "../../contract/target-model.ts";
import {
  dataPath,
  entryIdentity,
  entryIn,
  entryPath,
  isDataPath,
  keyValues,
  members,
  withoutKeys,
  writtenPath,
} from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";
import { type ModelledPlace, placeIn } from "./model-place.ts";
import { entriesOnWay, keyCount, leavesOf, unknownKey } from "./places/entries-on-way.ts";

/** An entry in its declared form, and its place in the list's value. */
interface WrittenEntry {
  readonly at: readonly string[];
  readonly value: Json;
  /**
   * The key values with which the entry is declared: its key in a map, or the key in its path. Absent: the entry is
   * declared in a list.
   */
  readonly named?: readonly string[];
}

type DialectOfDevices = DeviceModel & Pick<Dialect, "operations">;

interface KeyedList {
  readonly path: string;
  readonly leaves: readonly string[];
  readonly place: ModelledPlace | undefined;
}

/**
 * Returns the entries of a declared list, as separate resources. The entries are joined to one resource if the list has
 * `ownership: exclusive`, or if the interface can only replace the whole list. Undefined: the list is not split,
 * because its key is unknown, its order is significant, or its entries are invalid.
 */
export function partsOf(
  resource: Resource,
  device: DialectOfDevices,
  keys: DeclaredKeys = {},
): ResourceParts | undefined {
  if (resource.kind !== "deviceConfiguration") return undefined;
  const written = dataPath(resource.identity);
  const onWay = entriesOnWay(written, { device, keys });
  if ("problem" in onWay) return { parts: [], problems: [onWay.problem] };
  const { path } = onWay;
  if (path === written) return partsAt(path, resource, device);
  const placed = { ...resource, identity: `${resource.scope.host ?? ""} ${path}` };
  const apart = partsAt(path, placed, device);
  if (apart !== undefined) return apart;
  const { identity, value, lists } = placed;
  return { parts: [{ key: writtenPath(path), identity, value, lists, at: [] }], problems: [] };
}

function partsAt(path: string, resource: Resource, device: DialectOfDevices): ResourceParts | undefined {
  const own = entryIn(path);
  const list = keyedList(resource, device, own ?? { list: path });
  if (own && list) return partsIn(resource, list, [{ at: [], value: resource.value, named: own.values }]);
  if (own) return device.schema ? undefined : { parts: [], problems: [unknownKey(withoutKeys(own.list))] };
  if (list?.place?.node.isUserOrdered) return undefined;
  const written = list && writtenEntries(resource.value, list.leaves);
  const apart = list && written && partsIn(resource, list, written);
  const isWhole =
    resource.ownership === "exclusive" || device.operations.deviceConfiguration?.create === "none";
  return apart && isWhole ? together(resource, path, apart) : apart;
}

/** Joins the entries of a list to one resource again. */
function together(resource: Resource, path: string, { parts, problems }: ResourceParts): ResourceParts {
  const value = parts.map((part) => part.value);
  const { identity, lists } = resource;
  return { parts: [{ key: writtenPath(path), identity, value, lists, at: [] }], problems };
}

/**
 * Returns the list, with its key leaves. Undefined: the key leaves are unknown, or the modules define no list here.
 * `values`: the key values of an entry that is declared by its path.
 */
function keyedList(
  resource: Resource,
  device: DeviceModel,
  { list: path, values }: { readonly list: string; readonly values?: readonly string[] },
): KeyedList | undefined {
  const host = resource.scope.host ?? "";
  const place = placeIn(device, { kind: resource.kind, identity: `${host} ${path}` });
  const { node } = place ?? {};
  // Other checks report a path that is not a list in the modules.
  if (device.schema && node?.kind !== "list") return undefined;
  const declared = resource.lists[""];
  const leaves =
    node && node.keys.length > 0
      ? node.keys
      : (declared ?? (values && leavesOf(withoutKeys(path), { device, keys: {} })));
  return leaves && { path, leaves, place };
}

/** Returns the entries in their declared form. Undefined: the value is not a list of entries. */
function writtenEntries(value: Json, leaves: readonly string[]): readonly WrittenEntry[] | undefined {
  if (isArray(value)) {
    const identities = value.map((each) => (isObject(each) ? elementIdentity(each, leaves) : undefined));
    // The list checks report entries without a complete key, and entries with equal keys.
    if (identities.includes(undefined) || new Set(identities).size < value.length) return undefined;
    return value.map((each, index) => ({ at: [String(index)], value: each }));
  }
  if (!isObject(value)) return undefined;
  if (leaves.every((leaf) => Object.hasOwn(value, leaf) && !isObject(value[leaf] ?? null)))
    return [{ at: [], value }];
  const members = Object.entries(value);
  if (!members.every(([, each]) => each === null || isObject(each))) return undefined;
  return members.map(([key, each]) => ({ at: [key], value: each ?? {}, named: keyValues(key) }));
}

function partsIn(resource: Resource, list: KeyedList, written: readonly WrittenEntry[]): ResourceParts {
  const problems: KindProblem[] = [];
  const lists = innerLists(resource.lists);
  const parts = written.flatMap(({ at, value, named }) => {
    const entry = wholeEntry(list, value, named);
    if (typeof entry === "string") {
      problems.push({ path: pointer(at), code: "invalid-key", message: entry });
      return [];
    }
    const spelled = list.place ? spelledEntry(list.place, entry) : entry;
    const values = list.leaves.map((leaf) => elementIdentity(spelled, [leaf]) ?? "");
    const key = list.leaves.map((leaf, index) => ({ leaf, value: values[index] ?? "" }));
    const identity = `${resource.scope.host ?? ""} ${entryIdentity(list.path, key)}`;
    return [{ key: entryPath(list.path, values), identity, value: entry, lists, at }];
  });
  return { parts, problems };
}

/** Returns the entry with the key by which it is named, or what is wrong with the entry. */
function wholeEntry(
  { leaves, place }: KeyedList,
  value: Json,
  named: readonly string[] | undefined,
): JsonObject | string {
  if (!isObject(value)) return "an entry of a list must be a map";
  if (named === undefined) return value;
  const names = leaves.map((leaf) => `\`${leaf}\``).join(", ");
  if (named.length !== leaves.length) return keyCount(leaves, named.length);
  if (named.length === 1 && named[0] === "") return "the key of this entry is empty";
  const key = Object.fromEntries(leaves.map((leaf, index): [string, Json] => [leaf, named[index] ?? ""]));
  const whole = { ...key, ...value };
  const isMeant = leaves.every((leaf) => textOf(place, key, leaf) === textOf(place, whole, leaf));
  return isMeant ? whole : `the value of ${names} differs from the key of this entry`;
}

function textOf(place: ModelledPlace | undefined, entry: JsonObject, leaf: string): string | undefined {
  return elementIdentity(place ? spelledEntry(place, entry) : entry, [leaf]);
}

/** Returns an entry in the canonical form of its modules. */
export function spelledEntry({ schema, node }: ModelledPlace, entry: Json): Json {
  const spelled = canonicalData(schema, node, [entry]);
  return isArray(spelled) ? (spelled[0] ?? entry) : entry;
}

/** Returns the lists inside an entry, by pointers relative to the entry. */
export function innerLists<T>(lists: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const inside = Object.entries(lists).filter(([path]) => path.startsWith("/*/"));
  return Object.fromEntries(inside.map(([path, leaves]) => [path.slice(2), leaves]));
}

/**
 * Returns the errors in list keys, by pointers into `keys`. There are none if the target has no modules. A path that is
 * not a list is only a warning, since defaults may also apply to other devices.
 */
export function declaredKeyProblems(
  keys: DeclaredKeys,
  { schema }: Pick<DeviceModel, "schema">,
  hint: NameHint = () => undefined,
): readonly KindProblem[] {
  const made = schema?.();
  if (made === undefined) return [];
  return Object.entries(keys).flatMap(([list, leaves]): KindProblem[] => {
    if (!isDataPath(list)) return [];
    const path = pointer([list]);
    const found = nodeAt(made, members(list));
    if ("unknown" in found) {
      const message =
        `the modules have no \`${found.unknown}\` in ${list}: the keys declared for ${list} have no ` +
        "effect";
      const meant = hint(found.unknown, found.names);
      return [{ path, code: "unknown-field", severity: "warning", message, hint: meant }];
    }
    const { node } = found;
    if (node.kind !== "list") {
      const message = `${list} is not a list in the modules: the keys declared for ${list} have no effect`;
      return [{ path, code: "unknown-field", severity: "warning", message }];
    }
    const known = configNames(node);
    const wrong = [leaves].flat().find((leaf) => !known.includes(leaf));
    if (wrong === undefined) return [];
    const message = `the modules have no \`${wrong}\` in the entries of ${list}`;
    return [{ path, code: "unknown-field", message, hint: hint(wrong, known) }];
  });
}
