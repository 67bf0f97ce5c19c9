/** JSON Schemas of desired-state files: their sections, entries, and fields that control composition. Pure. */

import type { EditorForms } from "../drivers/contract/target-model.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { toldApart } from "../yaml/apart.ts";
import { definitionsOf, draft, hoisted, jsonSchema, objectAt } from "../yaml/json-schema.ts";
import { matchSchema } from "./composition/groups.ts";
import { loaderFields } from "./desired/loader-fields.ts";
import type { Section, SectionGroup, SectionTree } from "./desired/section.ts";
import type { InterfaceSections } from "./desired/sections.ts";
import { expressionDefinition, expressionName, opened } from "./open-schema.ts";
import { targetName } from "./project-file/project-schema.ts";

/** Additions to the schema for one target, besides those of its kinds. */
export interface FileForms extends Partial<EditorForms> {
  readonly title: string;
}

/** The schema of files with these sections. */
export function fileSchema(
  shapes: readonly InterfaceSections[],
  { title, sections: forms = {}, definitions: own = {} }: FileForms,
): JsonObject {
  const definitions: Record<string, Json> = { ...own };
  const properties: Record<string, Json> = { target: jsonSchema(targetName) };
  const defaults: Record<string, Json> = {};
  for (const { driver } of shapes)
    for (const field of driver.fileFields) properties[field.name] = jsonSchema(field.schema);
  for (const { sections } of shapes) collect(sections, { properties, defaults, definitions, forms });
  const all = openedMembers(definitions);
  const layers = openedMembers(defaults);
  return toldApart({
    $schema: draft,
    title,
    type: "object",
    properties: {
      ...openedMembers(properties),
      ...making,
      groups: { ...making.groups, additionalProperties: groupOf(layers) },
      defaults: {
        type: ["object", "null"],
        description: "The defaults of each section: fields that every entry of the section gets.",
        properties: layers,
        additionalProperties: false,
      },
    },
    additionalProperties: false,
    ...definitionsOf({ [expressionName]: expressionDefinition, ...all }),
  });
}

function openedMembers(members: JsonObject): JsonObject {
  const all = Object.entries(members);
  return Object.fromEntries(all.map(([name, each]) => [name, isObject(each) ? opened(each) : each]));
}

/** Returns the schema of a group: the condition for entries, and the defaults for entries that match. */
function groupOf(layers: JsonObject): JsonObject {
  return {
    type: "object",
    required: ["match"],
    properties: { match: jsonSchema(matchSchema), ...layers },
    additionalProperties: false,
  };
}

/** The schema of the top-level field `vars`. */
export const variables: JsonObject = {
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
    description:
      "One variable and its source, such as `site: sites.csv`. The file is evaluated once for each row of the source.",
    additionalProperties: { type: ["string", "array"] },
  },
  where: {
    type: ["string", "boolean"],
    description: "With `each`: an expression that selects rows. Rows for which it is false are left out.",
  },
  groups: {
    type: ["object", "null"],
    description: "Groups, by name. Each gives defaults to the entries that match it.",
  },
} as const satisfies JsonObject;

interface Collected {
  readonly properties: Record<string, Json>;
  readonly defaults: Record<string, Json>;
  readonly definitions: Record<string, Json>;
  /** Additions to the schemas of sections, by kind. */
  readonly forms: EditorForms["sections"];
}

/**
 * Adds these sections and all sections inside their entries to the schema. If several interfaces have a section of the
 * same name, all forms of the section are allowed.
 */
function collect({ nodes, shortForms }: SectionTree, into: Collected): void {
  for (const [name, node] of nodes) offer(into.properties, name, formOf(node, into));
  for (const [name, section] of shortForms)
    offer(into.properties, name, { ...formOf(section, into), description: `Short for ${section.name}.` });
}

/** Returns the schema of a section, or of a group of sections. */
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
  const known = "kind" in node.of ? into.forms[node.of.kind.name] : undefined;
  const form = { type: ["object", "null"], propertyNames: jsonSchema(node.keys) };
  return { ...form, ...known, additionalProperties: reference };
}

/**
 * Returns a free name for the definition of a section: the section's name, or, if a different definition has this name,
 * the section's name with the name of its kind.
 */
function freeName({ name, of }: Section, entry: JsonObject, definitions: Collected["definitions"]): string {
  const taken = definitions[name];
  if (taken === undefined || sameJson(taken, entry)) return name;
  return `${name}.${"kind" in of ? of.kind.name : of.holder.name}`;
}

/** Adds a form to a property. In a map of entries, each entry may have any of the forms. */
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

/**
 * Returns a schema that accepts everything that either of two schemas accepts. Alternatives of the first schema are
 * extended by the second.
 */
function either(before: Json | undefined, form: Json | undefined): JsonObject {
  const given = isObject(before ?? null) ? objectAt({ before: before ?? {} }, "before") : {};
  const forms = isArray(given.anyOf) ? given.anyOf : [given];
  const own = form ?? {};
  return forms.some((one) => sameJson(one, own)) ? given : { anyOf: [...forms, own] };
}

/** Returns the schema of one entry. No field is required in it, because required fields may come from defaults. */
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
