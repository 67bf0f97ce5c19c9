/**
 * Makes values that the fields of a kind allow, from the catalog alone. `variant` is a number, and each number gives
 * another value.
 */

import type { Field, Fields } from "../../../src/catalog/schema/field.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../../src/model/json.ts";

/** Returns a value of a field. Another variant gives another value if the field has more than one. */
export function madeField(field: Field, variant: number): Json {
  if (field.secret !== undefined) return { secret: `env:SECRET_${variant}` };
  if (field.enum !== undefined) return field.enum[variant % field.enum.length] ?? null;
  // The key of another resource is a text, even if its id is a number.
  if (field.refersTo !== undefined && field.type === "integer") return `${variant}`;
  if (field.refersTo !== undefined && field.type === "array")
    return madeList({ ...field, items: { ...field.items, refersTo: field.refersTo } }, variant);
  switch (field.type) {
    case "boolean":
      return variant % 2 === 0;
    case "integer":
    case "number":
      return madeNumber(field, variant);
    case "array":
      return madeList(field, variant);
    case "object":
      return field.properties === undefined
        ? { [madeKey(field, variant)]: madeField(field.additionalProperties ?? { type: "string" }, variant) }
        : madeFields(field.properties, variant);
    case "string":
      return field.items ? madeParts(field, variant) : madeText(field, variant);
    default:
      return `any ${variant}`;
  }
}

/**
 * Returns a list of a text and a reference, or the text alone if the field has no references. If there are several
 * references, the variant selects one.
 */
function madeParts({ items = {}, ...field }: Field, variant: number): Json {
  const references = Object.entries(items.properties ?? {});
  const [name, reference] = references[variant % references.length] ?? [];
  const text = madeText(field, variant);
  return name === undefined || reference === undefined
    ? text
    : [text, { [name]: madeField(reference, variant) }];
}

function madeKey({ keys }: Field, variant: number): string {
  return keys === undefined ? `key${variant}` : madeText({ format: keys }, variant);
}

/** Returns the values of all fields that people may write, without the fields that the product derives from others. */
function madeFields(fields: Fields, variant: number): JsonObject {
  const own = Object.entries(fields).filter(
    ([name, { access, since, derivedFrom = [] }]) =>
      access !== "readOnly" &&
      since === undefined &&
      !derivedFrom.some((other) => fields[other] !== undefined && fields[other].since === undefined) &&
      isMeant(fields, name, variant),
  );
  return Object.fromEntries(own.map(([name, field]) => [name, madeField(field, variant)]));
}

/**
 * True if this variant uses the field. Several fields may express the same thing with different types, and each variant
 * uses one of them.
 */
export function isMeant(fields: Fields, name: string, variant: number): boolean {
  const { wire, shownIf } = fields[name] ?? {};
  if (shownIf === undefined) return true;
  for (const [other, wanted] of Object.entries(shownIf)) {
    const own = Object.values(fields).find((each) => each.wire === other);
    // A field that depends on another field is used only if the other field has one of the wanted values.
    if (own)
      return (Array.isArray(wanted) ? wanted : [wanted]).some((each) => each === madeField(own, variant));
  }
  // Several fields may depend on one other field. If that field selects between types, the variant chooses a type, and
  // then one of the fields for this type.
  const keys = Object.keys(shownIf).join();
  const sorted = Object.values(fields).filter(
    (other) => other.shownIf && Object.keys(other.shownIf).join() === keys,
  );
  const sorts = [...new Set(sorted.map((other) => JSON.stringify(other.shownIf)))];
  if (sorts[variant % sorts.length] !== JSON.stringify(shownIf)) return false;
  const alike = Object.entries(fields).filter(
    ([, other]) => other.wire === wire && JSON.stringify(other.shownIf) === JSON.stringify(shownIf),
  );
  return alike[variant % alike.length]?.[0] === name;
}

/** Returns a value of a field other than `than`, or undefined if no other value is found. */
export function otherValue(field: Field, than: Json): Json | undefined {
  const tried = [1, 2, 3, 4, 5].map((variant) => withFixed(field, madeField(field, variant), than));
  return tried.find((value) => !sameJson(value, than));
}

