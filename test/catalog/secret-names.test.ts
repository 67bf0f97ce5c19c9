/** A text field of a product or a device must be a secret if its name says so. The few exceptions are listed here. */

import { expect, test } from "vitest";
import type { Field, Fields } from "../../src/catalog/schema/field.ts";
import type { MappedField, MappedFields } from "../../src/catalog/schema/mapping.ts";
import { members } from "../../src/drivers/yang/device/kinds/data-path.ts";
import { templatePath } from "../../src/drivers/yang/device/mapping/paths.ts";
import { membersOf } from "../../src/drivers/yang/device/mapping/tree-fields.ts";
import { isSecretKeyName, isSecretName } from "../../src/model/names/secret-names.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { builtInData, builtInMappings } from "../../src/project/mappings.ts";
import { mappingFolder } from "../../src/runtime/files/catalog-files.ts";

/** Why a field is not a secret, by product, kind and field. */
const notSecret: Readonly<Record<string, string>> = {
  "meraki/ssidHotspot20 naiRealms.methods.authenticationTypes.credentials":
    "names of sorts of credentials: SIM, NFC Secure Element, …",
  "vmanage/otherTrustsec sxpConnectionList.connectionPresharedKey":
    "says which password counts: default, key-chain or none",
};

/**
 * Text fields that are keys of lists. A key cannot be a secret reference, so an SNMP community that is a key is
 * declared in plain text. The first entry is no secret: it is the name of a trustpoint, in a container that is called
 * `credentials`.
 */
const inPlainText: readonly string[] = [
  "Cisco-IOS-XE-native:native/dot1x/Cisco-IOS-XE-dot1x:credentials/pki-trustpoint",
  "Cisco-IOS-XE-native:native/snmp-server/Cisco-IOS-XE-snmp:community-config/name",
  "Cisco-IOS-XE-native:native/snmp-server/Cisco-IOS-XE-snmp:host-config/ip-community/community-or-user",
  "Cisco-IOS-XE-native:native/snmp-server/Cisco-IOS-XE-snmp:host-config/ip-vrf-community/community-or-user",
];

function tell(counts: string): void {
  process.stdout.write(`secret names: ${counts}\n`);
}

/** Returns the name of each text field, preceded by the names of the fields that contain it. */
function textsIn(fields: Fields, above: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) => textsOf(field, [...above, name]));
}

function textsOf(field: Field, path: readonly string[]): readonly (readonly string[])[] {
  const { secret, refersTo, properties, items, additionalProperties: others, type, values } = field;
  if (secret !== undefined) return [];
  const isText = (type === "string" || type === undefined) && !properties && !items && !others;
  if (isText) return refersTo !== undefined || field.enum !== undefined || values !== undefined ? [] : [path];
  return [
    ...textsIn(properties ?? {}, path),
    ...[items, others].flatMap((each) => (each ? textsOf(each, path) : [])),
  ];
}

test("no field of a product is a secret in plain text, by its name", () => {
  const catalogs = catalogsIn();
  const texts = catalogs.names.flatMap(({ product }) =>
    catalogs
      .read(product)
      .kinds.flatMap(({ kind, fields }) =>
        textsIn(fields).map((path) => ({ path, named: `${product}/${kind} ${path.join(".")}` })),
      ),
  );
  const found = texts.filter(({ path }) => isSecretName(path.at(-1) ?? "", path.slice(0, -1)));
  tell(`${texts.length} texts of ${catalogs.names.length} products, ${found.length} exceptions`);
  expect(found.map(({ named }) => named).sort()).toEqual(Object.keys(notSecret).sort());
});

/** Returns the places of a mapping's text fields in the tree, below the names in `above`. */
function placesOf(fields: MappedFields, above: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    placesIn(field, [...above, ...membersOf(name, field)]),
  );
}

function placesIn(field: MappedField, path: readonly string[]): readonly (readonly string[])[] {
  const { secret, properties, items, as, always, type, refers, spread } = field;
  if (secret !== undefined || always !== undefined || as !== undefined || spread !== undefined) return [];
  if (properties !== undefined) return placesOf(properties, path);
  if (items !== undefined) return placesIn(items, path);
  const isText = type === "string" || type === undefined;
  return isText && refers === undefined && field.enum === undefined ? [path] : [];
}

test("no field of a mapping that comes along is a secret in plain text, by its name", () => {
  const folder = mappingFolder();
  if (folder === undefined) throw new Error("there are no mappings");
  const kinds = builtInMappings.flatMap((name) => builtInData(folder, name).kinds);
  const places = kinds.flatMap(({ places: own, fields }) =>
    own.flatMap(({ path }) => placesOf(fields, members(templatePath(path).path))),
  );
  const entries = kinds.flatMap(({ places: own }) =>
    own.flatMap(({ path }) =>
      templatePath(path).keys.map(({ leaf }) => ({ leaf, above: members(templatePath(path).path) })),
    ),
  );
  const found = places.filter((path) => isSecretName(path.at(-1) ?? "", path.slice(0, -1)));
  tell(
    `${places.length} texts and ${entries.length} keys of ${kinds.length} kinds, ${found.length} exceptions`,
  );
  expect(found.map((path) => path.join("/"))).toEqual(inPlainText);
  expect(entries.filter(({ leaf, above }) => isSecretKeyName(leaf, above))).toEqual([]);
});
