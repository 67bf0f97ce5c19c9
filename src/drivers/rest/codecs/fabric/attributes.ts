/** The codec `attributes`: some attributes as separate fields, and all others in the field `attributes`. */

import { asWireObject } from "../../../../catalog/fields/wire.ts";
import { pathIdentity } from "../../../../catalog/identity.ts";
import type { KindFile } from "../../../../catalog/schema/kind.ts";
import { definedMembers, filterMembers, type Json, type JsonObject } from "../../../../model/json.ts";
import { type Codec, notAttributesIn } from "../../codec.ts";
import { otherObject } from "./named-object.ts";

/**
 * Converts the attributes of an object of a known class, for a kind that has the field `attributes` and further fields.
 */
export const attributes: Codec = {
  record: recordIn,
  undeclared: () => [],
  body: (_, { object: { attributes: others = {}, ...own } }) => ({
    ...own,
    ...asWireObject(others),
  }),
  other: otherObject,
  kind: (file) => ({ check: ({ value }) => notAttributesIn(file, value, (name) => hintFor(file, name)) }),
};

/** Returns the record of an object's attributes, as texts. Missing attributes get their defaults. */
export function recordIn(file: KindFile, shown: JsonObject): JsonObject {
  const names = [file.key, pathIdentity(file)?.at];
  const fields = Object.entries(file.fields).filter(([name]) => name !== "attributes");
  const defaults = new Map(fields.map(([name, { wire = name, default: filledIn }]) => [wire, filledIn]));
  const texts = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, text(value)]));
  return {
    ...Object.fromEntries(names.flatMap((name = "") => named(name, shown[name]))),
    ...definedMembers([...defaults]),
    ...filterMembers(texts, (name) => defaults.has(name)),
    attributes: filterMembers(texts, (name) => !defaults.has(name) && !names.includes(name)),
  };
}

/**
 * Returns the attribute with this name, as an entry of a record. The result is empty if the value is not a text or is
 * empty. A path loses its leading slash, which only some objects have.
 */
function named(name: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === "string" && value !== "" ? [[name, value.replace(/^\//, "")]] : [];
}

/** Returns a hint that says where to declare a name that is the key or a field. Undefined: the name is an attribute. */
function hintFor({ key, title, fields }: KindFile, name: string): string | undefined {
  if (name === key) return `Remove it: the key of a ${title} is already the name.`;
  const isField = name !== "attributes" && Object.hasOwn(fields, name);
  return isField ? `Move it out of the attributes: a ${title} has a field \`${name}\`.` : undefined;
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
