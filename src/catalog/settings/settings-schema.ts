/** The schema of a target's `settings:`, built from a product's settings. Pure. */

import { z } from "zod";
import { fieldSchema } from "../fields/schema.ts";
import type { PatternReader } from "../patterns/pattern.ts";
import { basePath, plainPath, template } from "../schema/paths.ts";
import type { Setting, Settings } from "../schema/setting.ts";

/** Returns a strict object schema in which everything is optional. `patterns` compiles the patterns of texts. */
export function settingsSchema(settings: Settings, patterns?: PatternReader): z.ZodObject {
  const schemaOf = (name: string, setting: Setting) =>
    setting.is === undefined ? group(settings, `${name}.`, patterns) : single(setting, patterns);
  const shape = Object.entries(settings)
    .filter(([name]) => !name.includes("."))
    .map(([name, setting]) => [name, described(setting, schemaOf(name, setting))] as const);
  return z.strictObject(Object.fromEntries(shape));
}

function described(setting: Setting, schema: z.ZodType): z.ZodType {
  const optional = z.exactOptional(schema);
  return setting.description === undefined ? optional : optional.describe(setting.description);
}

function group(settings: Settings, prefix: string, patterns: PatternReader | undefined): z.ZodType {
  const members = Object.entries(settings).filter(([name]) => name.startsWith(prefix));
  const names = members.map(([name]) => name.slice(prefix.length));
  if (members.every(([, { is }]) => is === "name")) return fieldNames(names);
  const shape = members.map(
    ([, each], index) => [names[index] ?? "", described(each, single(each, patterns))] as const,
  );
  return z.strictObject(Object.fromEntries(shape));
}

const fieldName = z
  .string()
  .max(128)
  .regex(/^(?!__proto__$)\P{Cc}+$/u, "must be the name of a field");

/**
 * Returns the schema of the names that a product has for these fields. Each name may be omitted, and no two fields may
 * have the same name.
 */
function fieldNames(fields: readonly string[]): z.ZodType {
  const shape = Object.fromEntries(fields.map((field) => [field, fieldName.exactOptional()]));
  return z.strictObject(shape).refine((written) => {
    const names = new Map<string, unknown>(Object.entries(written));
    return new Set(fields.map((field) => names.get(field) ?? field)).size === fields.length;
  }, "two fields must not have the same name");
}

function single(
  { is = {}, like = "/", without = {} }: Setting,
  patterns: PatternReader | undefined,
): z.ZodType {
  if (typeof is === "object") return fieldSchema(is, { patterns, closedEnums: true });
  const text = z.string().min(1);
  switch (is) {
    case "path":
      return template(like, Object.keys(without));
    case "basePath":
      return basePath;
    case "plainPath":
      return plainPath;
    case "header":
      return z.string().regex(/^[A-Za-z0-9-]+$/);
    case "text":
      return text;
    case "texts":
      return z.union([text, z.array(text).min(1)]);
    case "name":
      return fieldName;
    case "fieldPath":
      return text.max(256);
  }
}
