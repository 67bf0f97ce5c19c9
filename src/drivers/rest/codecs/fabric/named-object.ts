/**
 * The paths of managed objects, and the check whether a record is the object at a path. Names that differ only in case
 * belong to different objects.
 */

import { pathIdentity, pathSegments } from "../../../../catalog/identity.ts";
import type { KindFile } from "../../../../catalog/schema/kind.ts";
import type { ResourceQuery } from "../../../../model/collection.ts";
import { asObject, type Json, type JsonObject } from "../../../../model/json.ts";

/**
 * Returns the paths of the objects that must exist before the object at this path, the outermost first. The root is
 * left out, because it always exists.
 */
export function ancestors(path: string): readonly string[] {
  const parts = pathSegments(path);
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join("/"));
}

/** Returns the last part of a path without its class prefix: `main` in `uni/tn-Production/ctx-main`. */
export function lastName(path: string): string {
  const last = pathSegments(path).at(-1) ?? "";
  return last.slice(last.indexOf("-") + 1);
}

/**
 * Returns half a sentence if a record has another class, path or name than requested. Undefined: the record shows no
 * such difference. Pure.
 */
export function otherObject(
  file: KindFile,
  record: JsonObject,
  { identity, declared: [declared] = [] }: ResourceQuery,
): string | undefined {
  const { at = "", name: nameAttribute = "" } = pathIdentity(file) ?? {};
  const wanted = asObject(declared);
  // A value that can only be set on creation may differ here: the plan then says that the value cannot be changed.
  const isFree = file.fields.class?.access === "createOnly";
  if (!isFree && isText(wanted.class) && wanted.class !== record.class)
    return `is an object of the class ${record.class}, not ${wanted.class}`;
  if (isText(record[at]) && record[at] !== identity) return `is the object ${record[at]}, not ${identity}`;
  const own = lastName(identity);
  // In some classes, the last part of the path is not the name: a subnet is identified by its address.
  const isNaming = nameIn(wanted, nameAttribute) === own;
  const name = nameIn(record, nameAttribute);
  if (!isText(name) || name === own) return undefined;
  const isOther = isNaming || name.toLowerCase() === own.toLowerCase();
  return isOther ? `has the name \`${name}\`, not \`${own}\`` : undefined;
}

function nameIn({ attributes }: JsonObject, name: string): Json | undefined {
  return asObject(attributes)[name];
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
