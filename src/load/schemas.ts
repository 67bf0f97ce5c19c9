/** JSON Schemas (draft 7) for editors, made from the schemas by which files are checked. */

import type { Driver } from "../drivers/contract.ts";
import { resolveDriver } from "../drivers/resolve-driver.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import type { Target } from "../model/project.ts";
import { matchSchema } from "./composition/groups.ts";
import { loaderFields } from "./desired/loader-fields.ts";
import type { Section, SectionGroup, SectionTree } from "./desired/section.ts";
import { type InterfaceSections, sectionsByDialect } from "./desired/sections.ts";
import { outputSchemas } from "./documents/outputs.ts";
import { planFileSchema } from "./documents/plan-file.ts";
import { definitionsOf, draft, hoisted, jsonSchema, objectAt } from "./json-schema.ts";
import { expressionDefinition, expressionName, opened } from "./open-schema.ts";
import { policyFileSchema } from "./policies/policy-schema.ts";
import { notificationSchema } from "./project-file/notify-schema.ts";
import { projectSchema, targetName, targetSchema } from "./project-file/project-schema.ts";

/** The schemas of what people write, of plan files and of what webhooks get. The same drivers give the same bytes. */
export function schemas(
  drivers: readonly Driver[],
): Readonly<
  Record<
    "trueup.json" | "desired-state.json" | "vars.json" | "policy.json" | "plan.json" | "notification.json",
    JsonObject
  >
> {
  return {
    "trueup.json": projectFile(drivers),
    "desired-state.json": desiredStateFile(drivers),
    "policy.json": { $schema: draft, title: "trueup policies", ...jsonSchema(policyFileSchema) },
    "vars.json": { $schema: draft, title: "trueup variables", ...variables },
    "plan.json": { $schema: draft, title: "trueup plan", ...jsonSchema(planFileSchema) },
    "notification.json": { $schema: draft, title: "trueup notification", ...jsonSchema(notificationSchema) },
  };
}

/** The schemas of the documents that commands print, each by the name of its format: `trueup.drift` in `drift.json`. */
export function documentSchemas(): Readonly<Record<string, JsonObject>> {
  const all = Object.entries(outputSchemas).map(([name, schema]) => {
    return [`${name}.json`, { $schema: draft, title: `trueup ${name}`, ...jsonSchema(schema) }] as const;
  });
  return Object.fromEntries(all);
}

