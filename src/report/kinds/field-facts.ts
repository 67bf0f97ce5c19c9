/** What people have to know of a kind's fields: names, types, bounds, secrets, references. Pure. */

import type { Field, Fields } from "../../catalog/schema/field.ts";
import type { Json } from "../../model/json.ts";

/** A field, at whatever depth. */
export interface FieldFacts {
  /** Dots lead into maps, `[]` into lists, `*` stands for any key: `reservedIpRanges[].start`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly enum?: readonly Json[] | undefined;
  /** The kind whose key is written here. */
  readonly refersTo?: string | undefined;
  /** Another name of the field. */
  readonly also?: string | undefined;
  readonly default?: Json | undefined;
  readonly access?: Field["access"];
  /** The product's version that it needs. */
  readonly since?: string | undefined;
  /** True: it is unknown whether replies show it. */
  readonly assumed?: true;
  readonly description?: string | undefined;
}

/** All fields that may be declared, those inside a field after it. */
export function fieldFacts(
  fields: Fields,
  required: readonly string[] = [],
  above = "",
): readonly FieldFacts[] {
  return Object.entries(fields).flatMap(([own, field]) => {
    if (field.access === "readOnly") return [];
    const name = above === "" ? own : `${above}.${own}`;
    return [factsOf(field, name, required.includes(own)), ...inside(field, name)];
  });
}

function inside(
  { properties, required, items, additionalProperties }: Field,
  name: string,
): readonly FieldFacts[] {
  return [
    ...fieldFacts(properties ?? {}, required, name),
    ...(items ? inside(items, `${name}[]`) : []),
    ...(additionalProperties ? inside(additionalProperties, `${name}.*`) : []),
  ];
}

function factsOf(field: Field, name: string, required: boolean): FieldFacts {
  const one = field.type === "array" ? (field.items ?? {}) : field;
  const { access } = field;
  return {
    name,
    type: typeOf(field),
    required,
    secret: field.secret !== undefined || one.secret !== undefined,
    enum: one.enum,
    refersTo: field.refersTo ?? one.refersTo,
    also: field.also,
    default: field.default,
    ...(access !== undefined && access !== "readWrite" && { access }),
    since: field.since,
    ...(field.support === "assumed" && access !== "writeOnly" && { assumed: true as const }),
    description: field.description,
  };
}

const words = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "map",
  array: "list",
} as const;

const formats: Readonly<Record<NonNullable<Field["format"]>, string>> = {
  cidr: "subnet",
  ip: "IP address",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  mac: "MAC address",
  timeZone: "time zone",
  lowerCase: "text in lower case",
  email: "mail address",
  uri: "URI",
  "date-time": "date and time",
};

/** A type in words, with its bounds: `whole number, 1 to 4094`. */
function typeOf(field: Field): string {
  const { type, format, items, nullable, set } = field;
  const own = format ? formats[format] : type ? words[type] : "any value";
  const of = type === "array" && items ? `${set ? "set" : "list"} of: ${typeOf(items)}` : own;
  return [of, ...boundsOf(field), ...(nullable ? ["or null"] : [])].join(", ");
}

function boundsOf(field: Field): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxBytes, minItems, maxItems, pattern } = field;
  return [
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...range(undefined, maxBytes, " bytes"),
    ...range(minItems, maxItems, " of them"),
    ...(pattern === undefined ? [] : [`like ${pattern}`]),
  ];
}

function range(min: number | undefined, max: number | undefined, unit: string): readonly string[] {
  if (min === undefined && max === undefined) return [];
  if (min === undefined) return [`at most ${max}${unit}`];
  return [max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`];
}
