/** The codec `typedObject`: an object of any type, `{ObjectType, Name, ...}`, as type, name, attributes, references. */

import { asWireObject } from "../../../../catalog/fields/wire.ts";
import { filterMembers, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { type Codec, notAttributesIn } from "../../codec.ts";

/** Attributes that belong to the product, or have fields of their own. */
const notAttributes: ReadonlySet<string> = new Set([
  ...["AccountMoid", "Ancestors", "ClassId", "CreateTime", "DisplayNames", "DomainGroupMoid", "ModTime"],
  ...["Moid", "Name", "ObjectType", "Organization", "Owners", "Parent", "PermissionResources", "Profiles"],
  ...["SharedScope", "VersionContext"],
]);

/** Converts between an object and the record of a kind that is matched by type and name. */
export const typedObject: Codec = {
  record: (_, shown) => {
    const { ObjectType, Name, Moid = null, ModTime = null } = shown;
    if (typeof ObjectType !== "string" || typeof Name !== "string") return undefined;
    const others = filterMembers(shown, (name) => !notAttributes.has(name));
    const references = filterMembers(others, (_, value) => isReference(value));
    const attributes = filterMembers(others, (_, value) => !isReference(value));
    return {
      ObjectType,
      Name,
      Moid,
      ModTime,
      attributes: withoutClass(attributes),
      // Every reference is in both `references` and `objects`. The author of a declaration chooses one of the two
      // fields for it.
      references,
      objects: references,
    };
  },
  // Nothing is undeclarable: everything in the record is an attribute or a reference, except the product's own
  // attributes.
  undeclared: () => [],
  body: (_, { object: { attributes = {}, references = {}, objects = {}, ...own } }) => ({
    ...asWireObject(attributes),
    ...asWireObject(references),
    ...asWireObject(objects),
    ...own,
  }),
  around: ({ type }) => (typeof type === "string" ? type : undefined),
  words: (identity) => {
    const [type = "", name = ""] = identity.split(",").map(decodeURIComponent);
    // Quotation marks are doubled, as in an OData text.
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

/** Nested objects state their class twice. */
function withoutClass(value: Json): Json {
  if (isArray(value)) return value.map(withoutClass);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "ClassId");
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutClass(each)]));
}

/** Returns the hint for a name that is not an attribute. It says where to declare the name, or to leave it out. */
function hintOf(name: string): string {
  return hints.get(name) ?? "Remove it: only the product sets this field.";
}

const hints: ReadonlyMap<string, string> = new Map([
  ["Name", "Move it out of the attributes: a managed object has a field `name`."],
  ["ObjectType", "Move it out of the attributes: a managed object has a field `type`."],
  ["Organization", "Remove it: the field at the top of the file names the organization."],
]);

/** Creatable types with irregular paths. */
const irregular: ReadonlyMap<string, string> = new Map([["vrf.Vrf", "vrf/Vrves"]]);

/** Names that are already plural, or have no plural. */
const plurals =
  /(?:Metrics|Settings|Roles|Limits|Criteria|Diagnostics|Meta|MetaData|Metadata|UnsupportedModels)$/;

/** Returns the path of a type: its package, and its name in the plural. */
export function pathOfType(type: string): string {
  const [family = "", name = ""] = type.split(".");
  return irregular.get(type) ?? `${family}/${plurals.test(name) ? name : pluralOf(name)}`;
}

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
