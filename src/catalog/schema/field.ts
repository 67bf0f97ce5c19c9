/**
 * Catalog keys for the fields of a kind: a small subset of JSON Schema, and keys for the behavior of the product. Data
 * only.
 */

import { z } from "zod";
import { spellings } from "./format.ts";
import { plainShape } from "./plain-shape.ts";

const text = z.string().min(1).max(256);

const habits = {
  shape: text
    .exactOptional()
    .describe(
      "The name of a definition in the product's `shapes`. The field gets the keys of that definition. " +
        "Keys that are written here override them, and `properties` are added to those of the definition.",
    ),
  ...spellings,
  wire: text
    .exactOptional()
    .describe(
      "The name of the field in requests and replies. Dots in this name lead into objects, and 0 leads " +
        "into a one-element list. Default: the name that people write.",
    ),
  readAs: text.exactOptional().describe("The name of the field in replies, if requests use another name."),
  also: text
    .exactOptional()
    .describe("A second name that people may write for the field. Writing both names is an error."),
  access: z
    .enum(["readWrite", "readOnly", "writeOnly", "createOnly", "updateOnly"])
    .exactOptional()
    .describe(
      "readOnly: people cannot declare the field. writeOnly: no reply shows it; it is written when " +
        "its value in Git changes. createOnly: it is sent with a create and never changed. updateOnly: " +
        "no create accepts it; if it is declared, an update follows the create.",
    ),
  secret: z
    .enum(["hidden", "shown"])
    .exactOptional()
    .describe(
      "A secret, which people declare only by reference. hidden: no reply shows it. shown: replies " +
        "contain it in plain text, and trueup redacts it at once.",
    ),
  refersTo: z
    .union([text, z.array(text).min(2).max(10)])
    .exactOptional()
    .describe(
      "The kind that this field refers to. People declare the key of a resource, as a text; trueup " +
        "sends that resource's live id, as a number if the type is integer. In a list, each element is " +
        "such a reference. Outside of lists and maps, several kinds can be given: the reference is then " +
        "to the kind that has the key, and it is an error if several of these kinds have the key.",
    ),
  sendsName: text
    .exactOptional()
    .describe(
      "For a field with `refersTo`: the sibling wire field for the name of the referenced object, if " +
        "the product needs the name besides the id.",
    ),
  decidesAccess: z
    .boolean()
    .exactOptional()
    .describe(
      "true: the value decides who has access to what. If the server stores another value, trueup " +
        "treats the write as not accepted. Default: true if the name of the field suggests access, " +
        "otherwise the value of the parent.",
    ),
  default: z
    .json()
    .exactOptional()
    .describe(
      "The value that the product uses if none is sent. An import leaves this value out. If a reply " +
        "has no value, or null, this default counts as the live value. In a list without identity, " +
        "elements without the field have this value.",
    ),
  values: z
    .record(z.string(), z.json())
    .exactOptional()
    .describe('Declared value → value on the wire, for values that differ: `true: "yes"`.'),
  synonyms: z
    .record(z.string(), z.array(text))
    .exactOptional()
    .describe("Value → texts that mean the same, in replies and declarations; case-insensitive."),
  wireText: z
    .string()
    .max(256)
    .regex(/^[^{}]*\{\}[^{}]*$/, "must contain {} once")
    .exactOptional()
    .describe(
      "For a text or a number: how the value is written on the wire, such as `uni/phys-{}` or " +
        "`vlan-{}`. {} stands for the declared value. A declared text that already begins with the part " +
        "before {} is sent unchanged.",
    ),
  asText: z
    .boolean()
    .exactOptional()
    .describe("true: the wire value is a text, although the declared value is a number or boolean."),
  loose: z
    .boolean()
    .exactOptional()
    .describe(
      "true: replies may show this text as a number. An empty text, or a value that is not text, " +
        "counts as unset.",
    ),
  set: z.boolean().exactOptional().describe("true: the list has no order and no duplicates."),
  identity: z
    .array(text)
    .min(1)
    .exactOptional()
    .describe("For a list of objects: the fields that identify its elements."),
  closed: z
    .union([z.boolean(), z.literal("declared")])
    .exactOptional()
    .describe(
      "For a list of objects: how undeclared live values in its elements are treated. true: values that " +
        "are not fields of the elements are ignored, at any depth. declared: an undeclared value of a " +
        "field is a difference, and writing the list removes it. Default: undeclared values stay in the " +
        "product.",
    ),
  short: text
    .exactOptional()
    .describe(
      "For a list of objects: the field that a plain text sets. With `short: filter`, `web` means `{ " +
        "filter: web }`. An import writes the plain text for elements without other fields.",
    ),
  builtIn: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "For a list to which the product appends its own elements: the wire fields and values, or " +
        "lists of values, that identify these elements. They are neither compared nor sent.",
    ),
  shownIf: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "Other wire fields with their required values. If one of them has another value, this field " +
        "counts as unset.",
    ),
  sendsAlong: z
    .record(text, z.json())
    .exactOptional()
    .describe(
      "Wire fields that are sent together with this field, such as `useVlanTagging: true`; dots lead " +
        "into objects. If all of them are in the same object as this field, the whole object is null " +
        "when this field is null.",
    ),
  sendsRest: z
    .boolean()
    .exactOptional()
    .describe(
      "For an object that is always sent as a whole. true: live members that are not declared are sent " +
        "too.",
    ),
  sendsNull: z
    .boolean()
    .exactOptional()
    .describe(
      "false: the product does not accept null for this field. If the field is no longer declared, " +
        "the live value stays, and trueup reports that.",
    ),
  sendsDefault: z
    .literal(false)
    .exactOptional()
    .describe(
      "Only for elements of `codec: objectTree`. false: the default is compared, but sent only if " +
        "the live value differs, because older versions of the product refuse the attribute.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe(
      "How it is known that the field can be read; `trueup kinds` shows assumptions. Default: the " +
        "`support` of the kind.",
    ),
  since: z
    .string()
    .min(1)
    .max(40)
    .exactOptional()
    .describe(
      "The product version from which the field exists. `trueup kinds` shows this version, and a " +
        "catalog check leaves the field out.",
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
      return fields.exactOptional().describe("For an object: the members that people may write.");
    },
    required: z.array(text).exactOptional().describe("For an object: the members that must be declared."),
    get additionalProperties() {
      return field
        .exactOptional()
        .describe("For an object with any keys: the definition of all values, except those in `properties`.");
    },
    get items() {
      return field
        .exactOptional()
        .describe(
          "For a list: the definition of its elements. For a text whose `format` contains `parts` or " +
            "`flags`: people may then write a list, in which a part is a text or a reference to a resource. " +
            "The definition is an object with one field for each kind of reference. Each of these fields has " +
            "`refersTo` and, if needed, `wireText`.",
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
