/**
 * Keys of mappings: the paths of sections and fields in a device's tree. Data only. `mapping.yaml` describes the
 * mapping itself; every other file of its folder describes one kind.
 */

import { z } from "zod";
import { plainShape } from "./field.ts";
import { spellings } from "./format.ts";

const name = "[A-Za-z_][\\w.-]*";
const member = `(?:${name}:)?${name}`;
const predicate = `\\[${name}=[^\\[\\]/]{1,100}\\]`;

const fieldPath = z
  .string()
  .max(500)
  .regex(new RegExp(`^${member}(?:/${member})*$`), "must be members such as ip/address/primary")
  .describe("Its place below its parent: members of the tree, with their module where it changes.");

const entryPath = z
  .string()
  .max(500)
  .regex(
    new RegExp(`^/${name}:${name}(?:/${member})*(?:${predicate})*$`),
    "must be a path such as /module:container/list[name={port}]",
  )
  .describe("The path of an entry, the keys of lists in brackets: /module:container/list[name={port}].");

/** The codecs that convert a declared value to a tree value. */
export const codecNames = ["presence", "absence", "container", "keyed", "member", "netmask"] as const;

/** The tree type of a member that `as: member` names. */
const memberTypes = ["string", "integer", "empty", "container"] as const;

const memberName = z.string().regex(new RegExp(`^${member}$`), "must be a member of the tree");

const refers = z
  .array(
    z
      .string()
      .regex(/^device[A-Z][A-Za-z0-9]*(?:\.\w+)?$/, "must look like deviceVrf or devicePrefixList.list"),
  )
  .min(1)
  .exactOptional()
  .describe(
    "The value refers to an entry of one of these kinds by key, or by one word of the key: " +
      "`devicePrefixList.list`. An entry that the same plan creates is written before the reference; validate " +
      "warns if none is declared.",
  );

const ownShape = z.strictObject({
  ...plainShape,
  path: fieldPath
    .exactOptional()
    .describe("Its place below its parent. Default: its own name; for an object: none of its own."),
  also: fieldPath
    .exactOptional()
    .describe("A second place with the same value: OpenConfig's `config/ip` in addition to `ip`."),
  format: spellings.format,
  hostBits: spellings.hostBits,
  as: z
    .enum(codecNames)
    .exactOptional()
    .describe(
      "presence: true if an empty leaf exists. absence: false if it does. container: true if a container " +
        "exists. keyed: texts or numbers, each the key of an entry. member: a text, the one of `members` that a " +
        "container has, with its value. netmask: the length of a prefix, as a netmask.",
    ),
  key: z
    .string()
    .regex(new RegExp(`^${name}$`))
    .exactOptional()
    .describe("With `as: keyed`: the leaf that is the key."),
  members: z
    .record(
      memberName,
      z
        .enum(memberTypes)
        .describe("The type of its value; for empty and container, the value is that it exists."),
    )
    .exactOptional()
    .describe("With `as: member`: `Loopback: integer` takes `Loopback 0`, `local: empty` takes `local`."),
  spread: z
    .array(fieldPath)
    .min(2)
    .max(20)
    .exactOptional()
    .describe("For a list of texts or numbers: the separate places of its first, second ... elements."),
  refers,
  stays: z.literal(true).exactOptional().describe("The device does not remove it once it is set."),
  always: z.json().exactOptional().describe("Not declarable: its fixed value."),
  secret: z.literal(true).exactOptional().describe("Declared only by reference, and never compared."),
  values: z.record(z.string(), z.json()).exactOptional().describe("Declared value → value in the tree."),
  set: z.boolean().exactOptional().describe("true: a list without order."),
  identity: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe("For a list of objects: the fields that are the keys of its list in the tree, in order."),
  whole: z
    .literal(true)
    .exactOptional()
    .describe(
      "For a list with `identity`: it is complete, so other elements are removed. Default: others stay.",
    ),
  ordered: z
    .literal(true)
    .exactOptional()
    .describe("For a list with `identity`, or `as: keyed`: it is complete, and its order counts."),
  default: z.json().exactOptional().describe("The value if the device shows none. An import leaves it out."),
});

/** A field as in a mapping. */
export interface MappedField extends z.infer<typeof ownShape> {
  readonly properties?: MappedFields;
  readonly required?: readonly string[];
  readonly items?: MappedField;
}

