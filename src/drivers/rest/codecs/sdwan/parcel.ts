/** The codec `parcel`: values of an SD-WAN manager's parcels, which are marked as set, variable or default. */

import { undeclaredIn, wholeRecord } from "../../../../catalog/fields/undeclared.ts";
import { asWireObject, isWireObject, type WireObject } from "../../../../catalog/fields/wire.ts";
import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import { asObject, definedMembers, isArray, isObject, type Json } from "../../../../model/json.ts";
import { Secret } from "../../../../model/secret.ts";
import type { WireJson } from "../../../../model/wire.ts";
import type { Codec } from "../../codec.ts";
import { isVariable, variableOrDefault } from "./variables.ts";

/**
 * Converts between a parcel, `{parcelId, payload: {name, description, data}}`, and its fields. A value in `data` is
 * `{optionType, value}`: `global` is a declared value, `variable` is a text `{{name}}`, and `default` is the product's
 * default. Unset fields that have a `default` or may be null are sent as `default`, because the product requires them.
 * Other unset fields are omitted.
 */
export const parcel: Codec = {
  instead: variableOrDefault,
  replacesSecrets: true,
  record(_, { payload, ...shown }) {
    if (!isObject(payload)) return undefined;
    const { data = {}, ...own } = payload;
    return { ...shown, ...own, data: plain(data) ?? {} };
  },
  undeclared({ fields }, { payload, ...shown }, on) {
    const { data = {}, ...own } = asObject(payload);
    const record = { ...shown, ...own, data: said(data) ?? {} };
    return undeclaredIn(on, { fields }, { record, at: wholeRecord });
  },
  body({ fields }, { object: { name = null, description = "", data = {}, ...along } }) {
    const rows = Object.entries(fields).flatMap(([name, field]): readonly Row[] => {
      const [first, ...place] = (field.wire ?? name).split(".");
      return first === "data" && place.length > 0 ? [[place.join("."), field]] : [];
    });
    return { name, description, data: { ...along, ...objectSent(rows, asWireObject(data)) } };
  },
};

type Row = readonly [name: string, field: Field];

/** Returns a value without its type mark. Undefined: the value is a default, and the product shows no value for it. */
function plain(value: Json): Json | undefined {
  if (isArray(value)) return value.map((each) => plain(each) ?? null);
  if (!isObject(value)) return value;
  if (typeof value.optionType === "string") return value.value;
  return definedMembers(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/**
 * Returns a value without its type mark. Undefined: the value is a default of the product, even if the product shows a
 * value for it.
 */
function said(value: Json): Json | undefined {
  if (isArray(value)) return value.map((each) => said(each) ?? null);
  if (!isObject(value)) return value;
  if (value.optionType === "default") return undefined;
  if (typeof value.optionType === "string") return value.value;
  return definedMembers(Object.entries(value).map(([name, each]) => [name, said(each)]));
}

/** Returns an object of fields as it is sent. Members that are not fields are sent unchanged. */
function objectSent(rows: readonly Row[], object: WireObject): WireObject {
  const names = new Set(rows.map(([name]) => name));
  const others = Object.entries(object).filter(([name]) => !names.has(name));
  return definedMembers([
    ...others,
    ...rows.map(([name, field]) => [name, fieldSent(field, object[name])] as const),
  ]);
}

function fieldSent(field: Field, value: WireJson | undefined): WireJson | undefined {
  const { properties, items, default: standard } = field;
  if (properties !== undefined) {
    const inner = value ?? standard;
    return inner === undefined ? undefined : objectSent(rowsOf(properties), asWireObject(inner));
  }
  const inside = items?.properties;
  if (inside !== undefined) {
    const members = value ?? standard;
    return Array.isArray(members)
      ? members.map((each) => (isWireObject(each) ? objectSent(rowsOf(inside), each) : each))
      : undefined;
  }
  return valueSent(field, value);
}

function rowsOf(fields: Fields): readonly Row[] {
  return Object.entries(fields).map(([name, field]) => [field.wire ?? name, field]);
}

function valueSent(
  { default: standard, nullable }: Field,
  value: WireJson | undefined,
): WireJson | undefined {
  if (value === undefined || value === null) {
    if (standard !== undefined) return { optionType: "default", value: standard };
    return value === null || nullable ? { optionType: "default" } : undefined;
  }
  if (isVariable(value)) return { optionType: "variable", value };
  const isStandard = !(value instanceof Secret) && JSON.stringify(standard) === JSON.stringify(value);
  return { optionType: isStandard ? "default" : "global", value };
}
