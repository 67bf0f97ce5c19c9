/** The addresses and networks that resources declare, as records for the function `subnets` in policies. Pure. */

import { interfaceNetwork } from "../../load/expressions/library/addresses.ts";
import type { Resource } from "../../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { at, type Pointer, pointer } from "../../model/pointer.ts";

/** A network that a resource declares. Extends JSON because expressions use it. */
export interface Subnet extends JsonObject {
  /** The address of the resource. */
  readonly address: string;
  readonly field: Pointer;
  readonly kind: string;
  readonly key: string;
  readonly site: string | null;
  /** The interface's or the gateway's address; empty if there is none. */
  readonly ip: string;
  readonly network: string;
  /** The VRF, VPN or network within which the subnet must be unique. */
  readonly within: string;
  /** The device that the interface belongs to; empty if there is none. */
  readonly device: string;
}

type Found = Pick<Subnet, "field" | "ip" | "network" | "within" | "device">;
type SubnetsOf = (resource: Resource, value: JsonObject) => readonly Found[];

/**
 * How to find the subnets of a kind, and the VRF or network within which they must be unique:
 *
 * | kinds                            | within                        | device   |
 * |----------------------------------|-------------------------------|----------|
 * | interfaces and trees of devices  | the VRF that the tree names   | the host |
 * | VLANs and interfaces of networks | their network                 | none     |
 * | subnets in a site-to-site VPN    | the VPN of their organization | none     |
 * | subnets of bridge domains        | the tenant's VRF              | none     |
 * | pools and reservations           | others of their kind          | none     |
 */
const finders: Readonly<Record<string, SubnetsOf>> = {
  deviceInterface: inTree,
  deviceConfiguration: inTree,
  devicePhysicalInterface: inTree,
  deviceSubinterface: inTree,
  deviceEtherchannelInterface: inTree,
  applianceVlan: gateway("applianceIp"),
  applianceSingleLan: gateway("applianceIp"),
  switchRoutingInterface: gateway("interfaceIp"),
  switchStackRoutingInterface: gateway("interfaceIp"),
  applianceSiteToSiteVpn: inVpn,
  bridgeDomain: inBridgeDomain,
  ipPool: (resource, value) => pool(resource, value, ""),
  ipPoolReservation: (resource, value) =>
    ["ipV4AddressSpace", "ipV6AddressSpace"].flatMap((name) => {
      const space = value[name] ?? null;
      return isObject(space) ? pool(resource, space, `/${name}`) : [];
    }),
};

/** The kinds that declare subnets. */
export const subnetKinds: readonly string[] = Object.keys(finders);

/**
 * Returns the subnets of a resource. Values that are invalid addresses, or not set yet, are left to the kind's own
 * checks.
 */
export function subnetsOf(resource: Resource): readonly Subnet[] {
  const { address, kind, key, site = null, value } = resource;
  const find = finders[kind];
  if (!find || !isObject(value)) return [];
  return find(resource, value).map((found) => ({ ...found, address, kind, key, site }));
}

/** Returns a function that finds the network in the field `subnet`, and its gateway's address in `ipField`. */
function gateway(ipField: string): SubnetsOf {
  return (resource, value) => {
    const ip = value[ipField] ?? null;
    const { subnet } = value;
    const of = typeof subnet === "string" ? interfaceNetwork(subnet) : undefined;
    if (!of) return [];
    const own = typeof ip === "string" ? (interfaceNetwork(`${ip}/${of.prefix}`)?.ip ?? "") : "";
    return [{ field: "/subnet", ip: own, network: of.network, within: placeOf(resource), device: "" }];
  };
}

