/**
 * Returns live and declared state as leaves, so that the two can be compared. The name of a leaf is `object | path`,
 * and its value is JSON text.
 */

import type { Desired, Resource } from "../../src/model/desired.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { SimNetwork } from "../../src/simulator/dashboard/state.ts";
import { root } from "../../src/simulator/fabric/state.ts";
import type { World } from "../../src/simulator/world.ts";

/** JSON texts by the name of the leaf. */
export type Leaves = ReadonlyMap<string, string>;

const canary = JSON.stringify("canary-corp-psk");

/**
 * Returns the whole state of the servers, with secrets. A second network of the same name gets an object name of its
 * own.
 */
export function liveLeaves({ dashboard, fabric, restconf }: World): Leaves {
  const leaves = new Map<string, string>();
  for (const [id, network] of dashboard.networks) {
    const object = networkObject(dashboard.organizations.get(network.organizationId), network);
    const own = leaves.has(`${object} | /id`) ? `${object} ${id}` : object;
    walk({ id, ...network.fields }, `${own} | `, leaves);
    for (const [number, { fields, password }] of network.ssids)
      walk({ ...fields, ...(password !== undefined && { password }) }, `${own}/${number} | `, leaves);
  }
  for (const [path, { class: name, attributes }] of fabric.objects)
    if (path !== root) walk({ class: name, attributes }, `fabric ${path} | `, leaves);
  for (const [host, { data }] of restconf.routers) walk(data, `routers ${host} | `, leaves);
  return leaves;
}

/** Returns what is declared, with the same names as in `liveLeaves`. */
export function declaredLeaves(desired: Desired): Leaves {
  const leaves = new Map<string, string>();
  for (const resource of desired.resources.values()) {
    if (resource.observed) continue;
    const { object, value } = placed(desired, resource);
    walk(value, `${object} | `, leaves);
  }
  return leaves;
}

/** Returns the name of a resource's object. All resources of a router are in one object. */
export function objectOf(desired: Desired, resource: Resource): string {
  return placed(desired, resource).object;
}

/** Returns the object that a leaf belongs to. */
export function objectIn(leaf: string): string {
  return leaf.slice(0, leaf.indexOf(" | "));
}

/** Returns the name of a network's object. */
export function networkObject(organization: string | undefined, { fields }: SimNetwork): string {
  return `cloud ${organization}/${String(fields.name)}`;
}

function placed(desired: Desired, resource: Resource): { readonly object: string; readonly value: Json } {
  const { kind, identity, scope, parent, value } = resource;
  const host = `routers ${scope.host}`;
  switch (kind) {
    case "network":
      return { object: `cloud ${scope.organization}/${identity}`, value };
    case "ssid": {
      const within = parent === undefined ? undefined : desired.resources.get(parent);
      return { object: `cloud ${scope.organization}/${within?.identity}/${identity}`, value: opened(value) };
    }
    case "tenant":
      return { object: `fabric ${identity}`, value: { attributes: value } };
    case "managedObject":
      return { object: `fabric ${identity}`, value };
    case "deviceHostname":
      return { object: host, value: at(["Vendor-native:native", "hostname"], value) };
    case "deviceInterface":
      return { object: host, value: at(interfacePath(identity), portOf(value)) };
    case "deviceConfiguration":
      return { object: host, value: at(pathOf(identity), value) };
    default:
      throw new Error(`There are no leaves for ${kind}`);
  }
}

function opened(value: Json): Json {
  if (!isObject(value) || !isObject(value.password)) return value;
  return { ...value, password: JSON.parse(canary) };
}

function portOf(value: Json): Json {
  if (!isObject(value) || !value.ip) return value;
  const { ip, ...rest } = value;
  return { ...rest, ip: { address: { primary: ip } } };
}

/**
 * Returns the path of an interface with an identity such as `10.20.0.1 GigabitEthernet 1/0/1`. List elements are named
 * by their keys.
 */
function interfacePath(identity: string): readonly string[] {
  const [, type = "", number = ""] = identity.split(" ");
  return ["Vendor-native:native", "interface", type, number];
}

/** Returns the path in an identity such as `10.20.0.1 /Vendor-native:native/ntp`. */
function pathOf(identity: string): readonly string[] {
  return identity.slice(identity.indexOf("/") + 1).split("/");
}

function at(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

function walk(value: Json, name: string, leaves: Map<string, string>): void {
  const named = isObject(value) ? value : elementsByName(value);
  if (named === undefined || Object.keys(named).length === 0) {
    leaves.set(name, text(name, value));
    return;
  }
  for (const [member, inner] of Object.entries(named)) walk(inner, `${name}/${member}`, leaves);
}

/**
 * Returns the elements of a list by name; undefined if the value is no list, the list is empty, or an element has no
 * name.
 */
function elementsByName(value: Json): JsonObject | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const named = value.flatMap((one: Json) =>
    isObject(one) && typeof one.name === "string" ? [[one.name, one] as const] : [],
  );
  return named.length === value.length ? Object.fromEntries(named) : undefined;
}

/** Returns the text of a leaf. Tags are sorted, because they are a set. */
function text(name: string, value: Json): string {
  return JSON.stringify(name.endsWith("| /tags") && Array.isArray(value) ? value.toSorted() : value);
}
