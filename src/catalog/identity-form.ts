/** Equivalent names of a kind, if its catalog says that several spellings are equal. Pure. */

import { inPath } from "../model/names/hierarchy.ts";
import { alikeText } from "./fields/formats.ts";
import { hasOwnKey, pathIdentity } from "./identity.ts";
import type { Fields } from "./schema/field.ts";
import type { KindFile } from "./schema/kind.ts";

type Spelling = (text: string) => string;

/**
 * Returns a function that normalizes identities, so that equivalent identities become equal. Undefined: identities are
 * compared literally.
 */
export function identityForm(file: KindFile): Spelling | undefined {
  const { identity = "name", fields, keySchema, form } = file;
  if (form === "singleton") return undefined;
  if (hasOwnKey(file)) return pathIdentity(file) || !keySchema ? undefined : alikeText(keySchema);
  if (typeof identity === "string") return ofName(spellingOf(fields, identity), file.below !== undefined);
  return "first" in identity || "path" in identity ? undefined : ofNames(identity, fields);
}

function spellingOf(fields: Fields, name: string): Spelling | undefined {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined || field.type === "array" || field.type === "object"
    ? undefined
    : alikeText(field);
}

/**
 * Returns the normal form of a kind's names. In hierarchies, it applies to the last name of a path. Undefined: names
 * are compared literally.
 */
function ofName(spelling: Spelling | undefined, isPath: boolean): Spelling | undefined {
  if (spelling === undefined || !isPath) return spelling;
  return (path) => {
    const last = path.lastIndexOf("/") + 1;
    const name = path.slice(last).replaceAll(/%(?:25|2F|7B)/g, decodeURIComponent);
    return path.slice(0, last) + inPath(spelling(name));
  };
}

/**
 * Returns the normal form of identities that consist of several fields, each with a form of its own. Undefined:
 * identities are compared literally.
 */
function ofNames(names: readonly string[], fields: Fields): Spelling | undefined {
  const spellings = names.map((name) => spellingOf(fields, name));
  if (names.length === 1 || spellings.every((each) => each === undefined)) return spellings[0];
  return (identity) => {
    const parts = identity.split(",");
    const own = parts.map((part, at) => {
      const text = part.replaceAll(/%(?:25|2C)/g, decodeURIComponent);
      return (spellings[at]?.(text) ?? text).replaceAll("%", "%25").replaceAll(",", "%2C");
    });
    return own.join(",");
  };
}
