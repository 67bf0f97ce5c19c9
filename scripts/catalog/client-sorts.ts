/** Elements of several types, distinguished by one member: each type becomes a field of its own. */

import type { Json, JsonObject } from "../../src/model/json.ts";
import type { FactField } from "./client-facts.ts";
import type { ClientFields, Reading } from "./client-fields.ts";

/** How to make the fields of a single type. */
export interface Making {
  readonly on: Reading;
  readonly fields: (all: readonly FactField[], on: Reading) => ClientFields;
  readonly field: (each: FactField, on: Reading) => JsonObject;
}

/**
 * Returns the fields of elements. If one member gives the type of an element, there is one field for each type instead.
 */
export function sortedFields(fields: readonly FactField[], make: Making): ClientFields {
  const member = fields.flatMap(({ when = {} }) => Object.keys(when))[0];
  const by = fields.find(
    ({ name, in: around }) => member !== undefined && name === member && around.length === 0,
  );
  if (by?.enum === undefined) return make.fields(fields, make.on);
  const others = fields.filter((each) => each !== by && each.when === undefined);
  const sorts = by.enum.map(String).flatMap((value) => {
    const own = fields.filter(({ name, when }) => name !== undefined && when?.[by.name ?? ""] === value);
    return sortOf({ by: by.name ?? "", value }, own, make);
  });
  const inner = make.fields(others, make.on);
  return { ...inner, fields: { ...inner.fields, ...Object.fromEntries(sorts) } };
}

interface Sort {
  readonly by: string;
  readonly value: string;
}

type Named = readonly [name: string, field: JsonObject];

/**
 * Makes the fields of one type. A single member becomes a field with the type's name. If all members are inside one
 * object, they become one field for that object. Otherwise each member becomes a field with the client's name.
 */
function sortOf({ by, value }: Sort, all: readonly FactField[], make: Making): readonly Named[] {
  const words = { shownIf: { [by]: value } };
  const along: JsonObject = { [by]: value };
  const fixed = all.filter((each) => each.value !== undefined);
  const own = all.filter((each) => each.value === undefined);
  const fixedAlong = Object.fromEntries(fixed.map((each) => [wireOf(each), each.value ?? null]));
  const [first, ...more] = own;
  // A type without members becomes a boolean field, which is true if the element has that type.
  if (first === undefined)
    return [[value, { type: "boolean", enum: [true], wire: by, values: { true: value }, ...words }]];
  if (more.length === 0)
    return [[value, sorted(first, { ...words, sendsAlong: { ...along, ...fixedAlong } }, make)]];
  const around = shared(own);
  if (around.length === 0)
    return own.map((each) => [each.as ?? value, sorted(each, { ...words, sendsAlong: along }, make)]);
  const inside = own.map((each) => ({ ...each, in: each.in.slice(around.length) }));
  const { fields } = make.fields(inside, make.on);
  const object = { type: "object", wire: around.join("."), properties: fields };
  return [[value, { ...object, ...words, sendsAlong: along } as JsonObject]];
}

function sorted(each: FactField, words: JsonObject, make: Making): JsonObject {
  return { ...make.field(each, make.on), wire: wireOf(each), ...words };
}

function wireOf({ in: around, name = "" }: FactField): string {
  return [...around, name].join(".");
}

/** The longest path of objects that all these fields are in. */
function shared([first, ...more]: readonly FactField[]): readonly string[] {
  const place: readonly Json[] = first?.in ?? [];
  const length = place.findIndex((part, at) => !more.every(({ in: around }) => around[at] === part));
  return (first?.in ?? []).slice(0, length < 0 ? place.length : length);
}
