/**
 * The resources of a firewall manager: another client's facts, with the members that the client's code adds to bodies
 * or sends separately.
 */

import type { JsonObject } from "../../../src/model/json.ts";
import { objects, placeOf, type Resource, resourcesOf, textOf } from "./client-facts.ts";

const bool = (name: string, ...around: readonly string[]) => ({ name, type: "Bool", in: [...around] });
const text = (name: string, ...around: readonly string[]) => ({ name, type: "String", in: [...around] });
const number = (name: string, ...around: readonly string[]) => ({ name, type: "Int64", in: [...around] });

/** Fields that the facts lack. The client's code adds them to bodies, or knows the type of their objects. */
const added: Readonly<Record<string, readonly JsonObject[]>> = {
  access_rule: [
    {
      ...{ name: "objects", in: ["users"], type: "Set" },
      fields: ["id", "name", "type"].map((name) => text(name)).concat(realm()),
    },
  ],
  certificate_enrollment: [
    bool("enableCertRevocationList", "revocation", "certRevocationListContent"),
    bool("enableStaticCertRevocationList", "revocation", "certRevocationListContent"),
    bool("enableOnlineCertificateStatusProtocol", "revocation", "onlineCertificateStatusProtocolContent"),
  ],
  device_bridge_group_interface: [
    ...[number("priority"), text("mode"), number("dhcpRouteMetric", "ipv4", "dhcp")],
  ],
  device: [text("ftdMode")],
  device_ecmp_zone: [text("description")],
  device_ospf: [text("enableProcess")],
  device_subinterface: [text("mode")],
  radius_server_group: [bool("enableInterimAccountUpdate"), bool("enableMergeDacl")],
  vpn_s2s_advanced_settings: [bool("enabled", "advancedIpsecSetting", "maximumTransmissionUnitAging")],
  vpn_s2s_endpoints: [
    ...[bool("isLocalTunnelIdEnabled"), bool("overrideRemoteVpnFilter"), text("name", "device")],
    ...[text("name", "extranetInfo"), bool("isLocalTunnelIdEnabled", "backupInterfaces", "0")],
  ],
};

function realm(): readonly { readonly name: string; readonly type: string; readonly in: string[] }[] {
  return ["id", "name", "type"].map((name) => text(name, "realm"));
}

/** Members that the client's code adds to list elements. Each row has a resource, a list, and fields. */
const addedInside: readonly (readonly [string, string, readonly JsonObject[]])[] = [
  ["device_ospf", "redistributeProtocols", [number("processId")]],
  ["realm_ad_ldap", "directoryConfigurations", [number("id")]],
  ["prefilterrules", "literals", [text("type")]],
  ["access_rule", "literals", [text("type")]],
  ["service_access", "rules", [{ ...number("sequenceNumber"), required: true, minimum: 1 }]],
  ...["as_path", "expanded_community_list", "extended_community_list", "ipv4_prefix_list"].map(sequenced),
  ...["ipv6_prefix_list", "route_map", "standard_community_list"].map(sequenced),
];

function sequenced(resource: string): readonly [string, string, readonly JsonObject[]] {
  return [resource, "entries", [{ ...number("sequence"), required: true, minimum: 1 }]];
}

/**
 * Lists whose objects the client sends one at a time, to a separate path. Each row has a name, a list, and the path
 * below the policy.
 */
const parts: readonly (readonly [string, string, string])[] = [
  ["prefilter_policy", "dummy_rules", "prefilterrules"],
  ["file_policy", "dummy_file_rules", "filerules"],
  ["identity_policy", "dummy_categories", "identitycategories"],
  ["identity_policy", "dummy_rules", "identityrules"],
];

/**
 * Fields of which the client sends and reads only the objects' ids. The product also shows the type of each object, as
 * in access rules.
 */
const idsAlone = [
  ...["access_rule", "device_bridge_group_interface", "device_ipv4_static_route", "device_ipv6_static_route"],
  ...["device_ospf_interface", "extended_access_list", "ftd_auto_nat_rule", "ftd_manual_nat_rule"],
  ...["ftd_platform_settings_http_access", "ftd_platform_settings_icmp_access"],
  ...["ftd_platform_settings_snmp", "ftd_platform_settings_ssh_access"],
  ...["ftd_platform_settings_syslog_logging_setup", "ftd_platform_settings_syslog_servers"],
  ...["ftd_platform_settings_trusted_dns_servers", "group_policy", "interface_group", "prefilterrules"],
  ...["route_map", "sla_monitor"],
];

/** Members that the product shows, and that the client never sends. */
const shown: Readonly<Record<string, string>> = { device_bgp: "name", device_vtep_policy: "type" };

/** Objects that exist from the beginning and cannot be created. */
const atFirst: Readonly<Record<string, JsonObject>> = {
  vpn_ra_ipsec_crypto_map: { interfaceObject: { id: "zone-1" } },
};

/** Returns the manager's resources in a domain. */
export function firewallResources(domain: string): readonly Resource[] {
  const known = resourcesOf("catalogs/fmc", { DOMAIN_UUID: domain });
  const alone = [...known, ...known.flatMap(inVrfOf)].map((each) => oneOf(each, known));
  return [...alone.flatMap(partsOf), ...alone].map(completed).map(withPlaces);
}

