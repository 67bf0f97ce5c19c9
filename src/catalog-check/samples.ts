/** Sample values for the fields of a kind, derived from its catalog alone, so that the kind can be tested. */

import type { Field, Fields } from "../catalog/schema/field.ts";
import type { FormatWord } from "../catalog/schema/format.ts";
import { isArray, isObject, type Json, sameJson } from "../model/json.ts";
import { kindsNamed } from "../model/references.ts";
import { ownPattern } from "../project/own-patterns.ts";

/** Returns the key of a resource of this kind, for a reference. Undefined: there is no such resource. */
export type KeyOfKind = (kind: string) => string | undefined;

/** The prefix of the environment variables from which secrets are read: `TRIAL_SECRET_1`. */
export const trialSecret = "TRIAL_SECRET";

/** Returns a value for a field. Each variant gives another value. Undefined: no fitting value is known. */
export function sampleValue(field: Field, variant: number, keyOf: KeyOfKind): Json | undefined {
  if (field.secret !== undefined) return { secret: `env:${trialSecret}_${variant}` };
  if (field.refersTo !== undefined && field.type !== "array") return keyNamed(field.refersTo, keyOf);
  if (field.enum !== undefined) return field.enum[variant % field.enum.length];
  switch (field.type) {
    case "boolean":
      return variant % 2 === 0;
    case "integer":
    case "number":
      return numberOf(field, variant);
    case "string":
      return textOf(field, variant);
    case "array":
      return listOf(field, variant, keyOf);
    case "object":
      return objectOf(field, variant, keyOf);
    default:
      return `any ${variant}`;
  }
}

/** Returns the key of the first of these kinds that has a resource. Undefined: none of them has a resource. */
function keyNamed(of: NonNullable<Field["refersTo"]>, keyOf: KeyOfKind): string | undefined {
  return kindsNamed(of)
    .map(keyOf)
    .find((key) => key !== undefined);
}

/** Returns another value for a field. Undefined: no other fitting value is known. */
export function otherSample(field: Field, than: Json, keyOf: KeyOfKind): Json | undefined {
  const values = [2, 3, 4, 5].map((variant) => sampleValue(field, variant, keyOf));
  return values.find((value) => value !== undefined && !sameJson(value, than));
}

function numberOf({ minimum = 1, maximum = minimum + 100 }: Field, variant: number): number | undefined {
  const value = minimum + (variant % Math.max(1, Math.floor(maximum - minimum) + 1));
  return value <= maximum ? value : undefined;
}

function listOf(field: Field, variant: number, keyOf: KeyOfKind): Json | undefined {
  const { items = { type: "string" }, minItems = 0, refersTo } = field;
  const element = refersTo === undefined ? items : { ...items, refersTo };
  const length = Math.max(1, minItems);
  if (length > 20) return undefined;
  const made = Array.from({ length }, (_, at) => sampleValue(element, variant + at, keyOf));
  const known = made.filter((each) => each !== undefined);
  return known.length === length ? known : minItems === 0 ? [] : undefined;
}

function objectOf(field: Field, variant: number, keyOf: KeyOfKind): Json | undefined {
  const { properties, required = [], additionalProperties } = field;
  if (properties === undefined) {
    const inner = sampleValue(additionalProperties ?? { type: "string" }, variant, keyOf);
    return inner === undefined ? {} : { key: inner };
  }
  const made = sampleFields({ fields: properties, required }, variant, keyOf);
  return required.every((name) => made[name] !== undefined) ? made : undefined;
}

interface SampledFields {
  readonly fields: Fields;
  /** The names of the required fields. */
  readonly required?: readonly string[] | undefined;
}

/**
 * Returns values for all fields that people may write and that every version has. Fields without a sample value are
 * left out. Optional fields without a type are left out too, because most of them have several forms, and the right
 * form is unknown.
 */
export function sampleFields(
  { fields, required = [] }: SampledFields,
  variant: number,
  keyOf: KeyOfKind,
): Record<string, Json> {
  const isShown = ({ access, since, shownIf }: Field) =>
    access !== "readOnly" && since === undefined && shownIf === undefined;
  const isKnown = (name: string, { type, enum: values, secret, refersTo }: Field) =>
    required.includes(name) || [type, values, secret, refersTo].some((word) => word !== undefined);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const isTried = isShown(field) && isKnown(name, field);
      const value = isTried ? sampleValue(field, variant, keyOf) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const formats: Readonly<Partial<Record<FormatWord, (variant: number) => string>>> = {
  cidr: (variant) => `10.${variant}.0.0/24`,
  ip: (variant) => `10.0.${variant}.1`,
  ipv4: (variant) => `10.0.${variant}.1`,
  ipv6: (variant) => `2001:db8::${variant}`,
  mac: (variant) => `00:11:22:33:44:0${variant % 10}`,
  timeZone: (variant) => ["Europe/Berlin", "Europe/Paris", "America/New_York"][variant % 3] ?? "UTC",
  lowerCase: (variant) => `text ${variant}`,
  email: (variant) => `user${variant}@example.net`,
  uri: (variant) => `https://example.net/${variant}`,
  "date-time": (variant) => `2026-01-0${1 + (variant % 9)}T00:00:00Z`,
  duration: (variant) => `PT${variant}S`,
  numberSet: (variant) => `${variant}`,
  timeOfDay: (variant) => `0${variant % 10}:00`,
  decimalText: (variant) => `${variant}`,
  asNumber: (variant) => `${65_000 + variant}`,
  community: (variant) => `65000:${variant}`,
  area: (variant) => `0.0.0.${variant}`,
  netmask: (variant) => `${1 + (variant % 32)}`,
};

/** Texts that match common patterns. */
const candidates: readonly ((variant: number) => string)[] = [
  (variant) => `text${variant}`,
  (variant) => `${variant}`,
  (variant) => `${65_000 + variant}:${variant}`,
  (variant) => `10.0.${variant}.1`,
  (variant) => `10.${variant}.0.0/24`,
  (variant) => `a${variant}`,
  (variant) => `A${variant}`,
  (variant) => `A-${variant}`,
  (variant) => `0${variant % 10}:00`,
  (variant) => `00:11:22:33:44:0${variant % 10}`,
  (variant) => `host${variant}.example.net`,
  (variant) => `text-${variant}`,
  (variant) => `00000000-0000-4000-8000-00000000000${variant % 10}`,
];

function textOf(
  { format, pattern, minLength = 0, maxLength = 1000 }: Field,
  variant: number,
): Json | undefined {
  if (minLength > 1000) return undefined;
  const known = [format ?? []].flat().flatMap((word) => formats[word] ?? []);
  const isChecked = typeof format === "string" && known.length > 0;
  const texts = [...known, ...(isChecked ? [] : candidates)].map((make) =>
    make(variant).padEnd(minLength, "x"),
  );
  const expression = pattern === undefined ? undefined : ownPattern(pattern);
  return texts.find((text) => text.length <= maxLength && (expression?.test(text) ?? true));
}

/** True if a value contains a reference to a secret. */
export function holdsSecret(value: Json): boolean {
  if (isArray(value)) return value.some(holdsSecret);
  if (!isObject(value)) return false;
  return typeof value.secret === "string" || Object.values(value).some(holdsSecret);
}
