/**
 * Keys of mappings: the paths of sections and fields in a device's tree. Data only. `mapping.yaml` describes the
 * mapping itself; every other file of its folder describes one kind.
 */

import { z } from "zod";
import { spellings } from "./format.ts";
import { plainShape } from "./plain-shape.ts";

const name = "[A-Za-z_][\\w.-]*";
const member = `(?:${name}:)?${name}`;
const predicate = `\\[${name}=[^\\[\\]/]{1,100}\\]`;

const fieldPath = z
  .string()
  .max(500)
  .regex(new RegExp(`^${member}(?:/${member})*$`), "must be members such as ip/address/primary")
  .describe(
    "The place of the field below its parent: members of the tree, each with its module where the " +
      "module changes.",
  );

const entryPath = z
  .string()
  .max(500)
  .regex(
    new RegExp(`^/${name}:${name}(?:/${member})*(?:${predicate})*$`),
    "must be a path such as /module:container/list[name={port}]",
  )
  .describe("The path of an entry, with the keys of lists in brackets: /module:container/list[name={port}].");

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
    "The kinds to which the value refers. The value is the key of an entry or, as in " +
      "`devicePrefixList.list`, one word of the key. An entry that the same plan creates is written " +
      "before the reference. " +
      "`validate` warns if no such entry is declared.",
  );

const ownShape = z.strictObject({
  ...plainShape,
  path: fieldPath
    .exactOptional()
    .describe(
      "The place of the field below its parent. Default: the name of the field; an object has no place " +
        "of its own by default.",
    ),
  also: fieldPath
    .exactOptional()
    .describe("A second place with the same value: OpenConfig's `config/ip` in addition to `ip`."),
  format: spellings.format,
  hostBits: spellings.hostBits,
  as: z
    .enum(codecNames)
    .exactOptional()
    .describe(
      "How the tree represents the value. presence: an empty leaf exists if the value is true. absence: " +
        "an empty leaf exists if the value is false. container: a container exists if the value is true. " +
        "keyed: texts or numbers are the keys of entries. member: a container has exactly one of " +
        "`members`, and the declared text consists of the name and the value of this member. netmask: a " +
        "declared prefix length is a netmask in the tree.",
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
        .describe(
          "The type of the member's value. empty and container: the member has no value, it only exists.",
        ),
    )
    .exactOptional()
    .describe(
      "With `as: member`: the members by name. With `Loopback: integer`, people can write `Loopback " +
        "0`; with `local: empty`, they can write `local`.",
    ),
  spread: z
    .array(fieldPath)
    .min(2)
    .max(20)
    .exactOptional()
    .describe("For a list of texts or numbers: one place for each element, in order."),
  refers,
  stays: z.literal(true).exactOptional().describe("The device does not remove the value once it is set."),
  always: z.json().exactOptional().describe("A fixed value, which people cannot declare."),
  secret: z
    .literal(true)
    .exactOptional()
    .describe("The field is a secret: it is declared only by reference, and never compared."),
  values: z.record(z.string(), z.json()).exactOptional().describe("Declared value → value in the tree."),
  set: z.boolean().exactOptional().describe("true: the list has no order."),
  identity: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe(
      "For a list of objects: the fields that are the keys of the list in the tree, in the order of " +
        "the keys.",
    ),
  whole: z
    .literal(true)
    .exactOptional()
    .describe(
      "For a list with `identity`: the declared list is complete, so trueup removes other elements. " +
        "Default: other elements stay.",
    ),
  ordered: z
    .literal(true)
    .exactOptional()
    .describe(
      "For a list with `identity` or with `as: keyed`: the declared list is complete, and its order " +
        "counts.",
    ),
  default: z
    .json()
    .exactOptional()
    .describe("The value that applies if the device shows none. An import leaves this value out."),
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
      return mappedFields.exactOptional().describe("For an object: the definitions of its fields.");
    },
    required: z
      .array(z.string())
      .exactOptional()
      .describe("For an object: the fields that must be declared."),
    get items() {
      return mappedField.exactOptional().describe("For a list: the definition of its elements.");
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
  type: z.enum(["string", "integer"]).describe("The type of the value in the tree."),
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
    .describe("Key leaf → a second place in the entry with the same value: `name: config/name`."),
  without: z.array(z.string()).exactOptional().describe("Fields that entries in this place do not have."),
  stays: z
    .literal(true)
    .exactOptional()
    .describe("The device does not remove entries in this place, such as ports or lines."),
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
    title: z.string().min(1).max(60).describe("The display name of the kind, in the singular."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*$/)
      .describe("The section in a device's declaration where people write the entries."),
    description: z.string().min(1).max(300).exactOptional(),
    single: z
      .literal(true)
      .exactOptional()
      .describe("The section is one object for a container, not a map of entries by key."),
    words: z
      .record(z.string(), word)
      .exactOptional()
      .describe("The variables in keys and paths, by the names in braces."),
    keys: z.string().max(200).exactOptional().describe("The format of a key, which messages show."),
    places: z
      .array(place)
      .min(1)
      .max(100)
      .describe("The places of the entries. For a key, the first place with a matching `key` counts."),
    fields: mappedFields,
    required: z.array(z.string()).exactOptional().describe("Fields that must be declared."),
    needs: z
      .array(z.string())
      .exactOptional()
      .describe("Kinds of the same device that are written before this kind."),
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
      .describe("Fields with which users can lock themselves out; `*` means any field."),
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
      .describe("The name of the mapping, which is also the name of its folder."),
    title: z.string().min(1).max(100).describe("The devices that the mapping is for."),
    module: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .describe("The name of a module that every such device has."),
    container: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .describe("The top-level container of that module."),
    hostname: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .exactOptional()
      .describe("The leaf of the hostname in that container."),
    notSecret: z
      .array(z.string().max(1024).startsWith("/"))
      .max(1000)
      .exactOptional()
      .describe(
        "Data paths without keys. These places and everything below them are not secrets, whatever " +
          "their names.",
      ),
  })
  .describe("A mapping: the sections of devices of one family.");

/** A mapping's own file. */
export type MappingFile = z.infer<typeof mappingFile>;

/** A whole mapping. */
export interface MappingData {
  readonly mapping: MappingFile;
  readonly kinds: readonly MappedKindFile[];
}
