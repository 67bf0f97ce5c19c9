/** The codec `typedObject`: an object of any type, `{ObjectType, Name, ...}`, as type, name, attributes, references. */

import { asWireObject } from "../../../../catalog/fields/wire.ts";
import { filterMembers, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { pointer } from "../../../../model/pointer.ts";
import { type Codec, notAttributesIn } from "../../codec.ts";
import { secretsIn, withoutSecrets } from "../open-attributes.ts";

/** Attributes that are the product's own, or stand elsewhere in what people write. */
const notAttributes: ReadonlySet<string> = new Set([
  ...["AccountMoid", "Ancestors", "ClassId", "CreateTime", "DisplayNames", "DomainGroupMoid", "ModTime"],
  ...["Moid", "Name", "ObjectType", "Organization", "Owners", "Parent", "PermissionResources", "Profiles"],
  ...["SharedScope", "VersionContext"],
]);

/** Between an object and the record of a kind that is matched by its type and its name. */
export const typedObject: Codec = {
  record: (_, shown) => {
    const { ObjectType, Name, Moid = null, ModTime = null } = shown;
    if (typeof ObjectType !== "string" || typeof Name !== "string") return undefined;
    const others = filterMembers(shown, (name) => !notAttributes.has(name));
    const references = filterMembers(others, (_, value) => isReference(value));
    const plain = filterMembers(others, (_, value) => !isReference(value));
    const attributes = withoutSecrets(ObjectType, plain);
    return {
      ObjectType,
      Name,
      Moid,
      ModTime,
      attributes: withoutClass(attributes),
      // The same in both: which of them speaks of it, is up to who declares it.
      references,
      objects: references,
    };
  },
  secrets: ({ type = "", attributes = {} }) =>
    secretsIn(String(type), attributes).map((path) => pointer(["attributes", ...path])),
  // All that it shows are attributes or references, but for what is the product's own.
  undeclared: () => [],
  body: (_, { object: { attributes = {}, references = {}, objects = {}, ...own } }) => ({
    ...asWireObject(attributes),
    ...asWireObject(references),
    ...asWireObject(objects),
    ...own,
  }),
  words: (identity) => {
    const [type = "", name = ""] = identity.split(",").map(decodeURIComponent);
    // As a text of OData, where a quotation mark is doubled.
    return { path: pathOfType(type), name: name.replaceAll("'", "''") };
  },
  kind: (file) => ({
    check: ({ value }) =>
      notAttributesIn(file, value, (name) => (notAttributes.has(name) ? hintOf(name) : undefined)),
  }),
};

function isReference(value: Json): value is JsonObject {
  return isObject(value) && value.ClassId === "mo.MoRef";
}

/** Objects inside of others say their class twice. */
function withoutClass(value: Json): Json {
  if (isArray(value)) return value.map(withoutClass);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "ClassId");
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutClass(each)]));
}

/** Where what is not given among the attributes stands, if anywhere. */
function hintOf(name: string): string {
  return hints.get(name) ?? "It is the product's own: leave it out.";
}

const hints: ReadonlyMap<string, string> = new Map([
  ["Name", "Move it up: a managed object has a field `name`."],
  ["ObjectType", "Move it up: a managed object has a field `type`."],
  ["Organization", "The organization is named at the top of the file."],
]);

/** Types whose paths are not made by the rule, of those that can be made. */
const irregular: ReadonlyMap<string, string> = new Map([["vrf.Vrf", "vrf/Vrves"]]);

/** Names that are plural, or have none, already. */
const plurals =
  /(?:Metrics|Settings|Roles|Limits|Criteria|Diagnostics|Meta|MetaData|Metadata|UnsupportedModels)$/;

/** The path of a type: its package, and its name in the plural. */
export function pathOfType(type: string): string {
  const [family = "", name = ""] = type.split(".");
  return irregular.get(type) ?? `${family}/${plurals.test(name) ? name : pluralOf(name)}`;
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
