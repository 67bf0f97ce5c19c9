/**
 * Keys of mappings: the device tree paths of sections and fields. Data only. `mapping.yaml` describes the mapping
 * itself; every other file of its folder is one kind.
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
  .describe("Where it stands below its parent: members of the tree, with their module where it changes.");

const entryPath = z
  .string()
  .max(500)
  .regex(
    new RegExp(`^/${name}:${name}(?:/${member})*(?:${predicate})*$`),
    "must be a path such as /module:container/list[name={port}]",
  )
  .describe("The path of an entry, the keys of lists in brackets: /module:container/list[name={port}].");

/** How a declared value is converted to a tree value. */
export const codecNames = ["presence", "absence", "container", "keyed", "member", "netmask"] as const;

/** The tree type of a member named by `as: member`. */
const memberTypes = ["string", "integer", "empty", "container"] as const;

const memberName = z.string().regex(new RegExp(`^${member}$`), "must be a member of the tree");

const refers = z
  .array(
    z
      .string()
      .regex(/^device[A-Z][A-Za-z0-9]*(?:\.\w+)?$/, "must be such as deviceVrf or devicePrefixList.list"),
  )
  .min(1)
  .exactOptional()
  .describe(
    "It names an entry of one of these kinds by its key, or by one word of that: `devicePrefixList.list`. Where the " +
      "same plan makes that entry it goes after it, and validate warns where nothing declares one.",
  );

const ownShape = z.strictObject({
  ...plainShape,
  path: fieldPath
    .exactOptional()
    .describe("Where it stands below its parent. Default: its own name; of an object: nothing of its own."),
  also: fieldPath
    .exactOptional()
    .describe("A second place where the same stands: OpenConfig's `config/ip` beside `ip`."),
  format: spellings.format,
  hostBits: spellings.hostBits,
  as: z
    .enum(codecNames)
    .exactOptional()
    .describe(
      "presence: true where an empty leaf is there. absence: false where it is. container: true where a container " +
        "is there. keyed: texts or numbers, each the key of an entry. member: a text, the one of `members` that a " +
        "container has, with its value. netmask: the length of a prefix, as a netmask.",
    ),
  key: z
    .string()
    .regex(new RegExp(`^${name}$`))
    .exactOptional()
    .describe("With `as: keyed`: the leaf that is the key."),
  members: z
    .record(memberName, z.enum(memberTypes).describe("Its value; empty and container: it is there or not."))
    .exactOptional()
    .describe("With `as: member`: `Loopback: integer` takes `Loopback 0`, `local: empty` takes `local`."),
  spread: z
    .array(fieldPath)
    .min(2)
    .max(20)
    .exactOptional()
    .describe("Of a list of texts or numbers: where its first, second ... element stand, each by itself."),
  refers,
  always: z.json().exactOptional().describe("Nothing that people write: what stands there in any case."),
  secret: z.literal(true).exactOptional().describe("Declared by reference only, and never compared."),
  values: z.record(z.string(), z.json()).exactOptional().describe("Declared value → value in the tree."),
  set: z.boolean().exactOptional().describe("true: a list whose order does not count."),
  identity: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe("Of a list of objects: the fields that are the keys of its list in the tree, in their order."),
  whole: z
    .literal(true)
    .exactOptional()
    .describe(
      "Of a list with `identity`: its elements are all that there are; others go. Default: others stay.",
    ),
  ordered: z
    .literal(true)
    .exactOptional()
    .describe(
      "Of a list with `identity`, or `as: keyed`: its elements are all that there are, and their order counts.",
    ),
  default: z
    .json()
    .exactOptional()
    .describe("What counts where the device shows nothing. An import leaves it out."),
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
      return mappedFields.exactOptional().describe("Of an object: its fields.");
    },
    required: z.array(z.string()).exactOptional().describe("Of an object: the fields that must be declared."),
    get items() {
      return mappedField.exactOptional().describe("Of a list: its elements.");
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
  type: z.enum(["string", "integer"]).describe("What stands in the tree."),
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
    .describe("The keys of such entries, with words in braces: `GigabitEthernet {port}`. Default: `{key}`."),
  path: entryPath,
  also: z
    .record(z.string(), fieldPath)
    .exactOptional()
    .describe("By leaf of the key, a second place where the same stands in the entry: `name: config/name`."),
  without: z.array(z.string()).exactOptional().describe("Fields that such entries do not have."),
});

/** Where some of a kind's entries are. */
export type MappedPlace = z.infer<typeof place>;

/** A kind: a section, and the tree places of its fields. */
export const mappedKindFile = z
  .strictObject({
    kind: z
      .string()
      .regex(/^device[A-Z][A-Za-z0-9]*$/, "must be such as deviceVlan")
      .describe("As its file."),
    title: z.string().min(1).max(60).describe("For people, in the singular."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*$/)
      .describe("The section of a device that people write."),
    description: z.string().min(1).max(300).exactOptional(),
    single: z
      .literal(true)
      .exactOptional()
      .describe("One object over a container, instead of entries by key."),
    words: z.record(z.string(), word).exactOptional().describe("The words in braces of keys and paths."),
    keys: z.string().max(200).exactOptional().describe("What a key looks like, for messages."),
    places: z
      .array(place)
      .min(1)
      .max(100)
      .describe("Where its entries are. The first whose key fits counts."),
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
        "What an entry shows besides its fields decides what the rest means, but for remarks and logs: an import " +
          "does not write such an entry in part.",
      ),
    lockout: z
      .array(z.string())
      .exactOptional()
      .describe("Fields by whose change users could lock themselves out; `*`: any."),
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
      .describe("Its name; that of its folder."),
    title: z.string().min(1).max(100).describe("For which devices it is."),
    module: z
      .string()
      .regex(new RegExp(`^${name}$`))
      .describe("The module that every such device has."),
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
      .describe("Data paths without keys: what stands there and below is no secret, whatever it is called."),
  })
  .describe("A mapping: the sections of devices of one family.");

/** A mapping's own file. */
export type MappingFile = z.infer<typeof mappingFile>;

/** A whole mapping. */
export interface MappingData {
  readonly mapping: MappingFile;
  readonly kinds: readonly MappedKindFile[];
}
