/** Catalog keys for a kind's fields: a small JSON Schema, and product-specific behavior. Data only. */

import { z } from "zod";
import { isPattern } from "../patterns/pattern.ts";
import { spellings } from "./format.ts";

const text = z.string().min(1).max(256);

/** The keys of a plain field: a subset of JSON Schema 2020-12, with the same meanings. */
export const plainShape = {
  type: z
    .enum(["string", "integer", "number", "boolean", "object", "array"])
    .exactOptional()
    .describe("As in JSON Schema. Absent: any JSON."),
  description: z.string().min(1).max(500).exactOptional().describe("A sentence of our own, for editors."),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .min(1)
    .exactOptional()
    .describe(
      "The values that are known of it. Others pass, with a warning, unless `closedEnum` says why not.",
    ),
  closedEnum: z
    .string()
    .min(1)
    .max(300)
    .exactOptional()
    .describe("Beside `enum`: why no other value can be. Then it is an error."),
  replyOnly: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .exactOptional()
    .describe(
      "Values that replies show and no request takes: they are compared, and left out of what is sent.",
    ),
  minimum: z.number().exactOptional().describe("Of a number."),
  maximum: z.number().exactOptional().describe("Of a number."),
  minLength: z.int().min(0).exactOptional().describe("Of a text, in characters."),
  maxLength: z.int().min(0).exactOptional().describe("Of a text, in characters."),
  maxBytes: z.int().min(1).exactOptional().describe("Of a text, in bytes of UTF-8."),
  example: z
    .string()
    .exactOptional()
    .describe("A value that its kind's example shows, where a pattern or the meaning takes not any text."),
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .refine(isPattern, "must be a regular expression")
    .exactOptional()
    .describe("Of a text: a regular expression without flags."),
  minItems: z.int().min(0).exactOptional().describe("Of a list."),
  maxItems: z.int().min(0).exactOptional().describe("Of a list."),
  nullable: z.boolean().exactOptional().describe("true: null is a value of it."),
} as const;