/** Routing resources that a VRF has too, at other paths, according to the vendor's collection for Ansible. */
const ofVrf = ["device_ipv4_static_route", "device_ipv6_static_route", "device_ecmp_zone", "device_bfd"];

function inVrfOf({ name, words, fields }: Resource): readonly Resource[] {
  if (!ofVrf.includes(name)) return [];
  const path = textOf(words, "path").replace("/routing/", "/routing/virtualrouters/%v/");
  const vrf = { name: "vrf_id", type: "String", inPath: true };
  const at = fields.findIndex(({ inPath }) => inPath === true) + 1;
  return [{ name, words: { ...words, path }, fields: [...fields.slice(0, at), vrf, ...fields.slice(at)] }];
}

/**
 * Returns the single form of a resource that the client sends only in bulk: one object, which is identified by its
 * name.
 */
function oneOf(resource: Resource, known: readonly Resource[]): Resource {
  const { path } = resource.words;
  const items = resource.fields.find(({ name, type }) => name === "items" && type === "Map");
  const isTwin = known.some(({ words }) => !words.bulk && !words.readOnly && words.path === path);
  if (resource.words.bulk !== true || items === undefined || isTwin) return resource;
  const { bulk: _, ...words } = resource.words;
  const around = resource.fields.filter(({ inPath }) => inPath === true);
  // The mappings of dynamic objects have a separate path.
  const own = objects(items.fields).filter(({ name }) => name !== "mappings");
  return { ...resource, words, fields: [...around, { ...text("name"), required: true }, ...own] };
}

function partsOf({ name, words, fields }: Resource): readonly Resource[] {
  return parts.flatMap(([resource, list, path]) => {
    const found = fields.find((each) => each.name === list);
    if (name !== resource || found === undefined) return [];
    // The category of a rule is sent in the query.
    const own = objects(found.fields).filter((each) => each.name !== "category");
    return [{ name: path, words: { path: `${textOf(words, "path")}/%v/${path}` }, fields: own }];
  });
}

function completed(resource: Resource): Resource {
  const { name } = resource;
  const inside = addedInside.filter(([of]) => of === name);
  const fields = resource.fields.map((field): JsonObject => {
    const more = inside.flatMap(([, list, own]) => (list === field.name ? own : []));
    const isShown = shown[name] !== undefined && field.name === shown[name];
    const whole = more.length > 0 ? { ...field, fields: [...objects(field.fields), ...more] } : field;
    const { computed: _, ...sent } = whole;
    // A value that the create has set is left out of updates.
    const isPart = name === "device_ha_pair" || (name === "device" && field.name === "regKey");
    return isShown ? sent : isPart ? { ...whole, required: false } : whole;
  });
  const all = [...fields, ...(added[name] ?? [])];
  const words: JsonObject = {
    ...resource.words,
    ...(atFirst[name] && { atFirst: atFirst[name] }),
    ...(name === "device_ha_pair" && { updatesPart: true }),
    // A health monitor has the id of its cluster.
    ...(name === "device_cluster_health_monitor" && {
      ...{ path: `${textOf(resource.words, "path")}/%v`, readWithoutId: true, idOfParent: true },
    }),
  };
  return { ...resource, words, fields: idsAlone.includes(name) ? withTypes(all) : all };
}

/** Returns the fields, with the type beside each id. */
function withTypes(fields: readonly JsonObject[]): readonly JsonObject[] {
  const written = fields.map((field) =>
    field.fields === undefined ? field : { ...field, fields: withTypes(objects(field.fields)) },
  );
  const placesWith = (name: string) =>
    fields.filter((field) => field.name === name).map((field) => placeOf(field.in).join("."));
  const without = placesWith("id").filter((place) => !placesWith("type").includes(place));
  return [...written, ...without.map((place) => ({ name: "type", type: "String", in: place }))];
}

/**
 * Returns the resource with marks for lists in its paths. For example, `insideInterface.0` is a list with a single
 * object.
 */
function withPlaces(resource: Resource): Resource {
  return { ...resource, fields: inLists(resource.fields) };
}

function inLists(fields: readonly JsonObject[]): readonly JsonObject[] {
  const deep = fields.map((field) =>
    field.fields === undefined ? field : { ...field, fields: inLists(objects(field.fields)) },
  );
  const at = (field: JsonObject) => placeOf(field.in).indexOf("0");
  const groups = Map.groupBy(
    deep.filter((field) => at(field) > 0),
    (field) => placeOf(field.in).slice(0, at(field)).join("."),
  );
  const lists = [...groups].map(([place, members]): JsonObject => {
    const around = place.split(".");
    const own = members.map((each) => ({ ...each, in: placeOf(each.in).slice(around.length + 1) }));
    return { name: around.at(-1) ?? "", in: around.slice(0, -1), type: "List", fields: own };
  });
  return [...deep.filter((field) => at(field) <= 0), ...lists];
}
