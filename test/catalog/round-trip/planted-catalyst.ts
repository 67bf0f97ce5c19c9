/** Errors that anybody could make in Catalyst Center's catalog. The round trips must notice each of them. */

import { type PlantedError, replaced } from "./planted-errors.ts";

/** All errors that are planted in Catalyst Center's catalog. */
export const plantedCatalyst: readonly PlantedError[] = [
  {
    name: "a path that the product does not have",
    kind: "anchorGroup",
    change: replaced("/anchorGroups", "/anchorgroups"),
  },
  {
    name: "records in another field",
    kind: "cliCredential",
    change: replaced('"response.cliCredential"', '"response.cliCredentials"'),
  },
  {
    name: "a create without the list around it",
    kind: "snmpv3Credential",
    change: replaced('"snmpV3.0"', '"snmpV3"'),
  },
  { name: "a body that is no list", kind: "l2VirtualNetwork", change: replaced('"list":true,', "") },
  {
    name: "an update that does not say which",
    kind: "tag",
    change: replaced(',"with":{"id":"{id}"}', ""),
  },
  {
    name: "an update of what differs alone, where it replaces the object",
    kind: "rfProfile",
    change: replaced('"send":"known"', '"send":"changed"'),
  },
  {
    name: "a field by a name that the product does not know",
    kind: "ssid",
    change: (file) => ({
      ...file,
      fields: { ...file.fields, authType: { ...file.fields.authType, wire: "authtype" } },
    }),
  },
  {
    name: "a value that the product does not know",
    kind: "areaTelemetry",
    change: replaced('"Builtin"', '"BuiltIn"'),
  },
  {
    name: "an id by another name",
    kind: "authenticationPolicyServer",
    change: replaced('"instanceUuid"', '"id"'),
  },
  {
    name: "what never changes, as if it did",
    kind: "ipPoolReservation",
    change: replaced('"access":"createOnly"', '"nullable":false'),
  },
  {
    name: "a number that goes as a text",
    kind: "wirelessInterface",
    change: replaced('"vlanId":{', '"vlanId":{"asText":true,'),
  },
  { name: "records of another type", kind: "building", change: replaced('"building"}', '"buildings"}') },
  {
    name: "a secret that is taken for shown",
    kind: "httpsReadCredential",
    change: replaced('"access":"writeOnly","secret":"hidden"', '"minLength":1'),
  },
  {
    name: "a role by the name that only replies have",
    kind: "role",
    change: replaced('"wire":"role",', ""),
  },
  {
    name: "a tag that is made outside of its list",
    kind: "policyTag",
    change: replaced('"wrap":"items.0",', ""),
  },
  {
    name: "an update where a product changes many at once",
    kind: "plannedAccessPoint",
    change: replaced("/bulkChange", "/bulk"),
  },
  {
    name: "a device of no fabric site",
    kind: "fabricDevice",
    change: replaced('"with":{"fabricId":"{fabricSite}"},', ""),
  },
  {
    name: "a removal of something else",
    kind: "netconfCredential",
    change: replaced("v1/global-credential/{id}", "v1/global-credential/netconf/{id}"),
  },
];
