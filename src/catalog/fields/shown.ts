/** Finds secrets that a product returns in plain text. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import { Secret } from "../../model/secret.ts";
import type { Field, Fields } from "../schema/field.ts";
import { fieldOf } from "./field-of.ts";
import { isShownOff, placeIn } from "./wire.ts";

/** Returns the secrets in a record, by field pointer. Masked secrets are left out. */
export function shownSecretsIn(fields: Fields, record: JsonObject): Readonly<Record<Pointer, Secret>> {
  return Object.fromEntries(shownInFields(fields, record, []));
}

type Found = readonly (readonly [Pointer, Secret])[];

function shownInFields(fields: Fields, record: JsonObject, path: readonly string[]): Found {
  return Object.entries(fields).flatMap(([name, field]) =>
    isShownOff(field, record) ? [] : shownIn(field, fieldOf(record, placeIn(name, field)), [...path, name]),
  );
}

function shownIn(field: Field, value: Json | undefined, path: readonly string[]): Found {
  if (field.secret !== undefined)
    return field.secret === "shown" && isShown(value) ? [[pointer(path), new Secret(value)]] : [];
  const { properties, items, additionalProperties: others } = field;
  if (value === undefined) return [];
  if (isArray(value))
    return items ? value.flatMap((each, index) => shownIn(items, each, [...path, `${index}`])) : [];
  if (!isObject(value)) return [];
  if (properties !== undefined) return shownInFields(properties, value, path);
  if (others === undefined) return [];
  return Object.entries(value).flatMap(([name, each]) => shownIn(others, each, [...path, name]));
}

function isShown(value: Json | undefined): value is string {
  return typeof value === "string" && /[^*\u2022\s]/.test(value);
}

/** Returns the names under which replies for these kinds contain secrets, at any place. */
export function shownNames(kinds: readonly { readonly fields: Fields }[]): ReadonlySet<string> {
  return new Set(kinds.flatMap(({ fields }) => namesInFields(fields)));
}

function namesInFields(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.secret === "shown" ? [placeIn(name, field).split(".").at(-1) ?? name] : namesInside(field),
  );
}

function namesInside({ properties = {}, items, additionalProperties: others }: Field): readonly string[] {
  return [
    ...namesInFields(properties),
    ...[items, others].flatMap((each) => (each ? namesInside(each) : [])),
  ];
}

/** Returns the texts under one of these names in a reply. */
export function textsUnder(names: ReadonlySet<string>, body: Json): readonly string[] {
  if (isArray(body)) return body.flatMap((each) => textsUnder(names, each));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, each]) =>
    names.has(name) && isShown(each) ? [each] : textsUnder(names, each),
  );
}
