/** The schema for a kind's declarations, built from its fields. Pure. */

import { z } from "zod";
import { type PatternReader, shippedPattern } from "../patterns/pattern.ts";
import type { Field, Fields } from "../schema/field.ts";
import { formatInWords } from "./format-words.ts";
import { withFormat } from "./formats.ts";
import { heldAgainst } from "./held-against.ts";
import { keyMeant, wrongKey } from "./key-words.ts";
import { exactlyOne, oneOfs, oneSort, sortsOf } from "./one-of.ts";
import { hasPlainIds, partFields } from "./referring-parts.ts";
import { isClosed } from "./words.ts";

/**
 * Returns the schemas of a notation, such as a variable of the product, that may replace a typed value. It replaces
 * neither objects nor lists of objects. `type`: the name of the type for people.
 */
export type Instead = (type: string) => readonly z.ZodType[];

interface FieldContext {
  readonly instead?: Instead | undefined;
  /** Compiles the patterns of fields. Default: the patterns are compiled as in built-in catalogs. */
  readonly patterns?: PatternReader | undefined;
  /** True: every enum accepts only its known values. */
  readonly closedEnums?: boolean | undefined;
  /** True: references are keys of declared resources, never ids. */
  readonly keysOnly?: boolean | undefined;
}

interface ObjectFields extends FieldContext {
  readonly fields: Fields;
  readonly required?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** The schema of members with other names. Default: other members are not allowed. */
  readonly others?: Field | undefined;
  /** The field that names the parent in a hierarchy. Absent: the kind is not hierarchical. */
  readonly below?: string | undefined;
}

/** Returns the schema of an object with these fields. Fields that are never declared are left out. */
export function objectSchema({
  fields,
  required = [],
  description,
  others,
  below,
  ...context
}: ObjectFields): z.ZodType {
  const shape = Object.entries(fields)
    .filter(([, field]) => isDeclarable(field))
    .flatMap(([name, field]): readonly (readonly [string, z.ZodType])[] => {
      const own = fieldSchema(field, name === below ? { ...context, keysOnly: true } : context);
      const needed = required.includes(name) && field.also === undefined;
      const plain = [name, needed ? own : own.optional()] as const;
      return field.also === undefined ? [plain] : [plain, [field.also, own.optional()]];
    });
  const known = z.strictObject(Object.fromEntries([...otherSorts(fields), ...shape]));
  const object = others ? known.catchall(memberSchema(others, inside(context))) : known;
  const twice = required.filter((name) => fields[name]?.also !== undefined);
  const needed = twice.reduce<z.ZodType>((before, name) => before.refine(...oneOf(name, fields)), object);
  const schema = oneOfs(fields).reduce<z.ZodType>(
    (before, each) => before.refine(...exactlyOne(each)),
    needed,
  );
  const sorted = sortsOf(fields).reduce<z.ZodType>((before, each) => before.refine(...oneSort(each)), schema);
  return description === undefined ? sorted : sorted.describe(description);
}

/** False for fields that people never write. */
function isDeclarable({ access }: Field): boolean {
  return access !== "readOnly";
}

function oneOf(name: string, fields: Fields): [(value: unknown) => boolean, string] {
  const also = fields[name]?.also ?? name;
  const has = (value: unknown) =>
    typeof value === "object" && value !== null && (name in value || also in value);
  return [has, `needs \`${name}\``];
}

/** Returns the wire members of a reference of unknown type (id, type, and name for people), with their schemas. */
function otherSorts(fields: Fields): readonly (readonly [string, z.ZodType])[] {
  return oneOfs(fields).flatMap(({ wire, by, takesOthers }) => {
    if (!takesOthers) return [];
    const names = new Set([wire, ...by, ...(Object.hasOwn(fields, "name") ? [] : ["name"])]);
    return [...names].map((name) => [name, key.optional().describe(wordsOfOther(name, wire))] as const);
  });
}

function wordsOfOther(name: string, wire: string): string {
  if (name === wire) return "The product's id of an object whose type has no field here.";
  return name === "name"
    ? "A name for people, neither sent nor compared."
    : "The type of an object whose type has no field here.";
}

