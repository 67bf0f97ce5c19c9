/**
 * Catalog keys for the fields of a kind: a small subset of JSON Schema, and keys for the behavior of the product. Data
 * only.
 */

import { z } from "zod";
import { isPattern } from "../patterns/pattern.ts";
import { spellings } from "./format.ts";

const text = z.string().min(1).max(256);

/** The keys of a plain field: a subset of JSON Schema 2020-12, with the same meanings. */
export const plainShape = {
  type: z
    .enum(["string", "integer", "number", "boolean", "object", "array"])
    .exactOptional()
    .describe("As in JSON Schema. Absent: any JSON value."),
  description: z
    .string()
    .min(1)
    .max(500)
    .exactOptional()
    .describe("A sentence in your own words, for editors."),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .min(1)
    .exactOptional()
    .describe("The known values. Others give a warning, unless `closedEnum` says why they are errors."),
  closedEnum: z
    .string()
    .min(1)
    .max(300)
    .exactOptional()
    .describe("With `enum`: why no other value is possible. Another value is then an error."),
  replyOnly: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .exactOptional()
    .describe("Values that replies show but requests do not accept: they are compared, and not sent."),
  minimum: z.number().exactOptional().describe("Of a number."),
  maximum: z.number().exactOptional().describe("Of a number."),
  minLength: z.int().min(0).exactOptional().describe("For a text, in characters."),
  maxLength: z.int().min(0).exactOptional().describe("For a text, in characters."),
  maxBytes: z.int().min(1).exactOptional().describe("For a text, in bytes of UTF-8."),
  example: z
    .string()
    .exactOptional()
    .describe("A value for its kind's example, if a pattern or the meaning excludes most texts."),
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .refine(isPattern, "must be a regular expression")
    .exactOptional()
    .describe("For a text: a regular expression without flags."),
  minItems: z.int().min(0).exactOptional().describe("Of a list."),
  maxItems: z.int().min(0).exactOptional().describe("Of a list."),
  nullable: z.boolean().exactOptional().describe("true: null is a valid value."),
} as const;

const habits = {
  shape: text
    .exactOptional()
    .describe(
      "A name among the product's `shapes`: the field is as defined there, with these words overriding it and " +
        "`properties` added to its own.",
    ),
  ...spellings,
  wire: text
    .exactOptional()
    .describe(
      "Its name in requests and replies; dots lead into objects, 0 into a one-element list. Default: its own name.",
    ),
  readAs: text.exactOptional().describe("Its name in replies, if it differs from that in requests."),
  also: text.exactOptional().describe("Another name that people may write; both at once is a problem."),
  access: z
    .enum(["readWrite", "readOnly", "writeOnly", "createOnly", "updateOnly"])
    .exactOptional()
    .describe(
      "readOnly: never declared. writeOnly: in no reply; written when Git changes it. createOnly: sent with a " +
        "create and never changed. updateOnly: no create accepts it; if declared, an update follows.",
    ),
  secret: z
    .enum(["hidden", "shown"])
    .exactOptional()
    .describe(
      "Declared only by reference. shown: replies contain it in plain text, and it is redacted at once.",
    ),
  refersTo: z
    .union([text, z.array(text).min(2).max(10)])
    .exactOptional()
    .describe(
      "The kind whose key is declared here, as a text; the live id is sent, as a number if the type is " +
        "integer. For a list: in each element. Several kinds, for a text outside of lists and maps: the one that " +
        "has the key; a key of several kinds is an error.",
    ),
  sendsName: text
    .exactOptional()
    .describe(
      "For a field that refers to a kind: the sibling wire field with the name of the referenced object, which the " +
        "product needs besides its id.",
    ),
  decidesAccess: z
    .boolean()
    .exactOptional()
    .describe(
      "true: its value decides who has access to what, so a server that stores another value has " +
        "not accepted it. Default: as its parent, or by its name.",
    ),
  default: z
    .json()
    .exactOptional()
    .describe(
      "The value that the product uses if none is sent. An import leaves it out. If a reply has no value, or " +
        "null, this default counts as live. In a list without identity, elements without the field have this value.",
    ),
  values: z
    .record(z.string(), z.json())
    .exactOptional()
    .describe('Declared value → value on the wire, where they differ: `true: "yes"`.'),
  synonyms: z
    .record(z.string(), z.array(text))
    .exactOptional()
    .describe("Value → equivalent texts, in replies and declarations; case-insensitive."),
  wireText: z
    .string()
    .max(256)
    .regex(/^[^{}]*\{\}[^{}]*$/, "must contain {} once")
    .exactOptional()
    .describe(
      "For a text or a number: the form of the value on the wire, with {} for the declared value: `uni/phys-{}`, " +
        "`vlan-{}`. A declared text that begins like this form is sent unchanged, even if it ends differently.",
    ),
  asText: z.boolean().exactOptional().describe("true: a number or boolean that is a text on the wire."),
  loose: z
    .boolean()
    .exactOptional()
    .describe(
      "true: a text that replies may show as a number; an empty text, or a value that is not text, counts as unset.",
    ),
  set: z.boolean().exactOptional().describe("true: a list without order or duplicates."),
  identity: z
    .array(text)
    .min(1)
    .exactOptional()
    .describe("For a list of objects: the fields that identify its elements."),
  closed: z
    .union([z.boolean(), z.literal("declared")])
    .exactOptional()
    .describe(
      "For a list of objects: what happens to other live values in its elements. true: values outside of " +
        "these fields are ignored, at any depth. declared: values of these fields that are not declared are " +
        "differences, and are removed when the list is written. Default: other live values stay.",
    ),
  short: text
    .exactOptional()
    .describe(
      "For the elements of a list of objects: the field that a plain text stands for: `web` is `{ filter: web " +
        "}`. An import uses it for elements without other fields.",
    ),
  builtIn: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "For a list at whose end the product keeps elements of its own: the wire fields and values, or lists of " +
        "values, that identify these elements. They are neither compared nor sent.",
    ),
  shownIf: z
    .record(text, z.json())
    .exactOptional()
    .describe("Other wire fields, and the value that each must have: otherwise this field counts as unset."),
  sendsAlong: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "Wire fields that are sent with it: `useVlanTagging: true`; dots lead into objects. If all of them are in " +
        "the same object as the field, that object is null when the field is null.",
    ),
  sendsRest: z
    .boolean()
    .exactOptional()
    .describe("true: for an object that is sent whole: its other live members are sent too."),
  sendsNull: z
    .boolean()
    .exactOptional()
    .describe(
      "false: the product accepts no null; a field that is no longer declared stays as it is, and is reported.",
    ),
  sendsDefault: z
    .literal(false)
    .exactOptional()
    .describe(
      "false, in an element of `codec: objectTree`: its default is compared, and sent only if live differs, " +
        "because older versions of the product refuse the attribute.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe("How it is known to be readable; `trueup kinds` shows assumptions. Default: the kind's."),
  since: z
    .string()
    .min(1)
    .max(40)
    .exactOptional()
    .describe(
      "The product's version that it needs: `trueup kinds` shows it, and a catalog check leaves it out.",
    ),
} as const;