function inVpn({ target, scope }: Resource, { subnets }: JsonObject): readonly Found[] {
  const within = `the VPN of ${target} ${scope.organization ?? ""}`.trim();
  return elements(subnets).flatMap(([index, subnet]) => {
    const { localSubnet, useVpn, nat } = subnet;
    const isTranslated = isObject(nat) && nat.enabled === true;
    const shown = isTranslated ? nat.remoteSubnet : localSubnet;
    const of = typeof shown === "string" && useVpn === true ? interfaceNetwork(shown) : undefined;
    return of ? [{ field: `/subnets/${index}`, ip: "", network: of.network, within, device: "" }] : [];
  });
}

function inBridgeDomain({ target, scope }: Resource, { vrf, subnets }: JsonObject): readonly Found[] {
  const within = `VRF ${typeof vrf === "string" ? vrf : ""} of ${target} ${scope.tenant ?? ""}`.trim();
  return elements(subnets).flatMap(([index, { ip }]) => {
    const of = typeof ip === "string" ? interfaceNetwork(ip) : undefined;
    return of ? [{ field: `/subnets/${index}`, ip: of.ip, network: of.network, within, device: "" }] : [];
  });
}

function pool({ target, kind }: Resource, value: JsonObject, path: Pointer): readonly Found[] {
  const { subnet, prefixLength } = value;
  const of =
    typeof subnet === "string" && typeof prefixLength === "number"
      ? interfaceNetwork(`${subnet}/${prefixLength}`)
      : undefined;
  const within = `the ${kind}s of ${target}`;
  return of ? [{ field: `${path}/subnet`, ip: "", network: of.network, within, device: "" }] : [];
}

function elements(list: Json | undefined): readonly (readonly [number, JsonObject])[] {
  if (!isArray(list)) return [];
  return list.flatMap((each, index) => (isObject(each) ? [[index, each] as const] : []));
}

/** Returns the scope that contains the resource. It is the same for all resources of one network or device. */
function placeOf({ target, kind, scope }: Resource): string {
  const outer = Object.entries(scope).filter(([word]) => word !== kind);
  return [target, ...outer.map(([, name]) => name)].join(" ");
}

const ipNames = ["address", "ip", "ipAddress"];
const lengthNames = ["mask", "netmask", "prefix-length", "prefixLength"];
/** The paths at which models name the VRF of an interface. */
const vrfPaths = ["/vrf/forwarding", "/vrf", "/ip/vrf/forwarding"];

/** Returns every object with an address and a mask or length, in the VRF of the interface that contains the object. */
function inTree(resource: Resource, value: JsonObject): readonly Found[] {
  const device = `${resource.target} ${resource.scope.host ?? placeOf(resource)}`;
  const found: Found[] = [];
  const walk = (of: Json, path: readonly string[], vrf: string): void => {
    if (isArray(of)) {
      for (const [index, each] of of.entries()) walk(each, [...path, String(index)], vrf);
      return;
    }
    if (!isObject(of)) return;
    const own = vrfOf(of) ?? vrf;
    const one = interfaceIn(of);
    // A secondary address may be in the same network as the first address of its interface. The suffix makes it count
    // as an address of another device.
    const apart = path.includes("secondary") ? ` ${pointer(path)}` : "";
    if (one)
      found.push({
        field: pointer([...path, one.name]),
        ip: one.ip,
        network: one.network,
        within: own === "" ? "the global VRF" : `VRF ${own}`,
        device: device + apart,
      });
    for (const [name, member] of Object.entries(of)) walk(member, [...path, name], own);
  };
  walk(value, [], "");
  return found;
}

function vrfOf(value: JsonObject): string | undefined {
  return vrfPaths.map((path) => at(value, path)).find((found) => typeof found === "string");
}

function interfaceIn(
  value: JsonObject,
): { readonly name: string; readonly ip: string; readonly network: string } | undefined {
  const name = ipNames.find((each) => typeof value[each] === "string");
  const length = lengthNames.map((each) => value[each]).find((each) => each !== undefined);
  if (name === undefined || length === undefined) return undefined;
  const of = interfaceNetwork(`${String(value[name])}/${String(length)}`);
  return of && { name, ip: of.ip, network: of.network };
}
