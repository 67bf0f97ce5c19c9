/**
 * The canonical forms (RFC 6991) of addresses, prefixes and MAC addresses in leaves of standard modules, for devices
 * without modules. Pure.
 */

import { isArray, isObject, type Json, type JsonObject, put } from "../../../model/json.ts";
import { spellingOf, type TypeSpelling } from "../../../yang/types/spelled-types.ts";
import { members } from "./kinds/data-path.ts";

const address = spellingOf("ietf-inet-types", "ipv6-address");
const network = spellingOf("ietf-inet-types", "ipv6-prefix");
const prefix = spellingOf("openconfig-inet-types", "ipv6-prefix");
const mac = spellingOf("ietf-yang-types", "mac-address");

/**
 * The canonical forms of leaves and leaf-lists, by module and name. A form applies anywhere in the module, because none
 * of these names has two types in its module.
 */
const leaves: Readonly<Record<string, Readonly<Record<string, TypeSpelling | undefined>>>> = {
  // The modules of RFC 8344, 8349, 7317 and 8519.
  "ietf-ip": { ip: address, "link-layer-address": mac },
  "ietf-ipv4-unicast-routing": { "destination-prefix": network, "next-hop-address": address },
  "ietf-ipv6-unicast-routing": { "destination-prefix": network, "next-hop-address": address },
  "ietf-system": { address },
  "ietf-access-control-list": {
    "source-ipv4-network": network,
    "destination-ipv4-network": network,
    "source-ipv6-network": network,
    "destination-ipv6-network": network,
    "source-mac-address": mac,
    "destination-mac-address": mac,
  },
  "openconfig-if-ip": { ip: address, "link-layer-address": mac, "virtual-address": address },
  "openconfig-if-ethernet": { "mac-address": mac },
  "openconfig-system": { address, "source-address": address },
  "openconfig-network-instance": {
    prefix,
    "next-hop": address,
    "neighbor-address": address,
    "local-address": address,
  },
  "openconfig-acl": {
    "source-address": prefix,
    "destination-address": prefix,
    "source-mac": mac,
    "destination-mac": mac,
  },
};

/**
 * Returns a part of a device's tree with its standard leaves in canonical form. If they already are, returns the same
 * object.
 */
export function withStandardSpelling(dataPath: string, value: Json): Json {
  const path = members(dataPath);
  const module = path.findLast((member) => member.includes(":"))?.split(":", 1)[0] ?? "";
  return spelled(value, { module, name: localName(path.at(-1) ?? "") });
}

interface Member {
  readonly module: string;
  readonly name: string;
}

/** Returns the value of a member in canonical form. All entries of a list have the same place. */
function spelled(value: Json, at: Member): Json {
  if (typeof value === "string") return leafSpelling(at)?.(value) ?? value;
  if (isArray(value)) {
    const own = value.map((each) => spelled(each, at));
    return own.every((each, index) => each === value[index]) ? value : own;
  }
  return isObject(value) ? inObject(value, at.module) : value;
}

function inObject(value: JsonObject, outer: string): JsonObject {
  const made: Record<string, Json> = {};
  let isSame = true;
  for (const [member, each] of Object.entries(value)) {
    const module = member.includes(":") ? (member.split(":", 1)[0] ?? outer) : outer;
    const own = spelled(each, { module, name: localName(member) });
    if (own !== each) isSame = false;
    put(made, member, own);
  }
  return isSame ? value : made;
}

function leafSpelling({ module, name }: Member): TypeSpelling | undefined {
  const own = Object.hasOwn(leaves, module) ? leaves[module] : undefined;
  return own && Object.hasOwn(own, name) ? own[name] : undefined;
}

function localName(member: string): string {
  return member.slice(member.indexOf(":") + 1);
}
