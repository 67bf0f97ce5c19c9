/** Items of a device's tree: its hostname, its interfaces, and the declared configuration. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { at, pointer } from "../../../model/pointer.ts";
import type { Item, ReadRequest } from "../../contract/contract.ts";
import { withEmptyLists } from "./empty-lists.ts";
import { dataPath, entryKeyIn, members, steps } from "./kinds/data-path.ts";
import { type DeviceModel, rootOf } from "./model.ts";
import { liveValue } from "./model-values.ts";
import { withoutPath } from "./overlay.ts";
import { madeAround } from "./places/nodes.ts";
import { StandingTree } from "./places/placed-tree.ts";

/** The top-level containers of a device by name, without read-only nodes. */
export type DeviceTree = JsonObject;

/** Returns the container in a reply, without read-only nodes. Undefined: the reply lacks the container. */
export function containerIn(device: DeviceModel, body: Json, container: string): DeviceTree | undefined {
  if (!isObject(body) || !Object.hasOwn(body, container)) return undefined;
  return withoutReadOnly(device, { [container]: body[container] ?? null });
}

/** Returns the tree without the nodes that the device shows but does not accept. */
export function withoutReadOnly(device: DeviceModel, whole: JsonObject): DeviceTree {
  let tree: Json = whole;
  for (const path of device.readOnly) tree = withoutPath(tree, members(path));
  return isObject(tree) ? tree : {};
}

/** Returns the items of a tree. Undefined: an interface in the tree has no name. */
export function deviceItems(
  device: DeviceModel,
  tree: DeviceTree,
  request: { readonly host: string; readonly wanted: ReadRequest["wanted"] },
): readonly Item[] | undefined {
  const { host, wanted } = request;
  const interfaces = interfaceItems(device, tree, host);
  const configuration = wanted.filter(({ kind }) => kind === "deviceConfiguration");
  return (
    interfaces && [
      ...hostnameItems(device, tree, host),
      ...interfaces,
      ...configurationItems(device, tree, configuration),
    ]
  );
}

function hostnameItems(device: DeviceModel, tree: DeviceTree, host: string): readonly Item[] {
  const value = at(tree, pointer([rootOf(device), device.hostname]));
  return value === undefined ? [] : [{ kind: "deviceHostname", identity: `${host} hostname`, value }];
}

function interfaceItems(device: DeviceModel, tree: DeviceTree, host: string): readonly Item[] | undefined {
  const listed = at(tree, pointer([rootOf(device), ...device.interfaces]));
  if (listed === undefined) return [];
  if (!isArray(listed)) return undefined;
  const items: Item[] = [];
  for (const raw of listed) {
    if (!isObject(raw) || typeof raw.name !== "string") return undefined;
    const identity = `${host} ${device.interfaceType} ${raw.name}`;
    items.push({ kind: "deviceInterface", identity, value: interfaceValue(raw), raw });
  }
  return items;
}

/** Returns an interface's value. The primary address is moved up to the other members of `ip`. Unknown members stay. */
export function interfaceValue(raw: JsonObject): Json {
  const { name: _, ip, ...others } = raw;
  if (!isObject(ip)) return ip === undefined ? others : { ...others, ip };
  const { address, ...besides } = ip;
  if (!isObject(address)) return { ...others, ip };
  const { primary, ...further } = address;
  return { ...others, ip: { ...besides, ...further, ...(isObject(primary) ? primary : {}) } };
}

/** Returns a declared interface in tree form, without its name: the inverse of `interfaceValue`. */
export function interfaceOnWire(declared: Json): JsonObject {
  if (!isObject(declared)) return {};
  const { ip, ...others } = declared;
  if (!isObject(ip)) return others;
  return { ...others, ip: { address: { primary: { address: ip.address ?? null, mask: ip.mask ?? null } } } };
}

function configurationItems(
  device: DeviceModel,
  tree: DeviceTree,
  wanted: ReadRequest["wanted"],
): readonly Item[] {
  const standing = new StandingTree(device, tree);
  const standingAt = ({ identity }: ReadRequest["wanted"][number]): Json | undefined => {
    const key = entryKeyIn(identity);
    const path = steps(dataPath(identity));
    return standing.at(key ? [...path, key] : path);
  };
  const isInUse = ({ identity }: ReadRequest["wanted"][number]): boolean => {
    const around = device.schema && madeAround(device, steps(dataPath(identity)));
    return around === undefined || standing.at(around) !== undefined;
  };
  return wanted.flatMap((query): Item[] => {
    const { kind, identity } = query;
    const live = liveValue(device, query, {
      live: standingAt(query) ?? emptyList(query),
      isInUse: () => isInUse(query),
    });
    if (live === undefined) return [];
    const value = keyAsDeclared(query, live.value);
    const { declared = [], lists, isDropped } = query;
    return [{ kind, identity, ...live, value: isDropped ? value : withEmptyLists(value, declared, lists) }];
  });
}

/**
 * Returns the value of a declared empty list. A device does not show empty lists, so a missing list counts as empty.
 * Undefined: no declaration is an empty list, or the list is to be removed.
 */
function emptyList({ declared = [], isDropped }: ReadRequest["wanted"][number]): Json | undefined {
  const isEmpty = !isDropped && declared.some((each) => isArray(each) && each.length === 0);
  return isEmpty ? [] : undefined;
}

/**
 * Without modules, the type of a key is unknown. The live entry therefore gets its key as declared, however the device
 * spells it.
 */
function keyAsDeclared(
  { identity, declared: [declared = null] = [] }: ReadRequest["wanted"][number],
  live: Json,
): Json {
  const key = entryKeyIn(identity);
  if (key === undefined || !isObject(live) || !isObject(declared)) return live;
  const own = key.flatMap(({ leaf }) => {
    const value = Object.hasOwn(declared, leaf) ? declared[leaf] : undefined;
    return value === undefined ? [] : [[leaf, value] as const];
  });
  return { ...live, ...Object.fromEntries(own) };
}
