/** The constraints of texts, numbers, lists and objects in a schema. */

import { isIPv4, isIPv6 } from "node:net";
import { linearPattern } from "../../catalog/patterns/linear.ts";
import { isPattern } from "../../catalog/patterns/pattern.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** Returns the faults of a value by the constraints of one schema. */
export function scalarFaults(schema: JsonObject, value: Json, name: string): readonly string[] {
  if (typeof value === "string") return textFaults(schema, value, name);
  if (typeof value === "number") return numberFaults(schema, value, name);
  if (isArray(value)) return sizeFaults(value.length, [schema.minItems, schema.maxItems], `${name} elements`);
  if (!isObject(value)) return [];
  const size = Object.keys(value).length;
  return sizeFaults(size, [schema.minProperties, schema.maxProperties], `${name} members`);
}

function sizeFaults(
  size: number,
  [least, most]: readonly [Json | undefined, Json | undefined],
  name: string,
): readonly string[] {
  return [
    ...(typeof least === "number" && size < least ? [`${name}: at least ${least}, not ${size}`] : []),
    ...(typeof most === "number" && size > most ? [`${name}: at most ${most}, not ${size}`] : []),
  ];
}

function numberFaults(schema: JsonObject, value: number, name: string): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const over = typeof exclusiveMinimum === "number" ? exclusiveMinimum : exclusiveMinimum && minimum;
  const under = typeof exclusiveMaximum === "number" ? exclusiveMaximum : exclusiveMaximum && maximum;
  const steps = typeof multipleOf === "number" && multipleOf > 0 ? value / multipleOf : 0;
  return [
    ...(typeof minimum === "number" && value < minimum ? [`${name} must be at least ${minimum}`] : []),
    ...(typeof maximum === "number" && value > maximum ? [`${name} must be at most ${maximum}`] : []),
    ...(typeof over === "number" && value <= over ? [`${name} must be over ${over}`] : []),
    ...(typeof under === "number" && value >= under ? [`${name} must be under ${under}`] : []),
    ...(Math.abs(steps - Math.round(steps)) > 1e-9 ? [`${name} must be a multiple of ${multipleOf}`] : []),
  ];
}

function textFaults(schema: JsonObject, value: string, name: string): readonly string[] {
  const { minLength, maxLength, pattern, format } = schema;
  const length = [...value].length;
  const known = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined;
  const fits = typeof pattern !== "string" || matches(pattern, value);
  return [
    ...sizeFaults(length, [minLength, maxLength], `${name} characters`),
    ...(fits ? [] : [`${name} must match ${pattern}`]),
    ...(known === undefined || known(value) ? [] : [`${name} must be of the format ${format}`]),
  ];
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) => /^\d{4}-\d\d-\d\d[Tt ]/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
};

/**
 * True if a text matches a pattern. If a pattern cannot be matched in linear time, every text counts as matching,
 * because the author of the description may have written a slow pattern.
 */
function matches(pattern: string, value: string): boolean {
  return !isPattern(pattern) || (linearPattern(pattern, { unsure: true })?.test(value) ?? true);
}
