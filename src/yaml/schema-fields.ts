/** Finds the possible fields of a map in zod schemas, at any depth. */

import { z } from "zod";

/** Returns the field names of a map schema. Undefined: the schema is open, or not that of a map. */
export function fieldsOf(schema: z.core.$ZodType): readonly string[] | undefined {
  const forms = formsOf(schema);
  return forms.length === 0 ? undefined : [...new Set(forms.flat())];
}

/** Returns the alternative forms of a map, each as its field names. */
export function formsOf(schema: z.core.$ZodType): readonly (readonly string[])[] {
  return variants(schema).flatMap((variant) =>
    variant instanceof z.ZodObject ? [Object.keys(variant.shape)] : [],
  );
}

/** Returns the names of fields that accept no plain text. A secret may be written there by mistake. */
export function guardedFields(schema: z.core.$ZodType): readonly string[] {
  const objects = variants(schema).flatMap((variant) => (variant instanceof z.ZodObject ? [variant] : []));
  const fields = objects.flatMap((object) => Object.entries(object.shape));
  return fields.flatMap(([name, field]) =>
    variants(field).some((variant) => variant instanceof z.ZodString) ? [] : [name],
  );
}

/** Returns the field names at a path inside a schema. Undefined in the same cases as for `fieldsOf`. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly string[]): readonly string[] | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return fieldsOf(schema);
  const found = variants(schema).flatMap((variant) => inside(variant, first) ?? []);
  const names = found.flatMap((inner) => fieldsAt(inner, rest) ?? []);
  return names.length === 0 ? undefined : [...new Set(names)];
}

/**
 * Returns the description of the field at a path, or of its nearest ancestor that has one. The description of the whole
 * schema does not count. Undefined: there is none.
 */
export function describedAt(schema: z.core.$ZodType, path: readonly string[]): string | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  for (const variant of variants(schema)) {
    const field = inside(variant, first);
    if (field !== undefined) return describedAt(field, rest) ?? descriptionOf(field);
  }
  return undefined;
}

/**
 * Returns a schema's own description. If the schema is wrapped, the description of the outermost wrapper counts.
 * Undefined: there is none.
 */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = [schema, ...variants(schema)].map((one) =>
    one instanceof z.ZodType ? one.description : undefined,
  );
  return own.find((text) => text !== undefined);
}

function inside(schema: z.core.$ZodType, segment: string): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject)
    return Object.hasOwn(schema.shape, segment) ? schema.shape[segment] : undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

/** Returns the schema without wrappers. For a union, returns each member without wrappers. */
function variants(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(variants);
  if (schema instanceof z.ZodPipe) return variants(schema.in);
  if (schema instanceof z.ZodLazy) return variants(schema.unwrap());
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodDefault;
  return wrapped ? variants(schema.def.innerType) : [schema];
}