/** A field as in a catalog file. */
export interface Field extends z.infer<typeof ownShape> {
  /** For an object: the fields that people may write. */
  readonly properties?: Fields;
  /** For an object: the fields that must be declared. */
  readonly required?: readonly string[];
  /** For an object with arbitrary keys: the field of each of its values. */
  readonly additionalProperties?: Field;
  /** For a list: its elements. For a text with parts: the references that may be among them. */
  readonly items?: Field;
}

/** Fields by the names that people write. */
export type Fields = Readonly<Record<string, Field>>;

const ownShape = z.strictObject({ ...plainShape, ...habits });

const fieldName = z.string().regex(/^(?!__proto__$)[\w$@.:/-]{1,128}$/, "must be the name of a field");

/** A field. */
export const field: z.ZodType<Field> = ownShape
  .extend({
    get properties() {
      return fields.exactOptional().describe("For an object: the fields that people may write.");
    },
    required: z.array(text).exactOptional().describe("For an object: the fields that must be declared."),
    get additionalProperties() {
      return field
        .exactOptional()
        .describe("For an object with any keys: the value of each, except those in `properties`.");
    },
    get items() {
      return field
        .exactOptional()
        .describe(
          "For a list: its elements. For a text with `parts` or `flags`: an object whose fields are the " +
            "references that may stand for a part, each with `refersTo` and, for the wire, `wireText`. People then " +
            "write a list of parts.",
        );
    },
  })
  .meta({ id: "field" });

/** True if a field may have this name. */
export function isFieldName(name: string): boolean {
  return fieldName.safeParse(name).success;
}

/** True if this key of a plain field may have this value. */
export function isFieldWord(word: string, value: unknown): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = ownShape.shape;
  return Object.hasOwn(shape, word) && shape[word]?.safeParse(value).success === true;
}

/** Returns the keys of a field, in the order in which they are written. */
export function fieldWords(): readonly string[] {
  return [...Object.keys(ownShape.shape), ...["properties", "required", "additionalProperties", "items"]];
}

/** A map of fields. */
export const fields: z.ZodType<Fields> = z
  .record(
    fieldName,
    z.lazy(() => field),
  )
  .meta({ id: "fields" });