/** Returns the schema of a field. */
export function fieldSchema(field: Field, context: FieldContext = {}): z.ZodType {
  const { instead } = context;
  const own = field.secret === undefined ? plainSchema(field, context) : secretReference;
  const plain = field.type !== undefined && isValue(field) ? typeNames[field.type] : undefined;
  const type = field.secret === undefined ? plain : "a secret by reference";
  const described = describe(instead && type !== undefined ? z.union([own, ...instead(type)]) : own, field);
  const whole = field.nullable ? described.nullable() : described;
  return field.default === undefined ? whole : whole.meta({ default: field.default });
}

const typeNames: Readonly<Record<NonNullable<Field["type"]>, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
};

/** True for a field with a value of its own: not an object, a list of objects, a reference, or a secret. */
function isValue({ type, items, refersTo, secret }: Field): boolean {
  if (type === "object" || refersTo !== undefined || secret !== undefined) return false;
  return type !== "array" || items?.type !== "object";
}

const secretReference = z.strictObject({ secret: z.string().regex(/^(env|file):./) });

function describe(schema: z.ZodType, { description = "", secret, ...field }: Field): z.ZodType {
  const reference = "By reference: `{ secret: env:NAME }`. Never shown.";
  const said = secret === undefined ? spellingsInWords(field).filter(isNew) : [reference];
  const text = [description, ...said].filter(Boolean).join(" ");
  return text === "" ? schema : schema.describe(text);

  function isNew(sentence: string): boolean {
    return !description.toLowerCase().includes(sentence.toLowerCase().slice(0, -1));
  }
}

