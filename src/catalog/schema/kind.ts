/** Catalog keys for a kind: `catalogs/<product>/<kind>.yaml`. Data only. */

import { z } from "zod";
import { batchable } from "./batch.ts";
import { codecs } from "./codecs.ts";
import { elements } from "./elements.ts";
import { field, fields } from "./field.ts";
import type { ProductFile } from "./product.ts";
import { reaches } from "./reaches.ts";
import { operation, read as readWords, wholeRead } from "./request.ts";
import { undeclaredOfKind } from "./undeclared.ts";

const name = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const fieldName = z.string().min(1).max(256);
const [read, values] = [readWords.meta({ id: "read" }), z.record(fieldName, z.json())];

/** A rule for defaults: if all conditions in `if` hold, `set` provides defaults for the declaration. */
const implication = z.strictObject({
  if: z
    .record(fieldName, z.union([z.literal("declared"), z.array(z.json()).min(1)]))
    .exactOptional()
    .describe(
      "The condition: fields, each with values that meet it; `declared`: any value. Absent: " + "always.",
    ),
  set: values.describe("Fields that then count as declared with these values, unless they are declared."),
});

/** A field that only applies if other fields have certain values. */
const need = z.strictObject({
  field: fieldName.describe("The field."),
  is: z.array(z.json()).min(1).exactOptional().describe("Only for these values. Default: for any."),
  with: z
    .record(fieldName, z.array(z.json()).min(1))
    .describe("Other fields, each with the values that are allowed then."),
});

/** A path that identifies a resource within a target, if the field in paths is its key. */
const pathIdentity = z.strictObject({
  path: z
    .string()
    .max(1024)
    .min(1)
    .describe("`uni/tn-{tenant}/BD-{id}`: in braces its ancestor kinds, `id` for its key, or its fields."),
  at: fieldName.describe("The wire field that shows it; a record with another value is ignored."),
  name: fieldName
    .exactOptional()
    .describe("For `codec: anyObject`: the attribute that often equals the name at the end of the path."),
});