/** Which target's fields may stand there is decided by its `interface`. */
function projectFile(drivers: readonly Driver[]): JsonObject {
  const { definitions, schema } = hoisted(jsonSchema(projectSchema), "project");
  const targets = drivers.flatMap(targetForms);
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

/** A target of an interface, and of each product that takes other settings or credentials: its catalog is read. */
function targetForms(driver: Driver): readonly ReturnType<typeof hoisted>[] {
  // Which catalog a target has is said by a folder: one form is for all of them.
  const products = driver.ownCatalogs ? [] : (driver.products ?? []);
  const apart = products.filter((name) => {
    const { settings, credential } = resolveDriver(driver, name);
    return settings !== driver.settings || credential !== driver.credential;
  });
  const rest = Object.keys(driver.dialects).filter((name) => !apart.includes(name));
  const own = apart.map((name) => {
    const form = jsonSchema(targetSchema(resolveDriver(driver, name), [name]));
    const required = isArray(form.required) ? form.required : [];
    return hoisted({ ...form, required: [...required, "dialect"] }, `${driver.interface}.${name}`);
  });
  return [hoisted(jsonSchema(targetSchema(driver, rest)), driver.interface), ...own];
}

/**
 * A file is for one target; which of these sections fit depends on its interface, so all are offered. A product has
 * more sections than all interfaces together: it has a schema of its own, and its catalog is not read for this one.
 */
function desiredStateFile(drivers: readonly Driver[]): JsonObject {
  return fileOf(sectionsByDialect(drivers).all(), "trueup desired state");
}

/** The schemas of files for targets of a product, by their names: `products/meraki.json`. Reads the wanted catalogs. */
export function productSchemas(
  drivers: readonly Driver[],
  isWanted: (product: Pick<Target, "interface" | "dialect">) => boolean = () => true,
): Readonly<Record<string, JsonObject>> {
  const shapes = sectionsByDialect(drivers);
  const schemasOf = drivers.flatMap(({ interface: name, products = [] }) =>
    products.flatMap((dialect) => {
      if (!isWanted({ interface: name, dialect })) return [];
      const shape = shapes.of({ interface: name, dialect });
      const title = `trueup desired state for ${dialect}`;
      return shape ? [[`products/${dialect}.json`, fileOf([shape], title)] as const] : [];
    }),
  );
  return Object.fromEntries(schemasOf);
}

function fileOf(shapes: readonly InterfaceSections[], title: string): JsonObject {
  const definitions: Record<string, Json> = {};
  const properties: Record<string, Json> = { target: jsonSchema(targetName) };
  const defaults: Record<string, Json> = {};
  for (const { driver } of shapes)
    for (const field of driver.fileFields) properties[field.name] = jsonSchema(field.schema);
  for (const { sections } of shapes) collect(sections, { properties, defaults, definitions });
  const all = openedMembers(definitions);
  const layers = openedMembers(defaults);
  return {
    $schema: draft,
    title,
    type: "object",
    properties: {
      ...openedMembers(properties),
      ...making,
      groups: { ...making.groups, additionalProperties: groupOf(layers) },
      defaults: {
        type: ["object", "null"],
        description: "Partial entries by section: laid under every entry of that section.",
        properties: layers,
        additionalProperties: false,
      },
    },
    additionalProperties: false,
    ...definitionsOf({ [expressionName]: expressionDefinition, ...all }),
  };
}

function openedMembers(members: JsonObject): JsonObject {
  const all = Object.entries(members);
  return Object.fromEntries(all.map(([name, each]) => [name, isObject(each) ? opened(each) : each]));
}

/** A group: whom it is about, and what is laid under their entries. */
function groupOf(layers: JsonObject): JsonObject {
  return {
    type: "object",
    required: ["match"],
    properties: { match: jsonSchema(matchSchema), ...layers },
    additionalProperties: false,
  };
}

/** What stands at the top of a file besides: how it is made. */
const variables: JsonObject = {
  type: ["object", "null"],
  description: "Variables for the expressions of this file, by name.",
  propertyNames: { pattern: "^[A-Za-z_]" },
};

const making = {
  vars: variables,
  each: {
    type: "object",
    minProperties: 1,
    maxProperties: 1,
    description: "One variable: the file is made once for each row of what it names, such as sites.csv.",
    additionalProperties: { type: ["string", "array"] },
  },
  where: {
    type: ["string", "boolean"],
    description: "With `each`: an expression; rows for which it is false are left out.",
  },
  groups: {
    type: ["object", "null"],
    description: "Layers of defaults for the entries that match, by the names of groups.",
  },
} as const satisfies JsonObject;

interface Collected {
  readonly properties: Record<string, Json>;
  readonly defaults: Record<string, Json>;
  readonly definitions: Record<string, Json>;
}

/**
 * Adds these sections, and what stands inside their entries, to the properties around them. A section that several
 * interfaces have by the same name is offered in all its forms.
 */
function collect({ nodes, shortForms }: SectionTree, into: Collected): void {
  for (const [name, node] of nodes) offer(into.properties, name, formOf(node, into));
  for (const [name, section] of shortForms)
    offer(into.properties, name, { ...formOf(section, into), description: `Short for ${section.name}.` });
}

/** What stands under the name of a section, or of a group of them. */
function formOf(node: Section | SectionGroup, into: Collected): JsonObject {
  if ("members" in node) {
    const members = [...node.members].map(([name, member]) => [name, formOf(member, into)]);
    return { type: ["object", "null"], properties: Object.fromEntries(members), additionalProperties: false };
  }
  const entry = entryOf(node, into);
  const name = freeName(node, entry, into.definitions);
  const reference = { $ref: `#/definitions/${name}` };
  for (const path of node.single ? [] : node.spellings) offer(into.defaults, path.join("."), reference);
  into.definitions[name] = entry;
  if (node.single) return reference;
  return { type: ["object", "null"], propertyNames: jsonSchema(node.keys), additionalProperties: reference };
}

/** The section's name; when another interface has an entry of that name that differs, with its kind's name. */
function freeName({ name, of }: Section, entry: JsonObject, definitions: Collected["definitions"]): string {
  const taken = definitions[name];
  if (taken === undefined || sameJson(taken, entry)) return name;
  return `${name}.${"kind" in of ? of.kind.name : of.holder.name}`;
}

/** Lets a property have this form as well: of maps of entries, each entry in any of the forms. */
function offer(properties: Record<string, Json>, name: string, form: JsonObject): void {
  const before = properties[name];
  if (!isObject(before)) properties[name] = form;
  else if (isObject(before.additionalProperties) && isObject(form.additionalProperties))
    properties[name] = {
      ...before,
      propertyNames: either(before.propertyNames, form.propertyNames),
      additionalProperties: either(before.additionalProperties, form.additionalProperties),
    };
  else properties[name] = either(before, form);
}

/** Either of two forms; the first may be such a choice already. */
function either(before: Json | undefined, form: Json | undefined): JsonObject {
  const given = isObject(before ?? null) ? objectAt({ before: before ?? {} }, "before") : {};
  const forms = isArray(given.anyOf) ? given.anyOf : [given];
  const own = form ?? {};
  return forms.some((one) => sameJson(one, own)) ? given : { anyOf: [...forms, own] };
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

function withoutRequired(value: Json): Json {
  if (isArray(value)) return value.map(withoutRequired);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== "required" || !isArray(each));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutRequired(each)]));
}
