/**
 * Errors that anybody could make in the catalog of the Firewall Management Center. The round trips must notice each of
 * them.
 */

import { type PlantedError, replaced } from "./planted-errors.ts";

/** All errors that are planted in the catalog of the Firewall Management Center. */
export const plantedFirewall: readonly PlantedError[] = [
  {
    name: "a rule that says in its body where it stands",
    kind: "accessRules",
    change: replaced('"groups":{"field":"section"', '"groups":{"field":"action"'),
  },
  {
    name: "a rule that is taken out somewhere else",
    kind: "accessRules",
    change: replaced('"remove":"DELETE /domain/', '"remove":"DELETE /domains/'),
  },
  {
    name: "the id of a rule by another name",
    kind: "ftdManualNatRules",
    change: replaced('"elements":{"field":"rules","id":"id"', '"elements":{"field":"rules","id":"uuid"'),
  },
  {
    name: "a path that the product does not have",
    kind: "host",
    change: replaced("/object/hosts", "/object/host"),
  },
  {
    name: "records in another field",
    kind: "network",
    change: replaced('"items":"items"', '"items":"data"'),
  },
  {
    name: "a list that shows ids alone",
    kind: "range",
    change: replaced('"query":{"expanded":"true"},', ""),
  },
  { name: "an update without the id in it", kind: "port", change: replaced(',"with":{"id":"{id}"}', "") },
  {
    name: "an update of what differs alone, where it replaces the object",
    kind: "ikev2Policy",
    change: replaced('"send":"known"', '"send":"changed"'),
  },
  { name: "another domain", kind: "url", change: replaced("/domain/{settings.domain}", "/domain/global") },
  {
    name: "a field by a name that the product does not know",
    kind: "vlanTag",
    change: replaced('"overridable":{', '"overridable":{"wire":"isOverridable",'),
  },
  {
    name: "a value that the product does not know",
    kind: "securityZone",
    change: replaced('"PASSIVE"', '"PASSIV"'),
  },
  {
    name: "what never changes, as if it did",
    kind: "chassisSubinterface",
    change: replaced('"access":"createOnly"', '"nullable":false'),
  },
  {
    name: "an update of what is one in something by another path than its id's",
    kind: "ftdPlatformSettingsBanner",
    change: replaced("/bannersettings/{id}", "/bannersettings"),
  },
  {
    name: "what is there by itself without its name",
    kind: "devicePhysicalInterface",
    change: replaced(',"name":"{identity}"', ""),
  },
  {
    name: "an object whose type does not go along",
    kind: "devicePhysicalInterface",
    change: replaced('"sendsAlong":{"type":"SecurityZone"}', '"sendsAlong":{"type":"Zone"}'),
  },
  {
    name: "a reference without the name that the product wants besides",
    kind: "ftdPlatformSettingsSshAccess",
    change: replaced('"sendsName":"name"', '"nullable":false'),
  },
  {
    name: "a secret that is taken for shown",
    kind: "bfdTemplate",
    change: replaced('"access":"writeOnly","secret":"hidden"', '"minLength":1'),
  },
];
