/**
 * The named codecs of mappings. They convert values that people write differently from the tree, in both directions.
 * Pure.
 */

import type { codecNames, MappedField } from "../../../../catalog/schema/mapping.ts";
import { isArray, isObject, type Json, sameJson } from "../../../../model/json.ts";

/** A value in the tree. Undefined: the tree has no value. */
type TreeValue = Json | undefined;

/** One codec. Both directions accept every value: values of another form stay unchanged. */
interface MappingCodec {
  toTree(value: Json, field: MappedField): TreeValue;
  fromTree(value: TreeValue, field: MappedField): Json | undefined;
}

const codecs: Readonly<Record<(typeof codecNames)[number], MappingCodec>> = {
  presence: {
    toTree: (value) => (value === true ? [null] : undefined),
    fromTree: (value) => value !== undefined && value !== false && value !== "false",
  },
  absence: {
    toTree: (value) => (value === true ? undefined : [null]),
    fromTree: (value) => value === undefined || value === false || value === "false",
  },
  container: {
    toTree: (value) => (value === true ? {} : undefined),
    fromTree: (value) => value !== undefined,
  },
  keyed: {
    toTree: (value, { key = "" }) => (isArray(value) ? value.map((each) => ({ [key]: each })) : value),
    fromTree: (value, field) => {
      if (value === undefined) return undefined;
      const { key = "", items = {} } = field;
      const entries = isArray(value) ? value : [value];
      return entries.map((each) => plainFromTree(isObject(each) ? (each[key] ?? null) : each, items));
    },
  },
  member: {
    toTree: (value, { members = {}, values }) => {
      if (typeof value !== "string") return value;
      const [name = "", ...rest] = memberText(value, values).split(" ");
      const text = rest.join(" ");
      const type = Object.hasOwn(members, name) ? members[name] : undefined;
      if (type === undefined) return value;
      if (type === "empty") return { [name]: [null] };
      if (type === "container") return { [name]: {} };
      return { [name]: type === "integer" ? Number(text) : text };
    },
    fromTree: (value, { members = {}, values = {} }) => {
      if (!isObject(value)) return undefined;
      const name = Object.keys(members).find((each) => Object.hasOwn(value, each));
      if (name === undefined) return undefined;
      const isFlag = members[name] === "empty" || members[name] === "container";
      const text = isFlag ? name : `${name} ${value[name]}`;
      return Object.keys(values).find((each) => values[each] === text) ?? text;
    },
  },
  netmask: {
    toTree: (value) => (typeof value === "number" ? maskOf(value) : value),
    fromTree: (value) => (typeof value === "string" ? (lengthOf(value) ?? value) : value),
  },
};

/** Returns the member that a text stands for: `100` for `value-100`. */
function memberText(text: string, values: MappedField["values"] = {}): string {
  const member = Object.hasOwn(values, text) ? values[text] : undefined;
  return typeof member === "string" ? member : text;
}

/** Returns a declared value in the form that it has in the tree. Undefined: the value must be absent from the tree. */
export function valueToTree(value: Json, field: MappedField): TreeValue {
  if (field.as !== undefined) return codecs[field.as].toTree(value, field);
  const { values } = field;
  const spelled = typeof value === "string" ? value : JSON.stringify(value);
  if (values !== undefined && Object.hasOwn(values, spelled)) return values[spelled];
  return value;
}

/** Returns a tree value in the form in which people write it. Undefined: the value is not set. */
export function valueFromTree(value: TreeValue, field: MappedField): Json | undefined {
  if (field.as !== undefined) return codecs[field.as].fromTree(value, field);
  if (value === undefined) return undefined;
  const known = Object.entries(field.values ?? {}).find(([, each]) => sameJson(each, value));
  if (known) return spelledIn(known[0], field);
  if (field.type !== "array") return plainFromTree(value, field);
  const { items = {} } = field;
  return (isArray(value) ? value : [value]).map((each) => plainFromTree(each, items));
}

function spelledIn(text: string, { type }: MappedField): Json {
  return type === undefined || type === "string" ? text : JSON.parse(text);
}

/** Returns a tree value converted to its field's type: in XML, and for 64-bit numbers, every value is a text. */
function plainFromTree(value: Json, { type }: MappedField): Json {
  if (type === "string") return typeof value === "number" ? String(value) : value;
  if (typeof value !== "string") return value;
  if ((type === "integer" || type === "number") && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value))
    return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function maskOf(length: number): string {
  const bits = length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

function lengthOf(mask: string): number | undefined {
  return [...Array(33).keys()].find((length) => maskOf(length) === mask);
}

/**
 * Returns the pattern of the texts that `as: member` accepts: names of members with values, and short texts that stand
 * for a member.
 */
export function memberPattern(
  members: NonNullable<MappedField["members"]>,
  short: readonly string[],
): string {
  const value = { empty: "", container: "", integer: " [0-9]{1,10}", string: " .+" } as const;
  const texts = Object.entries(members).map(([name, type]) => `${literally(name)}${value[type]}`);
  return `^(?:${[...short.map(literally), ...texts].join("|")})$`;
}

function literally(text: string): string {
  return text.replaceAll(".", "[.]");
}
