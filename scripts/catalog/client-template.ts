/** A feature template from another client's facts: a name, device types, and values that may be variables. */

import { isObject, type JsonObject } from "../../src/model/json.ts";
import { isSecretName } from "../../src/model/names/secret-names.ts";
import type { FactField, FactResource } from "./client-facts.ts";
import { bounds, type ClientFields, type Note, types } from "./client-fields.ts";

/** Returns the fields of the template itself, besides the fields of its definition, for `clientKind`. */
export function templateFields({ fields, model = "", isGlobal }: FactResource, note: Note): ClientFields {
  const own = fields.filter((each) => isUsable(each, note));
  return {
    fields: {
      name: { type: "string", minLength: 1, maxLength: 128, wire: "templateName" },
      description: { type: "string", maxLength: 2048, format: "trimmed", wire: "templateDescription" },
      deviceTypes: { type: "array", set: true, items: { type: "string" }, wire: "deviceType" },
      ...Object.fromEntries(own.map((each) => [labelOf(each), fieldOf(each, ["templateDefinition"])])),
    },
    // No other field is required, because the product has defaults for most fields, even for those that it never
    // ignores.
    required: ["name", "description", "deviceTypes"],
    along: {
      ...{ templateType: model, templateMinVersion: "15.0.0", factoryDefault: false },
      ...(isGlobal && { isGlobal: true }),
    },
  };
}

/** The settings of a collection's requests, adapted to templates, which share one list. */
export function asTemplate(
  { model = "", fields }: FactResource,
  { list: _, update = {}, ...words }: JsonObject,
): JsonObject {
  const needs = needsOf(fields);
  return {
    ...words,
    update: { ...(isObject(update) && update), pushes: true },
    id: "templateId",
    list: {
      ...{ path: "/template/feature", query: { summary: "false" }, items: "data" },
      only: { templateType: model },
    },
    builtIn: { factoryDefault: true },
    ...(needs.length > 0 && { needs }),
    codec: "template",
  };
}

/** The dependencies of fields: a field inside an optional object applies only if that object is present. */
function needsOf(fields: readonly FactField[]): readonly JsonObject[] {
  return fields.flatMap((container) => {
    const at = [...container.in, container.name ?? ""];
    const isInside = ({ in: around }: FactField) => at.every((part, index) => around[index] === part);
    const inside = container.presence === "container" ? fields.filter(isInside) : [];
    return inside.map((each) => ({ field: labelOf(each), with: { [labelOf(container)]: [true] } }));
  });
}

function isUsable({ name = "", value }: FactField, note: Note): boolean {
  // Dots in a path separate objects, so a name with a dot would be ambiguous.
  if (name.includes(".")) note(name, "has a dot in its name");
  return value === undefined && !name.includes(".");
}

function labelOf({ as, name = "" }: FactField): string {
  return as ?? name;
}

const ends = { leaf: ["$node"], container: ["$present"] } as const;

function fieldOf(each: FactField, around: readonly string[]): JsonObject {
  const { name = "", type = "String", elementType = "String", fields, sensitive, presence } = each;
  const { default: known, leftOut, required } = each;
  const standard = known ?? (presence && type === "Bool" ? false : undefined);
  const wire = [...around, ...each.in, name, ...(presence ? ends[presence] : [])].join(".");
  const own = { ...(wire !== labelOf(each) && { wire }) };
  const isSentUnset = !leftOut && !required && presence !== "container" && { nullable: true };
  if (fields !== undefined) return { ...listOf(fields), ...own, default: [], ...isSentUnset };
  const isList = type === "List" || type === "Set";
  const elements = { type: types[elementType] ?? "string", ...(each.enum && { enum: [...each.enum] }) };
  return {
    ...(sensitive || (type === "String" && !presence && isSecretName(labelOf(each), each.in))
      ? { access: "writeOnly", secret: "hidden" }
      : { type: types[type] ?? "string", ...bounds(each) }),
    ...(isList && { ...(type === "Set" && { set: true }), items: elements }),
    ...own,
    ...(standard !== undefined && { default: standard }),
    ...isSentUnset,
  };
}

/**
 * Returns a list of objects with its keys as identity. If an element is marked as `optional`, each device decides
 * whether it has the element.
 */
function listOf(fields: readonly FactField[]): JsonObject {
  const keys = fields.filter(({ id }) => id).map(labelOf);
  const properties = Object.fromEntries(fields.map((each) => [labelOf(each), fieldOf(each, [])]));
  return {
    type: "array",
    ...(keys.length > 0 && { identity: keys }),
    closed: true,
    items: {
      type: "object",
      properties: { ...properties, optional: { type: "boolean", wire: "vipOptional", default: false } },
      ...(keys.length > 0 && { required: keys.slice(0, 1) }),
    },
  };
}
