/** The codec `attributes`: an object's attributes as fields of their own, and all others as the field `attributes`. */

import { isWireObject } from "../../../catalog/fields/wire.ts";
import { pathIdentity } from "../../../catalog/path-identity.ts";
import type { KindFile } from "../../../catalog/vocabulary/kind.ts";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { KindProblem } from "../../../model/problem.ts";
import type { Codec } from "../../rest/codec.ts";
import { otherObject } from "./named-object.ts";

/** Between the attributes of an object whose class is known, and a kind with a field `attributes` besides its own. */
export const attributes: Codec = {
  record: recordIn,
  body: (_, { object: { attributes: others = {}, ...own } }) => ({
    ...own,
    ...(isWireObject(others) && others),
  }),
  other: otherObject,
  kind: (file) => ({ check: ({ value }) => takenNames(file, value) }),
};

/** The record of an object's attributes, each as a text; a default for what it does not show. */
export function recordIn(file: KindFile, shown: JsonObject): JsonObject {
  const names = [file.key, pathIdentity(file)?.at];
  const fields = Object.entries(file.fields).filter(([name]) => name !== "attributes");
  const own = fields.map(([name, { wire = name, default: filledIn }]) => [wire, filledIn] as const);
  const taken = new Set([...names, ...own.map(([wire]) => wire)]);
  const texts = Object.entries(shown).map(([name, value]) => [name, text(value)] as const);
  return {
    ...Object.fromEntries(names.flatMap((name = "") => named(name, shown[name]))),
    ...Object.fromEntries(own.flatMap(([wire, value]) => (value === undefined ? [] : [[wire, value]]))),
    ...Object.fromEntries(texts.filter(([name]) => own.some(([wire]) => wire === name))),
    attributes: Object.fromEntries(texts.filter(([name]) => !taken.has(name))),
  };
}

/** What an object is called, as far as it is a text; a path without the slash that some begin it with. */
function named(name: string, value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === "string" && value !== "" ? [[name, value.replace(/^\//, "")]] : [];
}

/** A problem for each name among the attributes that stands elsewhere: the key, and fields. */
function takenNames({ key = "", title, fields }: KindFile, value: Json): readonly KindProblem[] {
  const others = isObject(value) ? (value.attributes ?? null) : null;
  const own = Object.keys(fields).filter((name) => name !== "attributes");
  const taken = [key, ...own].filter((name) => isObject(others) && Object.hasOwn(others, name));
  return taken.map((name) => ({
    path: `/attributes/${name}`,
    code: "not-an-attribute",
    message: `\`${name}\` is not given among the attributes of a ${title}`,
    hint:
      name === key ? `The ${title}'s name is its key.` : `Move it up: a ${title} has a field \`${name}\`.`,
  }));
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
