/** Whether an answer holds the object that its path names: a fabric that is lax about case may answer with another. */

import { pathIdentity } from "../../../../catalog/path-identity.ts";
import type { KindFile } from "../../../../catalog/schema/kind.ts";
import type { ResourceQuery } from "../../../../model/collection.ts";
import { asObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { lastName } from "./path.ts";

/**
 * Half a sentence on what a record is instead: of another class than the declared one, of another path, or of another
 * name. Undefined: it is what was asked for, as far as it says. Pure.
 */
export function otherObject(
  file: KindFile,
  record: JsonObject,
  { identity, declared: [declared] = [] }: ResourceQuery,
): string | undefined {
  const { at = "", name: nameAttribute = "" } = pathIdentity(file) ?? {};
  const wanted = asObject(declared);
  // What a create alone takes may differ: the plan says that it cannot be changed.
  const isFree = file.fields.class?.access === "createOnly";
  if (!isFree && isText(wanted.class) && wanted.class !== record.class)
    return `is a ${record.class}, not a ${wanted.class}`;
  if (isText(record[at]) && record[at] !== identity) return `is of ${record[at]}, not of ${identity}`;
  const own = lastName(identity);
  // Of other classes it may be anything: a subnet goes by its address.
  const isNaming = nameIn(wanted, nameAttribute) === own;
  const name = nameIn(record, nameAttribute);
  if (!isText(name) || name === own) return undefined;
  const isOther = isNaming || name.toLowerCase() === own.toLowerCase();
  return isOther ? `names \`${name}\`, not \`${own}\`` : undefined;
}

function nameIn({ attributes }: JsonObject, name: string): Json | undefined {
  return asObject(attributes)[name];
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