/** Returns sentences about the spelling of a text, and about the keys of a map. */
function spellingsInWords({ format, hostBits, keys }: Field): readonly string[] {
  const words = [
    ...(format ? [formatInWords({ format, ...(hostBits && { hostBits }) })] : []),
    ...(keys ? [`by ${formatInWords({ format: keys })}`] : []),
  ];
  return words.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}.`);
}

function plainSchema(field: Field, context: FieldContext): z.ZodType {
  if (field.refersTo !== undefined) return keySchema(field, context);
  if (field.enum !== undefined) return choice(field, field.enum, context);
  if (field.type === undefined) return z.json();
  switch (field.type) {
    case "string":
      return partFields(field) ? partsSchema(field, context) : textSchema(field, context);
    case "integer":
      return bounded(z.int(), field);
    case "number":
      return bounded(z.number(), field);
    case "boolean":
      return z.boolean();
    case "array":
      return listSchema(field, context);
    case "object":
      return mapSchema(field, context);
  }
}

const key = z.string().min(1).max(1024);

/** A reference to an undeclared resource, by the product's own id. */
const literal = z
  .strictObject({
    id: z.string().min(1).max(1024).describe("The product's own id of an undeclared object."),
    name: z.string().max(1024).optional().describe("A name for people, neither sent nor compared."),
  })
  .describe("An undeclared object, which is named by the product's own id.");

/** Returns the schema of a reference: the key of another resource or, unless `keysOnly`, its id in the product. */
function keySchema({ type, ...of }: Field, { keysOnly }: FieldContext): z.ZodType {
  const named = keysOnly ? key : z.union([key, literal]);
  return type === "array" ? sized(z.array(named), of) : named;
}

/** Returns the schema of the known values. An open enum also accepts other words, which `wordFaults` checks. */
function choice(field: Field, values: NonNullable<Field["enum"]>, { closedEnums }: FieldContext): z.ZodType {
  const texts = values.filter((value) => typeof value === "string");
  const known = texts.length === values.length ? z.enum(texts) : z.literal([...values]);
  const newer = closedEnums ? [] : newerValues(field);
  return newer.length === 0 ? known : z.union([known, ...newer]);
}

/** Returns the schemas of values outside an enum. These values have the types of the enum's values, except boolean. */
function newerValues(field: Field): readonly z.ZodType[] {
  if (isClosed(field)) return [];
  const types = new Set((field.enum ?? []).map((value) => typeof value));
  return [
    ...(types.has("string") ? [z.string().min(1).max(1024)] : []),
    ...(types.has("number") ? [field.type === "integer" ? z.int() : z.number()] : []),
  ];
}

function bounded<T extends z.ZodNumber>(schema: T, { minimum, maximum }: Field): z.ZodType {
  const above = minimum === undefined ? schema : schema.min(minimum);
  return maximum === undefined ? above : above.max(maximum);
}

function textSchema(
  { format, minLength, maxLength, maxBytes, pattern }: Field,
  { patterns = shippedPattern }: FieldContext,
): z.ZodType {
  // IPv4 addresses have a separate schema, because editors use its pattern.
  if (format === "ipv4") return z.ipv4();
  const bounds = z
    .string()
    .min(minLength ?? 0)
    .max(maxLength ?? 65_536);
  const fitting = pattern === undefined ? bounds : bounds.regex(...heldAgainst(patterns(pattern)));
  const short =
    maxBytes === undefined
      ? fitting
      : fitting.refine(
          (text) => new TextEncoder().encode(text).length <= maxBytes,
          `must be at most ${maxBytes} bytes long in UTF-8`,
        );
  return format === undefined ? short : withFormat(short, format);
}

/** Returns the schema of a text, or of a list of the text's parts in which some are references. */
function partsSchema({ items = {}, ...field }: Field, context: FieldContext): z.ZodType {
  const text = textSchema(field, context);
  const own = inside(context);
  const names = Object.keys(items.properties ?? {});
  const [isOne, needed] = exactlyOne({ names, wire: "", by: [], takesOthers: false });
  const reference = fieldSchema(items, own).refine(isOne, needed).refine(hasPlainIds, "not an id");
  return z.union([text, z.array(z.union([text, reference])).min(1)]);
}

function listSchema({ items, ...of }: Field, context: FieldContext): z.ZodType {
  const own = items?.type === "object" ? context : inside(context);
  return sized(z.array(items === undefined ? z.json() : elementSchema(items, own)), of);
}

/** Returns the schema of an element, or of its short text form. */
function elementSchema(items: Field, context: FieldContext): z.ZodType {
  const { short, properties = {} } = items;
  const whole = fieldSchema(items, context);
  return short === undefined ? whole : z.union([fieldSchema(properties[short] ?? {}, context), whole]);
}

/**
 * Returns the context without the notation that replaces typed values, because elements of plain lists and members of
 * maps do not accept this notation.
 */
function inside({ instead: _, ...context }: FieldContext): FieldContext {
  return context;
}

function sized(list: z.ZodArray, { minItems, maxItems }: Pick<Field, "minItems" | "maxItems">): z.ZodType {
  const long = list.min(minItems ?? 0);
  return maxItems === undefined ? long : long.max(maxItems);
}

function mapSchema(field: Field, context: FieldContext): z.ZodType {
  const { properties, required, additionalProperties: others, keys } = field;
  if (properties !== undefined) return objectSchema({ fields: properties, required, others, ...context });
  const name = withFormat(z.string().regex(/^(?!__proto__$)/, "cannot be a name here"), keys);
  return z.record(name, others === undefined ? z.json() : memberSchema(others, inside(context)));
}

/**
 * Returns the schema of a member with any name. If the catalog does not restrict a text, the text may also be a secret
 * reference, because the member's name may show that it is a secret.
 */
function memberSchema(field: Field, context: FieldContext): z.ZodType {
  const { type, enum: values, format, pattern, refersTo, secret } = field;
  const own = fieldSchema(field, context);
  const isFree =
    type === "string" && [values, format, pattern, refersTo, secret].every((each) => each === undefined);
  return isFree ? z.union([own, secretReference]) : own;
}

/** Returns the schema of a kind's keys. A number is written as a text, like the keys of maps. */
export function keysSchema(field: Field, patterns: PatternReader = shippedPattern): z.ZodType<string> {
  const schema = fieldSchema(field, { patterns });
  const isNumber = field.type === "integer" || field.type === "number";
  const { maxLength = 255 } = field;
  const isOne = (text: string) =>
    schema.safeParse(isNumber ? numberIn(text) : text).success && text.length <= maxLength;
  const error = wrongKey(field);
  const pattern = isNumber ? /^-?\d+$/ : field.pattern && patterns(field.pattern);
  const text = pattern
    ? z.string().regex(pattern, { ...heldAgainst(pattern, error)[1], abort: true })
    : z.string();
  return text.refine(isOne, { error }).describe(keyMeant(field));
}

/** Returns the number that a text denotes in the usual notation. Undefined for other texts, such as `01`. */
function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text !== "" && String(number) === text ? number : undefined;
}
