/**
 * vManage's feature templates, on top of a server that stores records without envelopes. In a template, each value says
 * whether it is set.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { objects, placeOf, type Resource, textOf, valueAt, withValueAt } from "./client-facts.ts";

const root = "templateDefinition";

/**
 * Returns the resource of a template as a `ClientServer` stores it. The values are in the definition, and the
 * containers of the definition say whether they exist.
 */
export function plainTemplate(resource: Resource): Resource {
  const model = modelOf(resource);
  if (model === undefined) return resource;
  const fixed = { templateType: model, templateMinVersion: "15.0.0" };
  const own = [
    ...Object.entries(fixed).map(([name, value]) => ({ name, type: "String", value, required: true })),
    { name: "factoryDefault", type: "Bool" },
    { name: "isGlobal", type: "Bool" },
    { name: "templateName", type: "String", required: true },
    { name: "templateDescription", type: "String", required: true },
    { name: "deviceType", type: "List", required: true },
  ];
  const inside = resource.fields.map((field) => plainField(field, [root]));
  return { ...resource, fields: [...own, ...inside] };
}

/** Returns the type of a feature template, or undefined if the resource is none. A parcel may have a model too. */
export function modelOf({ words: { model, parcelType } }: Resource): string | undefined {
  return typeof model === "string" && parcelType === undefined ? model : undefined;
}

function plainField(
  { type: _, enum: __, minimum: ___, maximum: ____, fields, required: _____, ...field }: JsonObject,
  around: readonly string[],
): JsonObject {
  const at = [...around, ...placeOf(field.in)];
  const isContainer = field.presence === "container";
  const name = textOf(field, "name");
  const inner = objects(fields).map((each) => plainField(each, []));
  return {
    ...field,
    ...{ in: isContainer ? [...at, name] : at, name: isContainer ? "$present" : name },
    ...(inner.length > 0 && { type: "List", fields: [...inner, { name: "vipOptional", type: "Bool" }] }),
    ...(field.sensitive === true && { writeOnly: true }),
  };
}

/** Returns a definition without its envelopes. Throws if an envelope is missing, has another type, or is unknown. */
export function bareDefinition(fields: readonly JsonObject[], definition: Json): JsonObject {
  return bareObject(fields, definition, []);
}

function bareObject(fields: readonly JsonObject[], object: Json, around: readonly string[]): JsonObject {
  if (!isObject(object)) throw new Error(`${around.join(".")} is no object`);
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const place = [...around, name];
      if (name === "priority-order") return [];
      if (name === "vipOptional") {
        if (typeof value !== "boolean") throw new Error("vipOptional is no boolean");
        return [[name, value]];
      }
      const field = fields.find((each) => isAt(each, place));
      if (isObject(value) && value.vipType === undefined) {
        if (field !== undefined && field.presence !== "container") throw new Error(`${name} has no vipType`);
        const inside = bareObject(fields, value, place);
        return [[name, field ? { ...inside, $present: true } : inside]];
      }
      if (field === undefined) throw new Error(`${place.join(".")} is not known`);
      const bare = bareValue(field, value);
      return bare === undefined ? [] : [[name, bare]];
    }),
  );
}

function isAt(field: JsonObject, place: readonly string[]): boolean {
  return [...placeOf(field.in), textOf(field, "name")].join(".") === place.join(".");
}

function bareValue(field: JsonObject, value: Json): Json | undefined {
  const name = textOf(field, "name");
  if (!isObject(value)) throw new Error(`${name} has no vipType`);
  const { vipObjectType, vipType, vipValue, vipVariableName, vipPrimaryKey } = value;
  if (vipObjectType !== sortOf(field)) throw new Error(`${name} is a ${String(vipObjectType)}`);
  const keys = objects(field.fields).filter(({ id }) => id === true);
  if (sortOf(field) === "tree" && (!isArray(vipPrimaryKey) || vipPrimaryKey.length !== keys.length))
    throw new Error(`${name} has not its keys`);
  if (vipType === "ignore") return field.presence === "container" ? { $present: false } : undefined;
  if (vipType === "variableName" && typeof vipVariableName === "string") return `{{${vipVariableName}}}`;
  if (vipType !== "constant" || vipValue === undefined) throw new Error(`${name} is of no sort`);
  if (sortOf(field) === "tree" && isArray(vipValue))
    return vipValue.map((each) => bareObject(objects(field.fields), each, []));
  if (typeof vipValue === "boolean") throw new Error(`${name} is a boolean that is no text`);
  return vipValue;
}

function sortOf(field: JsonObject): string {
  if (field.presence !== undefined) return "node-only";
  if (objects(field.fields).length > 0) return "tree";
  return field.type === "List" || field.type === "Set" ? "list" : "object";
}

/** Returns a definition as it is shown. An unset value has the type `ignore`, and its default. */
export function shownDefinition(fields: readonly JsonObject[], bare: JsonObject): JsonObject {
  const containers = fields.filter(({ presence }) => presence === "container").map(wholePlace);
  const isOff = (place: readonly string[]) =>
    containers.some(
      (each) =>
        each.length < place.length &&
        each.every((part, at) => part === place[at]) &&
        valueAt(bare, [...each, "$present"]) !== true,
    );
  return fields.reduce<JsonObject>((shown, field) => {
    const place = wholePlace(field);
    if (isOff(place)) return shown;
    if (field.presence === "container")
      return withContainer(shown, place, valueAt(bare, [...place, "$present"]));
    const value = shownValue(field, valueAt(bare, place));
    return value === undefined ? shown : withValueAt(shown, place, value);
  }, {});
}

function wholePlace(field: JsonObject): readonly string[] {
  return [...placeOf(field.in), textOf(field, "name")];
}

function withContainer(shown: JsonObject, place: readonly string[], isThere: Json | undefined): JsonObject {
  if (isThere === undefined) return shown;
  if (isThere === false) return withValueAt(shown, place, { vipObjectType: "node-only", vipType: "ignore" });
  return withValueAt(shown, place, valueAt(shown, place) ?? {});
}

function shownValue(field: JsonObject, value: Json | undefined): Json | undefined {
  const vipObjectType = sortOf(field);
  const inner = objects(field.fields);
  const keys = inner.filter(({ id }) => id === true).map(({ name }) => name ?? null);
  const ofTree = vipObjectType === "tree" ? { vipPrimaryKey: keys } : {};
  if (value === undefined || value === null) {
    const filled = vipObjectType === "tree" ? [] : field.default === undefined ? "" : String(field.default);
    const vipVariableName = `of_${textOf(field, "name")}`;
    return field.leftOut === true || field.required === true
      ? undefined
      : { vipObjectType, vipType: "ignore", ...ofTree, vipValue: filled, vipVariableName };
  }
  if (typeof value === "string" && value.startsWith("{{"))
    return { vipObjectType, vipType: "variableName", vipValue: "", vipVariableName: value.slice(2, -2) };
  if (vipObjectType !== "tree" || !isArray(value))
    return { vipObjectType, vipType: "constant", vipValue: value };
  const vipValue = value.map((each) => shownElement(inner, isObject(each) ? each : {}));
  return { vipObjectType, vipType: "constant", ...ofTree, vipValue };
}

function shownElement(fields: readonly JsonObject[], element: JsonObject): JsonObject {
  const { vipOptional } = element;
  return { ...shownDefinition(fields, element), ...(vipOptional !== undefined && { vipOptional }) };
}