/** Returns the value with those members that only a create may set taken from `than`, at any depth. */
function withFixed({ properties = {} }: Field, value: Json, than: Json): Json {
  if (!isObject(value) || !isObject(than)) return value;
  const kept = Object.entries(than).flatMap(([name, before]): [string, Json][] => {
    const field = properties[name];
    if (field?.access === "createOnly") return [[name, before]];
    return field && value[name] !== undefined ? [[name, withFixed(field, value[name], before)]] : [];
  });
  return { ...value, ...Object.fromEntries(kept) };
}

function madeNumber({ minimum = 1, maximum = minimum + 100 }: Field, variant: number): number {
  return minimum + (variant % (maximum - minimum + 1));
}

function madeList(field: Field, variant: number): Json {
  const { items = { type: "string" }, minItems = 0, maxItems = 9 } = field;
  const length = Math.min(Math.max(1, minItems), maxItems);
  const made = Array.from({ length }, (_, index) => madeField(items, variant + index));
  const [first] = made;
  // If all elements are equal, one element is returned, because a set or a list with keys must not contain an element
  // twice.
  return first !== undefined && made.every((each) => sameJson(each, first)) ? [first] : made;
}

const texts: Readonly<Record<string, (variant: number) => string>> = {
  cidr: (variant) => `10.${variant & 255}.${variant >> 8}.0/24`,
  ip: (variant) => `10.${variant >> 8}.${variant & 255}.1`,
  ipv4: (variant) => `10.${variant >> 8}.${variant & 255}.1`,
  mac: (variant) => `00:11:22:33:44:0${variant % 10}`,
  timeZone: (variant) => ["Europe/Berlin", "Europe/Paris", "America/New_York"][variant % 3] ?? "UTC",
  lowerCase: (variant) => `text ${variant}`,
  email: (variant) => `user${variant}@example.net`,
  uri: (variant) => `https://example.net/${variant}`,
  "date-time": (variant) => `2026-01-0${1 + (variant % 9)}T00:00:00Z`,
  duration: (variant) => `PT${variant + 1}S`,
  numberSet: (variant) => `${variant + 1}`,
  timeOfDay: (variant) => `0${variant % 10}:00`,
  decimalText: (variant) => `${variant + 1}`,
};

function madeText(
  { format, pattern, example, minLength = 0, maxLength = 100 }: Field,
  variant: number,
): string {
  const [known] = [format ?? []].flat().flatMap((word) => texts[word] ?? []);
  if (known) return known(variant);
  const candidates = [
    `text${variant}`,
    `${variant}`,
    `1.1.1.${variant}`,
    `a${variant}`,
    `0${variant}:00`,
    `A${variant}`,
    `vlan-${variant + 1}`,
    `topology/pod-1/paths-101/pathep-[eth1/${variant + 1}]`,
    `uni/phys-${variant}`,
    `00:22:BD:00:00:0${variant % 10}`,
    `ntp.Policy${variant}`,
    `1${variant}0`,
    `ip=='10.0.0.${variant}'`,
    ...(example === undefined ? [] : [example]),
  ];
  const fits = (text: string) => pattern === undefined || new RegExp(pattern).test(text);
  const text = candidates.find(fits) ?? candidates[0] ?? "";
  return text.padEnd(minLength, "x").slice(0, Math.max(minLength, maxLength));
}

/** True for a field that no reply shows. */
export function isUnshown({ secret, access, properties }: Field): boolean {
  if (properties !== undefined && access === undefined) return Object.values(properties).every(isUnshown);
  return secret !== undefined || access === "writeOnly";
}

/** True for a field that cannot be declared from replies alone, because replies do not show a required part of it. */
export function needsUnshown(field: Field): boolean {
  const { properties = {}, required = [], items } = field;
  const own = required.map((name) => properties[name]).filter((each) => each !== undefined);
  const inside = [...Object.values(properties), ...(items ? [items] : [])];
  return own.some(isUnshown) || inside.some(needsUnshown);
}
