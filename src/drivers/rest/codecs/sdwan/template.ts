/** The codec `template`: values of an SD-WAN manager's feature templates, which are marked as set or variable. */

import { undeclaredIn, wholeRecord } from "../../../../catalog/fields/undeclared.ts";
import { asWireObject, isWireObject, type WireObject } from "../../../../catalog/fields/wire.ts";
import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import {
  definedMembers,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../../../model/json.ts";
import type { WireJson } from "../../../../model/wire.ts";
import type { Codec } from "../../codec.ts";
import { type Places, placesOf } from "./template-places.ts";
import { isVariable, variableOrDefault } from "./variables.ts";

const root = "templateDefinition";

/**
 * Converts between a feature template and its fields. A value in `templateDefinition` is `{vipObjectType, vipType,
 * vipValue, vipVariableName}`: `constant` is a declared value, `variableName` is a text `{{name}}`, and `ignore` is
 * unset. An unset field that may be null is sent as ignored; other unset fields are omitted. The place of a field may
 * end in `$node` (whether an empty leaf exists) or in `$present` (whether an object with contents exists).
 * `vipOptional` is a plain member.
 */
export const template: Codec = {
  instead: variableOrDefault,
  replacesSecrets: true,
  record({ fields }, shown) {
    const definition = definitionIn(shown);
    return definition && { ...shown, [root]: shownObject(placesOf(fields, root), definition) };
  },
  undeclared({ fields }, shown, on) {
    const places = placesOf(fields, root);
    const definition = shownObject(places, definitionIn(shown) ?? {});
    return undeclaredIn(on, { fields }, { record: { ...shown, [root]: definition }, at: wholeRecord });
  },
  body({ fields }, { object: { [root]: definition, ...own } }) {
    return { ...own, [root]: sentObject(placesOf(fields, root), asWireObject(definition)) };
  },
};

/**
 * Returns the definition of a template. Undefined: there is no valid definition. In a list of templates, the definition
 * may be a JSON text.
 */
function definitionIn({ [root]: definition }: JsonObject): JsonObject | undefined {
  const value = typeof definition === "string" ? parseJson(definition) : definition;
  return isObject(value) ? value : undefined;
}

/** Returns the fields of an object in a definition, by place. Values that are set but have no field are included. */
function shownObject(places: Places, object: JsonObject): JsonObject {
  const members = Object.entries(object).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    if (name === order) return [];
    const shown = shownMember(places, name, value);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(members);
}

function shownMember({ own, inner }: Places, name: string, value: Json): Json | undefined {
  const field = own.get(name);
  if (field !== undefined) return shownValue(field, value);
  const inside = inner.get(name);
  if (inside === undefined) return plain(value);
  const node = inside.own.get("$node") ?? inside.own.get("$present");
  if (node !== undefined && isEnvelope(value)) {
    const isThere = shownValue(node, value);
    if (inside.own.has("$present"))
      return { ...leavesOff(inside), ...(node.default !== undefined && { $present: isThere ?? false }) };
    return isThere === undefined ? undefined : { $node: isThere };
  }
  const members = isObject(value) ? shownObject(inside, value) : {};
  return inside.own.has("$present") ? { ...members, $present: true } : members;
}

/** Returns the fields of a missing object. Every field that says whether a leaf exists (`$node`) is false. */
function leavesOff({ inner }: Places): JsonObject {
  const leaves = [...inner].filter(([, { own }]) => own.has("$node"));
  return Object.fromEntries(leaves.map(([name]) => [name, { $node: false }]));
}

function shownValue(field: Field, value: Json): Json | undefined {
  const { properties } = field.items ?? {};
  const said = isEnvelope(value) ? saidBy(value) : value;
  if (said === undefined || said === "" || isVariable(said)) return said === "" ? undefined : said;
  if (properties !== undefined && isArray(said)) {
    const places = placesOf(properties);
    return said.map((each) => (isObject(each) ? shownObject(places, each) : each));
  }
  if (field.type !== "array") return typed(field, said);
  return (isArray(said) ? said : [said]).map((each) => typed(field.items ?? {}, each));
}

/**
 * Returns a value converted to its field's type. The product shows booleans as texts, and numbers as numbers or texts.
 */
function typed({ type }: Field, value: Json): Json {
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  const isNumber = type === "integer" || type === "number";
  if (isNumber && typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return type === "string" && typeof value === "number" ? String(value) : value;
}

function isEnvelope(value: Json): value is JsonObject & { readonly vipType: string } {
  return isObject(value) && typeof value.vipType === "string";
}

/** Returns the value in an envelope. Undefined: the value is not set. */
function saidBy({ vipType, vipValue, vipVariableName }: JsonObject): Json | undefined {
  if (vipType === "ignore") return undefined;
  const isVariableName = vipType === "variableName" || vipType === "variable";
  return isVariableName && typeof vipVariableName === "string" ? `{{${vipVariableName}}}` : vipValue;
}

/** Returns a value that no field declares, without its envelopes. Undefined: nothing is set in the value. */
function plain(value: Json): Json | undefined {
  if (isArray(value)) return value.map((each) => plain(each) ?? null);
  if (!isObject(value)) return value;
  if (isEnvelope(value)) {
    const said = saidBy(value);
    return said === undefined ? undefined : plain(said);
  }
  const members = Object.entries(value).filter(([name]) => name !== order);
  const inner = definedMembers(members.map(([name, each]) => [name, plain(each)]));
  return Object.keys(inner).length === 0 ? undefined : inner;
}

/** The member of a list element that contains the rendering order of the element's values. */
const order = "priority-order";

/** Returns an object of a definition in the form in which it is sent. */
function sentObject({ own, inner }: Places, object: WireObject): WireObject {
  const values = [...own].map(([name, field]) => [name, sentValue(field, object[name])] as const);
  const objects = [...inner].map(([name, places]) => [name, sentInside(places, object[name])] as const);
  return definedMembers([...values, ...objects]);
}

function sentInside(places: Places, value: WireJson | undefined): WireJson | undefined {
  const members = asWireObject(value);
  const leaf = places.own.get("$node");
  if (leaf !== undefined) return sentValue(leaf, members.$node, "node-only");
  const { $present: isThere, ...others } = members;
  const own = new Map([...places.own].filter(([name]) => name !== "$present"));
  const inside = sentObject({ ...places, own }, others);
  if (!places.own.has("$present")) return Object.keys(inside).length > 0 ? inside : undefined;
  if (isThere === false) return envelope("node-only", { vipType: "ignore" });
  return isThere === true || isSet(others) ? inside : undefined;
}

/** True if the value, or any value inside it, is set. */
function isSet(value: WireJson | undefined): boolean {
  if (value === undefined || value === null) return false;
  return isWireObject(value) ? Object.values(value).some(isSet) : true;
}

function sentValue(field: Field, value: WireJson | undefined, sort?: string): WireJson | undefined {
  const { type, items, wire, nullable } = field;
  if (wire === "vipOptional") return value;
  const inside = items?.properties;
  const of = sort ?? (inside ? "tree" : type === "array" ? "list" : "object");
  const keys = inside && { vipPrimaryKey: (field.identity ?? []).map((each) => wireOf(inside, each)) };
  const isEmpty = inside !== undefined && Array.isArray(value) && value.length === 0;
  if (value === undefined || value === null || isEmpty) {
    if (!nullable && value === undefined) return undefined;
    return envelope(of, { vipType: "ignore", ...keys, ...(keys && { vipValue: [] }) });
  }
  if (isVariable(value))
    return envelope(of, { vipType: "variableName", vipVariableName: value.slice(2, -2) });
  if (inside === undefined || !Array.isArray(value))
    return envelope(of, {
      vipType: "constant",
      vipValue: typeof value === "boolean" ? String(value) : value,
    });
  const places = placesOf(inside);
  const elements = value.map((each) => (isWireObject(each) ? sentElement(places, each) : each));
  return envelope(of, { vipType: "constant", ...keys, vipValue: elements });
}

function sentElement(places: Places, element: WireObject): WireObject {
  const names = places.names.filter((each) => each !== "vipOptional");
  return { ...sentObject(places, element), [order]: names };
}

function wireOf(fields: Fields, name: string): string {
  return (fields[name]?.wire ?? name).split(".").at(-1) ?? name;
}

function envelope(sort: string, rest: WireObject): WireObject {
  return { vipObjectType: sort, ...rest };
}
