/**
 * Compares request bodies with another client's facts about a resource: finds faults, and makes the record that is
 * stored and shown.
 */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../../src/model/json.ts";
import { objects, placeOf, type Resource, textOf, valueAt, withValueAt } from "./client-facts.ts";

type Operation = "create" | "update";

/** Returns the path of a field in a request's body. */
function placeIn(field: JsonObject, operation: Operation): readonly string[] {
  const around = operation === "update" && field.putIn !== undefined ? field.putIn : field.in;
  return [...placeOf(around), textOf(field, "name")];
}

function sentFields({ fields }: Resource): readonly JsonObject[] {
  return fields.filter((field) => {
    const isSent = field.inPath !== true && field.computed !== true && field.resourceId !== true;
    return isSent && typeof field.name === "string" && !field.name.startsWith("dummy_");
  });
}

/** True unless the field belongs only to elements of another type. */
function isOfSort({ when }: JsonObject, body: Json): boolean {
  if (when === undefined || !isObject(when)) return true;
  return Object.entries(when).every(([name, value]) => valueAt(body, [name]) === value);
}

/** Returns the path of the id in an update's body, or undefined if the URL contains the id. */
export function idPlace({ words }: Resource): readonly string[] | undefined {
  return words.idInPutBody === undefined ? undefined : placeOf(words.idInPutBody);
}

/** Returns the fault of a body, or undefined if it has none. */
export function faultOf(resource: Resource, operation: Operation, body: Json): string | undefined {
  const fields = sentFields(resource).filter((field) => isOfSort(field, body));
  const id = operation === "update" ? idPlace(resource) : undefined;
  const known = fields.map((field) => placeIn(field, operation));
  const stranger = strangerIn(body, id === undefined ? known : [...known, id], []);
  if (stranger !== undefined) return `${stranger} is not known`;
  if (id !== undefined && typeof valueAt(body, id) !== "string") return `${id.join(".")} is missing`;
  for (const field of fields) {
    const place = placeIn(field, operation);
    const fault = valueFault(field, valueAt(body, place), isNeeded(field, body, place));
    if (fault !== undefined) return `${place.join(".")} ${fault}`;
  }
  return undefined;
}

/** True if the member is required. A required member must exist if the object that contains it exists. */
function isNeeded({ required }: JsonObject, body: Json, place: readonly string[]): boolean {
  const around = valueAt(body, place.slice(0, -1));
  return required === true && around !== undefined && around !== null;
}

/** Returns the path of the first member of a body that is no field. Returns undefined if all members are fields. */
function strangerIn(
  body: Json,
  known: readonly (readonly string[])[],
  trail: readonly string[],
): string | undefined {
  if (known.some((place) => place.length === trail.length && place.every((part, at) => part === trail[at])))
    return undefined;
  const isOn = known.some((place) => trail.every((part, at) => part === place[at]));
  if (!isOn) return trail.join(".");
  const members = isArray(body) ? [...body.entries()] : isObject(body) ? Object.entries(body) : undefined;
  if (members === undefined) return `${trail.join(".")}, which is no object,`;
  for (const [name, each] of members) {
    const found = strangerIn(each, known, [...trail, String(name)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueFault(field: JsonObject, value: Json | undefined, isNeeded: boolean): string | undefined {
  if (value === undefined) return isNeeded ? "is missing" : undefined;
  if (value === null) return isNeeded ? "is null" : undefined;
  if (field.emptyText === true) return value === "" ? undefined : "is no empty text";
  const { type, elementType, enum: allowed, minimum, maximum, value: only, numberAsText } = field;
  const wanted = numberAsText === true ? "String" : type;
  if (!isOfType(wanted, value)) return `is no ${String(wanted)}`;
  const isFixed = typeof only === "string" && only !== "AnyNonEmptyString" && type === "String";
  if (isFixed && only !== value) return `is not ${only}`;
  const members = isArray(value) ? value : [value];
  const isPlain = typeof elementType === "string" || !isArray(value);
  if (isPlain && isArray(allowed) && members.some((each) => !allowed.some((one) => sameJson(one, each))))
    return `is none of ${allowed.join(", ")}`;
  if (typeof value === "number" && typeof minimum === "number" && value < minimum) return "is too small";
  if (typeof value === "number" && typeof maximum === "number" && value > maximum) return "is too large";
  return isArray(value) ? elementsFault(objects(field.fields), value) : undefined;
}

function elementsFault(fields: readonly JsonObject[], value: readonly Json[]): string | undefined {
  if (fields.length === 0) return undefined;
  const element: Resource = { name: "element", words: {}, fields };
  for (const each of value) {
    const fault = isObject(each) ? faultOf(element, "create", each) : "no object";
    if (fault !== undefined) return `has an element of which ${fault}`;
  }
  return undefined;
}

function isOfType(type: Json | undefined, value: Json): boolean {
  switch (type) {
    case "String":
      return typeof value === "string";
    case "Bool":
      return typeof value === "boolean";
    case "Int64":
    case "StringInt64":
      return Number.isInteger(value);
    case "Float64":
      return typeof value === "number";
    case "List":
    case "Set":
      return isArray(value);
    case "Map":
      return isObject(value);
    default:
      return true;
  }
}

/** Returns an immutable member that an update changes, or undefined if there is none. */
export function changedForGood(
  resource: Resource,
  before: JsonObject,
  after: JsonObject,
): string | undefined {
  const [own] = sentFields(resource).flatMap((field) => {
    const place = shownPlace(resource, field);
    const [was, is] = [valueAt(before, place), valueAt(after, place)];
    return field.immutable === true && was !== undefined && !sameJson(was, is ?? null)
      ? [place.join(".")]
      : [];
  });
  return own;
}

/**
 * Returns the stored record of a body. Each field is at its place in replies, and fields that are never shown are left
 * out.
 */
export function recordOf(resource: Resource, operation: Operation, body: Json): JsonObject {
  return sentFields(resource).reduce<JsonObject>((record, field) => {
    if (!isOfSort(field, body)) return record;
    const value = valueAt(body, placeIn(field, operation));
    if (value === undefined || value === null || field.writeOnly === true) return record;
    return withValueAt(record, shownPlace(resource, field), shownValue(field, value));
  }, {});
}

function shownValue(field: JsonObject, value: Json): Json {
  const fields = objects(field.fields);
  if (!isArray(value) || fields.length === 0) return value;
  const element: Resource = { name: "element", words: {}, fields };
  return value.map((each) => recordOf(element, "create", each));
}

/** Returns the path of a field in a reply, relative to its resource's record. */
function shownPlace({ words }: Resource, field: JsonObject): readonly string[] {
  const name = textOf(field, "readName", textOf(field, "name"));
  if (typeof field.readIn !== "string") return [...withoutRoot(placeOf(field.in)), name];
  const place = placeOf(field.readIn);
  const around = [placeOf(words.idFromQueryPath), ["response", "0"], ["response"]];
  const root = around.find((each) => each.length > 0 && each.every((part, at) => part === place[at]));
  return place.slice(root?.length ?? 0);
}

function withoutRoot(place: readonly string[]): readonly string[] {
  const at = place.indexOf("0");
  return place.slice(at + 1);
}