const habits = {
  shape: text
    .exactOptional()
    .describe(
      "A name among the product's `shapes`: the field is as it says there, with these words laid over it and " +
        "`properties` beside its own.",
    ),
  ...spellings,
  wire: text
    .exactOptional()
    .describe(
      "Its name in requests and replies; dots lead into objects, 0 into a list with it alone. Default: its own name.",
    ),
  readAs: text.exactOptional().describe("Its name in replies, where that is another one than in requests."),
  also: text.exactOptional().describe("Another name that people may write; both at once is a problem."),
  access: z
    .enum(["readWrite", "readOnly", "writeOnly", "createOnly", "updateOnly"])
    .exactOptional()
    .describe(
      "readOnly: never declared. writeOnly: no reply has it; it is written when Git changes it. " +
        "createOnly: sent with a create, never changed. " +
        "updateOnly: no create takes it; where declared, an update follows.",
    ),
  secret: z
    .enum(["hidden", "shown"])
    .exactOptional()
    .describe("Declared by reference only. shown: replies have it in the clear, and it is redacted at once."),
  refersTo: z
    .union([text, z.array(text).min(2).max(10)])
    .exactOptional()
    .describe(
      "The kind whose key is declared here, as a text; the live id goes on the wire, as a number where the type is " +
        "integer. Of a list: each of its elements. Several kinds, of a text that is in no list or map: the one that " +
        "has the key; a key that several have is a mistake.",
    ),
  sendsName: text
    .exactOptional()
    .describe(
      "Of a field that refers to a kind: the wire field beside it that takes the name of what is meant, which the " +
        "product wants besides its id.",
    ),
  decidesAccess: z
    .boolean()
    .exactOptional()
    .describe(
      "true: what it says decides who gets in or who may reach what, so a server that makes something else of it has " +
        "not taken it. Default: as what it is in, or by its name.",
    ),
  default: z
    .json()
    .exactOptional()
    .describe(
      "The value that the product fills in where none is sent. An import leaves it out. Where a reply shows nothing, " +
        "or null, it counts as shown. In a list without identity it stands for what an element does not say.",
    ),
  values: z
    .record(z.string(), z.json())
    .exactOptional()
    .describe('Declared value → value on the wire, where they differ: `true: "yes"`.'),
  synonyms: z
    .record(z.string(), z.array(text))
    .exactOptional()
    .describe(
      "Value → other texts that mean it, in replies and where people write them; case does not matter.",
    ),
  wireText: z
    .string()
    .max(256)
    .regex(/^[^{}]*\{\}[^{}]*$/, "must have {} in it, once")
    .exactOptional()
    .describe(
      "Of a text or a number: what goes on the wire, with what people write instead of {}: `uni/phys-{}`, `vlan-{}`. " +
        "A text that begins as the whole does is sent as it is: so people write one that ends otherwise.",
    ),
  asText: z.boolean().exactOptional().describe("true: a number or boolean that goes on the wire as a text."),
  loose: z
    .boolean()
    .exactOptional()
    .describe(
      "true: a text that replies may show as a number; an empty text, or a value that is not text, counts as not set.",
    ),
  set: z.boolean().exactOptional().describe("true: a list whose order does not count, each member once."),
  identity: z
    .array(text)
    .min(1)
    .exactOptional()
    .describe("Of a list of objects: the fields that tell its elements apart."),
  closed: z
    .union([z.boolean(), z.literal("declared")])
    .exactOptional()
    .describe(
      "Of a list of objects, what its elements are. true: these fields; what they show besides does not count, at " +
        "any depth. declared: what is declared of them; what they show of these fields besides is a difference, and " +
        "goes when the list is written. Default: what they show besides is left as it is.",
    ),
  short: text
    .exactOptional()
    .describe(
      "Of the elements of a list of objects: the field that a text alone stands for: `web` is `{ filter: web }`. An " +
        "import writes it so where an element says nothing else.",
    ),
  builtIn: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "Of a list: wire fields and values, or lists of them, of elements at its end that are the product's own: " +
        "neither compared nor sent.",
    ),
  shownIf: z
    .record(text, z.json())
    .exactOptional()
    .describe("Other wire fields and their values: with any other value this one counts as not set."),
  sendsAlong: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "Wire fields that go with it whenever it is sent: `useVlanTagging: true`; dots lead into objects. Where they " +
        "all lead into the object that the field is in, that object is null when the field is.",
    ),
  sendsRest: z
    .boolean()
    .exactOptional()
    .describe("true: of an object that is sent whole: what else it has live goes along."),
  sendsNull: z
    .boolean()
    .exactOptional()
    .describe(
      "false: the product takes no null; a field that is no longer declared is left as it is, and reported.",
    ),
  sendsDefault: z
    .literal(false)
    .exactOptional()
    .describe(
      "false, in an element of `codec: objectTree`: its default is compared, and sent only where live differs, since " +
        "older versions of the product refuse the attribute.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe("How it is known to be readable: `trueup kinds` shows what is assumed. Default: the kind's."),
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
  /** For an object with arbitrary keys: the value of each. */
  readonly additionalProperties?: Field;
  /** For a list: its elements. */
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
      return fields.exactOptional().describe("Of an object: the fields that people may write.");
    },
    required: z.array(text).exactOptional().describe("Of an object: the fields that must be declared."),
    get additionalProperties() {
      return field
        .exactOptional()
        .describe("Of an object with keys of any name: the value of each, but for those of `properties`.");
    },
    get items() {
      return field.exactOptional().describe("Of a list: its elements.");
    },
  })
  .meta({ id: "field" });

/** Whether a field may have this name. */
export function isFieldName(name: string): boolean {
  return fieldName.safeParse(name).success;
}

/** Whether a plain field's key may have this value. */
export function isFieldWord(word: string, value: unknown): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = ownShape.shape;
  return Object.hasOwn(shape, word) && shape[word]?.safeParse(value).success === true;
}

/** The keys of a field, in order. */
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
