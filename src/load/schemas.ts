/** JSON Schemas (draft 7) for editors, made from the schemas by which files are checked. */

import { z } from "zod";
import type { Driver } from "../drivers/contract.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { asJson } from "./desired/load-run.ts";
import { loaderFields, type Section, sectionsByDialect } from "./desired/sections.ts";
import { planFileSchema } from "./documents/plan-file.ts";
import { notificationSchema } from "./project-file/notify-schema.ts";
import { projectSchema, targetName, targetSchema } from "./project-file/project-schema.ts";

const draft = "http://json-schema.org/draft-07/schema#";

/** The schemas of what people write, of plan files and of what webhooks get. The same drivers give the same bytes. */
export function schemas(
  drivers: readonly Driver[],
): Readonly<Record<"trueup.json" | "desired-state.json" | "plan.json" | "notification.json", JsonObject>> {
  return {
    "trueup.json": projectFile(drivers),
    "desired-state.json": desiredStateFile(drivers),
    "plan.json": { $schema: draft, title: "trueup plan", ...jsonSchema(planFileSchema) },
    "notification.json": { $schema: draft, title: "trueup notification", ...jsonSchema(notificationSchema) },
  };
}

/** Which target's fields may stand there is decided by its `interface`. */
function projectFile(drivers: readonly Driver[]): JsonObject {
  const { definitions, schema } = hoisted(jsonSchema(projectSchema), "project");
  const targets = drivers.map((driver) => hoisted(jsonSchema(targetSchema(driver)), driver.interface));
  const properties = objectAt(schema, "properties");
  const byName = {
    ...objectAt(properties, "targets"),
    propertyNames: jsonSchema(targetName),
    additionalProperties: { anyOf: targets.map((each) => each.schema) },
  };
  const all = Object.assign({}, definitions, ...targets.map((each) => each.definitions));
  const whole = { ...schema, properties: { ...properties, targets: byName } };
  return { $schema: draft, title: "trueup.yaml", ...whole, ...definitionsOf(all) };
}

/** A file is for one target; which of these sections fit depends on its interface, so all are offered. */
function desiredStateFile(drivers: readonly Driver[]): JsonObject {
  const definitions: Record<string, Json> = {};
  const properties: Record<string, Json> = { target: jsonSchema(targetName) };
  const defaults: Record<string, Json> = {};
  for (const driver of drivers)
    for (const field of driver.fileFields) properties[field.name] = jsonSchema(field.schema);
  for (const { sections } of new Set(sectionsByDialect(drivers).values()))
    collect(sections, { properties, defaults, definitions });
  const defaultsText = "Partial entries by section: laid under every entry of that section.";
  properties.defaults = {
    type: "object",
    description: defaultsText,
    properties: defaults,
    additionalProperties: false,
  };
  const title = "trueup desired state";
  return {
    $schema: draft,
    title,
    type: "object",
    properties,
    additionalProperties: false,
    ...definitionsOf(definitions),
  };
}

interface Collected {
  readonly properties: Record<string, Json>;
  readonly defaults: Record<string, Json>;
  readonly definitions: Record<string, Json>;
}

/**
 * Adds these sections, and what stands inside their entries, to the properties around them. A section that several
 * interfaces have by the same name is offered in all its forms.
 */
function collect(sections: ReadonlyMap<string, Section>, into: Collected): void {
  for (const section of sections.values()) {
    const entry = entryOf(section, into);
    const name = freeName(section, entry, into.definitions);
    const reference = { $ref: `#/definitions/${name}` };
    if (!section.single) offer(into.defaults, section.name, reference);
    into.definitions[name] = entry;
    const propertyNames = jsonSchema(section.keys);
    const map = { type: ["object", "null"], propertyNames, additionalProperties: reference };
    offer(into.properties, section.name, section.single ? reference : map);
  }
}

/** The section's name; when another interface has an entry of that name that differs, with its kind's name. */
function freeName({ name, of }: Section, entry: JsonObject, definitions: Collected["definitions"]): string {
  const taken = definitions[name];
  if (taken === undefined || sameJson(taken, entry)) return name;
  return `${name}.${"kind" in of ? of.kind.name : of.holder.name}`;
}

/** Lets a property have this form as well. */
function offer(properties: Record<string, Json>, name: string, form: JsonObject): void {
  const before = properties[name];
  if (!isObject(before)) {
    properties[name] = form;
    return;
  }
  const forms = isArray(before.anyOf) ? before.anyOf : [before];
  if (!forms.some((one) => sameJson(one, form))) properties[name] = { anyOf: [...forms, form] };
}

/** One entry. What it needs may come from defaults, so nothing is required of it. */
function entryOf(section: Section, into: Collected): JsonObject {
  const { definitions, schema } = hoisted(jsonSchema(section.schema), section.name);
  Object.assign(into.definitions, definitions);
  if (section.raw) return schema;
  const loader = objectAt(jsonSchema(loaderFields), "properties");
  const taken = Object.fromEntries([...section.taken].map((name) => [name, loader[name] ?? {}]));
  const properties: Record<string, Json> = { ...objectAt(schema, "properties"), ...taken };
  collect(section.inner, { ...into, properties });
  const entry = withoutRequired({ ...schema, properties });
  return isObject(entry) ? { ...entry, type: ["object", "null"] } : {};
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const json = asJson(z.toJSONSchema(schema, { target: "draft-7", io: "input", unrepresentable: "any" }));
  const { $schema: _, ...rest } = isObject(json) ? json : {};
  return rest;
}

/** Definitions taken out of a schema and named after it, so that schemas can be put together. */
function hoisted(schema: JsonObject, name: string): { definitions: JsonObject; schema: JsonObject } {
  const { definitions = {}, ...rest } = schema;
  const renamed = (text: string) => text.replace("#/definitions/", `#/definitions/${name}.`);
  const own = Object.entries(isObject(definitions) ? definitions : {});
  const moved = own.map(([key, value]) => [`${name}.${key}`, referring(value, renamed)]);
  const inner = referring(rest, renamed);
  return { definitions: Object.fromEntries(moved), schema: isObject(inner) ? inner : {} };
}

function referring(value: Json, renamed: (text: string) => string): Json {
  if (isArray(value)) return value.map((each) => referring(each, renamed));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === "$ref" && typeof each === "string" ? renamed(each) : referring(each, renamed),
  ]);
  return Object.fromEntries(entries);
}

function withoutRequired(value: Json): Json {
  if (isArray(value)) return value.map(withoutRequired);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== "required" || !isArray(each));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutRequired(each)]));
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const found = value[name] ?? null;
  return isObject(found) ? found : {};
}

function definitionsOf(definitions: JsonObject): JsonObject {
  return Object.keys(definitions).length === 0 ? {} : { definitions };
}
