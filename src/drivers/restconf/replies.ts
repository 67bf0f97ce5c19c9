/** What a device's tree holds: its hostname, its interfaces, and the configuration that was asked for. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { at, pointer } from "../../model/pointer.ts";
import type { Item, ReadRequest } from "../contract.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { members } from "./kinds/data-path.ts";
import { without } from "./overlay.ts";
import { rootOf } from "./requests.ts";

/** The top-level containers, by their members, without what is read only. */
export type Tree = JsonObject;

/** The container in an answer, without what is read only; undefined when the answer does not hold it. */
export function containerIn(dialect: RestconfDialect, body: Json, container: string): Tree | undefined {
  if (!isObject(body) || !Object.hasOwn(body, container)) return undefined;
  let tree: Json = { [container]: body[container] ?? null };
  for (const path of dialect.readOnly) tree = without(tree, members(path));
  return isObject(tree) ? tree : undefined;
}

/** The items of a tree; undefined when an interface in it has no name. */
export function itemsOf(
  dialect: RestconfDialect,
  tree: Tree,
  request: { readonly host: string; readonly wanted: ReadRequest["wanted"] },
): readonly Item[] | undefined {
  const { host, wanted } = request;
  const interfaces = interfaceItems(dialect, tree, host);
  const configuration = wanted.filter(({ kind }) => kind === "deviceConfiguration");
  return (
    interfaces && [
      ...hostnameItems(dialect, tree, host),
      ...interfaces,
      ...configurationItems(tree, configuration),
    ]
  );
}

function hostnameItems(dialect: RestconfDialect, tree: Tree, host: string): readonly Item[] {
  const value = at(tree, pointer([rootOf(dialect), dialect.hostname]));
  return value === undefined ? [] : [{ kind: "deviceHostname", identity: `${host} hostname`, value }];
}

function interfaceItems(dialect: RestconfDialect, tree: Tree, host: string): readonly Item[] | undefined {
  const listed = at(tree, pointer([rootOf(dialect), ...dialect.interfaces]));
  if (listed === undefined) return [];
  if (!isArray(listed)) return undefined;
  const items: Item[] = [];
  for (const raw of listed) {
    if (!isObject(raw) || typeof raw.name !== "string") return undefined;
    const identity = `${host} ${dialect.interfaceType} ${raw.name}`;
    items.push({ kind: "deviceInterface", identity, value: interfaceValue(raw), raw });
  }
  return items;
}

/** The primary address moves up beside the other members of `ip`; what we do not know stays. */
function interfaceValue(raw: JsonObject): Json {
  const { name: _, ip, ...others } = raw;
  if (!isObject(ip)) return ip === undefined ? others : { ...others, ip };
  const { address, ...besides } = ip;
  if (!isObject(address)) return { ...others, ip };
  const { primary, ...further } = address;
  return { ...others, ip: { ...besides, ...further, ...(isObject(primary) ? primary : {}) } };
}

function configurationItems(tree: Tree, wanted: ReadRequest["wanted"]): readonly Item[] {
  return wanted.flatMap(({ kind, identity }): Item[] => {
    const value = at(tree, pointer(members(dataPath(identity))));
    return value === undefined ? [] : [{ kind, identity, value, raw: value }];
  });
}

/** The data path in the identity of a device's configuration. */
export function dataPath(identity: string): string {
  return identity.slice(identity.indexOf("/"));
}