/** A kind of a product. */
export const kindFile = z
  .strictObject({
    kind: name.describe("Its name, unique in the product, and the file's."),
    title: z.string().min(1).max(80).describe("Its display name, in the singular."),
    description: z.string().min(1).max(500).exactOptional().describe("A sentence in your own words."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*$/)
      .describe("Its place in its parent, as people write it; dots lead into groups: appliance.vlans."),
    alsoSections: z.array(name).max(20).exactOptional().describe("Short forms of the section."),
    in: name.exactOptional().describe("The kind of its parent. Absent: it has none."),
    atTop: z
      .boolean()
      .exactOptional()
      .describe("true: its section is at the top of a file, and a field of the file names its parent."),
    form: z
      .enum(["collection", "singleton", "fixed"])
      .describe(
        "collection: created and removed. singleton: one per parent, always there. fixed: several, always there.",
      ),
    observed: z
      .boolean()
      .exactOptional()
      .describe("true: it is read and matched, never written. Its children are declared under its name."),
    touched: z
      .enum(["network", "device", "tenant"])
      .exactOptional()
      .describe("The category of its changes, and its children's, in a plan's blast radius. Absent: none."),
    reaches: reaches.exactOptional(),
    gathered: z.boolean().exactOptional().describe("true: an import writes all of them into one file."),
    key: z
      .union([z.literal("free"), fieldName])
      .exactOptional()
      .describe(
        "free: the author chooses it. Otherwise the wire field with its value. Default: free; for a singleton: none.",
      ),
    keySchema: field.exactOptional().describe("The format of a key that is a field's value."),
    identity: z
      .union([
        fieldName,
        z.array(fieldName).min(2),
        z.strictObject({
          first: z.array(fieldName).min(2).describe("Fields: the first one that has a value counts."),
        }),
        pathIdentity,
      ])
      .exactOptional()
      .describe(
        "The fields by which live and declared objects are matched; dots lead into objects, the order of a list " +
          "does not count; a reference counts by live id. first: the first of these with a value. Or a " +
          "path. Default: the key's field, else `name`.",
      ),
    below: fieldName
      .exactOptional()
      .describe(
        "The field that refers to its parent, if names are unique only within a parent. A resource is matched by its " +
          "path of names from the outermost parent, `Global/Berlin/HQ`, as that field in its list shows it. A " +
          "declaration without the field means the only resource with its name.",
      ),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe(
        "true: names that differ only in case, blanks or Unicode form are different. Otherwise one is " +
          "created next to another only with a consent.",
      ),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe(
        "true: the default of `decidesAccess` for its fields. Default: as in the product, or by its name.",
      ),
    alike: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe("A sentence: what people can do if several resources have the same identity."),
    id: z
      .union([fieldName, z.literal(false)])
      .exactOptional()
      .describe(
        "The wire field with the live id for paths. Default: the identity; for a singleton: none. false: records " +
          "with the same identity cannot be distinguished, and each is a resource of its own.",
      ),
    onlyIf: z
      .strictObject({
        field: fieldName.describe("The wire field of the parent."),
        has: z.string().describe("The required value."),
      })
      .exactOptional()
      .describe(
        "A wire field of the parent, and a value that it must have or contain. Other parents are not read.",
      ),
    list: read.exactOptional().describe("Reads all of them; also for a fixed kind."),
    item: read
      .exactOptional()
      .describe("Reads one: a singleton, or an object that no list shows completely."),
    discover: read
      .exactOptional()
      .describe(
        "Reads all resources of a kind without a `list`, only for an import: it never proves an absence.",
      ),
    exists: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe(
        "The identity of a resource that always exists: read by `checks` and `probe` if there is no `list`.",
      ),
    whole: wholeRead
      .exactOptional()
      .describe("Reads the resources of many parents at once, instead of one read for each parent."),
    create: operation
      .exactOptional()
      .describe("Creates one. For a kind that is always there: used as its update if it has no other."),
    update: operation.exactOptional().describe("Changes one."),
    remove: operation.exactOptional().describe("Removes one, or sets it back: see `reset`."),
    elements: elements
      .exactOptional()
      .describe(
        "For a singleton: the product stores the elements of its list separately, in order. `list` reads them; " +
          "`create`, `update` and `remove` write one: `{element}` is its live id, `{after}` and `{before}` are " +
          "the numbers of its neighbors, {number} is its own in its group, all counted from 1.",
      ),
    batch: batchable.exactOptional(),
    reset: values.exactOptional().describe("Wire fields with which a removal resets it; sent with `remove`."),
    empty: values
      .exactOptional()
      .describe("Wire fields and values of an empty slot; `{position}` in a text is the key plus 1."),
    builtIn: values
      .exactOptional()
      .describe(
        "Wire fields and values, or lists of them, of the product's own objects: matched if declared, " +
          "otherwise left alone.",
      ),
    fields: fields.describe("What people may declare, by name."),
    complete: z
      .boolean()
      .exactOptional()
      .describe("true: everything live must be declared; other resources are reported as unexpected."),
    closed: z
      .boolean()
      .exactOptional()
      .describe("true: other fields of a record are not part of the live state."),
    required: z.array(fieldName).exactOptional().describe("Fields that must be declared."),
    implies: z
      .array(implication)
      .exactOptional()
      .describe("Fields that count as declared if others are; rules apply in order."),
    needs: z.array(need).exactOptional().describe("Fields that only apply with certain values of others."),
    together: z
      .array(z.array(fieldName).min(2))
      .exactOptional()
      .describe("Fields that are sent together if declared: the product validates them together."),
    after: z
      .array(name)
      .max(200)
      .exactOptional()
      .describe(
        "Kinds written before it: its parent, or kinds in that or in a referenced object. Removed after it.",
      ),
    oneAtATime: z
      .enum(["target", "parent", "kind"])
      .exactOptional()
      .describe("The scope in which only one write runs at a time. Default: no restriction."),
    makes: z
      .array(name)
      .max(200)
      .exactOptional()
      .describe(
        "Kinds in it, or in the same parent, whose resources the product creates together with it: they are " +
          "written after it, and updated if they exist by then.",
      ),
    notBeside: z
      .record(name, z.string().min(1).max(200))
      .exactOptional()
      .describe("Kinds that must not be declared in the same parent, each with half a sentence: why."),
    removal: z.enum(["on", "off"]).exactOptional().describe("off: only if settings.removals names the kind."),
    lockout: z
      .array(fieldName)
      .exactOptional()
      .describe("Fields with which users can lock themselves out; `*` for all: the guard needs a consent."),
    ...undeclaredOfKind,
    replaces: z
      .union([z.enum(["all", "exclusive"]), z.string().regex(/^\/[^/]+$/)])
      .exactOptional()
      .describe(
        "Writes replace more than is declared. all: always. exclusive: if the declaration has " +
          "`ownership: exclusive`. A pointer: if something in that field differs.",
      ),
    stored: z
      .enum(["documented", "tried"])
      .exactOptional()
      .describe(
        "How it is known that the answer to an update shows the stored object: such a write needs no read " +
          "to verify it. Never assumed.",
      ),
    support: z
      .enum(["documented", "tried", "assumed"])
      .exactOptional()
      .describe(
        "How its fields are known to be readable, unless a field has its own `support`. Default: documented.",
      ),
    codec: z.enum(codecs).exactOptional().describe("A named function for what these words cannot express."),
    since: z.string().max(40).exactOptional().describe("The product's version that it needs."),
    source: z.string().min(1).max(200).describe("The source of its facts: `description 1.42`."),
    verified: z
      .enum(["description", "client", "tried", "assumed"])
      .describe(
        "How its definition is known: from the vendor's description, from another client's tests, " +
          "tried on the product, or assumed.",
      ),
  })
  .meta({ id: "kind" });

/** A kind, as in a file. */
export type KindFile = z.infer<typeof kindFile>;

/** All files of one product. */
export interface Catalog {
  readonly product: ProductFile;
  /** The kinds, in the order of their names. */
  readonly kinds: readonly KindFile[];
}

/** The facts about a product that are known before its catalog is read. */
export interface ProductName {
  /** The value of a target's `dialect:`. */
  readonly product: string;
  readonly interface: ProductFile["interface"];
  /** neutral: the product is the interface itself, and `product` only names its folder. Absent: a dialect. */
  readonly dialect?: ProductFile["dialect"];
  /** The hosts on which the vendor runs the product. */
  readonly hosts?: ProductFile["hosts"];
}

/** Provides catalogs. */
export interface CatalogSource {
  /** The names of all products. No catalog is read for them. */
  readonly names: readonly ProductName[];
  /** Reads a catalog at each call, so the caller should cache it. Throws for an invalid catalog. */
  read(product: string): Catalog;
}

/** Names that every desired-state file may have at the top. Sections must not have these names. */
export const wordsAtTop: ReadonlySet<string> = new Set("target defaults vars each where groups".split(" "));