/** Fields by the names that people write. */
export type MappedFields = Readonly<Record<string, MappedField>>;

const fieldName = z.string().regex(/^(?!__proto__$)[A-Za-z][\w-]{0,127}$/, "must be the name of a field");

const mappedField: z.ZodType<MappedField> = ownShape
  .extend({
    get properties() {
      return mappedFields.exactOptional().describe("For an object: its fields.");
    },
    required: z
      .array(z.string())
      .exactOptional()
      .describe("For an object: the fields that must be declared."),
    get items() {
      return mappedField.exactOptional().describe("For a list: its elements.");
    },
  })
  .meta({ id: "mappedField" });

const mappedFields: z.ZodType<MappedFields> = z
  .record(
    fieldName,
    z.lazy(() => mappedField),
  )
  .meta({ id: "mappedFields" });

const word = z.strictObject({
  type: z.enum(["string", "integer"]).describe("The value in the tree."),
  pattern: plainShape.pattern,
  enum: plainShape.enum,
  minimum: plainShape.minimum,
  maximum: plainShape.maximum,
  refers,
});

/** One variable of a key. */
export type KeyWord = z.infer<typeof word>;

const place = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .describe(
      "The keys of the entries in this place, with words in braces: `GigabitEthernet {port}`. Default: `{key}`.",
    ),
  path: entryPath,
  also: z
    .record(z.string(), fieldPath)
    .exactOptional()
    .describe("By key leaf, a second place with the same value in the entry: `name: config/name`."),
  without: z.array(z.string()).exactOptional().describe("Fields that entries in this place do not have."),
  stays: z
    .literal(true)
    .exactOptional()
    .describe("The device does not remove entries in this place: a port, a line."),
});

/** A place in the tree that contains some of a kind's entries. */
export type MappedPlace = z.infer<typeof place>;

/** A kind: a section, and the places of its fields in the tree. */
export const mappedKindFile = z
  .strictObject({
    kind: z
      .string()
      .regex(/^device[A-Z][A-Za-z0-9]*$/, "must look like deviceVlan")
      .describe("The kind's name, the same as that of its file."),
    title: z.string().min(1).max(60).describe("Its display name, in the singular."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*$/)
      .describe("The section of a device that people write."),
    description: z.string().min(1).max(300).exactOptional(),
    single: z
      .literal(true)
      .exactOptional()
      .describe("One object for a container, instead of entries by key."),
    words: z.record(z.string(), word).exactOptional().describe("The words in braces of keys and paths."),
    keys: z.string().max(200).exactOptional().describe("The format of a key, for messages."),
    places: z
      .array(place)
      .min(1)
      .max(100)
      .describe("The places of its entries. The first whose key matches counts."),
    fields: mappedFields,
    required: z.array(z.string()).exactOptional().describe("Fields that must be declared."),
    needs: z
      .array(z.string())
      .exactOptional()
      .describe("Kinds of the same device that are written before it."),
    decides: z
      .literal(true)
      .exactOptional()
      .describe(
        "true: undeclared parts of an entry, except remarks and logs, can change its meaning. " +
          "An import therefore writes such an entry as a whole or not at all.",
      ),
    lockout: z
      .array(z.string())
      .exactOptional()
      .describe("Fields with which users can lock themselves out; `*`: any."),
  })
  .describe("One kind of a mapping.");

/** A kind's file. */
export type MappedKindFile = z.infer<typeof mappedKindFile>;

/** A mapping's own file. */
export const mappingFile = z
  .strictObject({
    mapping: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,62}$/)
      .describe("Its name, and its folder's."),
    title: z.string().min(1).max(100).describe("The devices it is for."),
    module: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .describe("A module that every such device has."),
    container: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .describe("Its top-level container."),
    hostname: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .exactOptional()
      .describe("The leaf of the hostname in it."),
    notSecret: z
      .array(z.string().max(1024).startsWith("/"))
      .max(1000)
      .exactOptional()
      .describe("Data paths without keys: these and their contents are not secrets, whatever their names."),
  })
  .describe("A mapping: the sections of devices of one family.");

/** A mapping's own file. */
export type MappingFile = z.infer<typeof mappingFile>;

/** A whole mapping. */
export interface MappingData {
  readonly mapping: MappingFile;
  readonly kinds: readonly MappedKindFile[];
}
