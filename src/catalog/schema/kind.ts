/** Catalog keys for a kind: `catalogs/<product>/<kind>.yaml`. Data only. */

import { z } from "zod";
import { batchable } from "./batch.ts";
import { codecs } from "./codecs.ts";
import { elements } from "./elements.ts";
import { field, fields } from "./field.ts";
import type { ProductFile } from "./product.ts";
import { operation, read as readWords, wholeRead } from "./request.ts";
import { undeclaredOfKind } from "./undeclared.ts";

const name = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const fieldName = z.string().min(1).max(256);
const [read, values] = [readWords.meta({ id: "read" }), z.record(fieldName, z.json())];

/** If the first holds, the second provides defaults for the declaration. */
const implication = z.strictObject({
  if: z
    .record(fieldName, z.union([z.literal("declared"), z.array(z.json()).min(1)]))
    .exactOptional()
    .describe(
      "Fields and their values, any of them; `declared`: that it is declared at all. Absent: always.",
    ),
  set: values.describe("Fields that count as declared where they are not."),
});

/** Fields that only apply with certain values of others. */
const need = z.strictObject({
  field: fieldName.describe("The field."),
  is: z.array(z.json()).min(1).exactOptional().describe("Only of these values of it. Default: of any."),
  with: z
    .record(fieldName, z.array(z.json()).min(1))
    .describe("Fields, and the values that they may have then."),
});

/** A path that identifies a resource within a target, if its key is the field in paths. */
const pathIdentity = z.strictObject({
  path: z
    .string()
    .max(1024)
    .min(1)
    .describe("`uni/tn-{tenant}/BD-{id}`: in braces kinds that it is in, `id` for its key, or its fields."),
  at: fieldName.describe("The wire field that shows it; a record that shows another value is not an answer."),
  name: fieldName
    .exactOptional()
    .describe("Of `codec: anyObject`: the attribute that often has the name in the path's last part."),
});

/** A kind of a product. */
export const kindFile = z
  .strictObject({
    kind: name.describe("Its name, unique in the product, and of the file."),
    title: z.string().min(1).max(80).describe("For people, in the singular."),
    description: z.string().min(1).max(500).exactOptional().describe("A sentence of our own."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*$/)
      .describe("Its place in its parent, as people write it; dots lead into groups: appliance.vlans."),
    alsoSections: z.array(name).max(20).exactOptional().describe("Short forms of the section."),
    in: name.exactOptional().describe("The kind of its parent. Absent: it has none."),
    atTop: z
      .boolean()
      .exactOptional()
      .describe("true: its section stands at the top of a file, and a field of the file names its parent."),
    form: z
      .enum(["collection", "singleton", "fixed"])
      .describe(
        "collection: made and removed. singleton: one in each parent, always there. fixed: many, always there.",
      ),
    observed: z
      .boolean()
      .exactOptional()
      .describe(
        "true: it is read and matched, but never made or written. What is in it is declared under its name.",
      ),
    touched: z
      .enum(["network", "device", "tenant"])
      .exactOptional()
      .describe(
        "What a plan counts as touched that changes one, or something in one. Absent: it counts as none of these.",
      ),
    gathered: z.boolean().exactOptional().describe("true: an import writes all of them into one file."),
    key: z
      .union([z.literal("free"), fieldName])
      .exactOptional()
      .describe(
        "free: the author's own. Else the wire field whose value it is. Default: free; of a singleton: none.",
      ),
    keySchema: field.exactOptional().describe("What a key must look like, where it is a field's value."),
    identity: z
      .union([
        fieldName,
        z.array(fieldName).min(2),
        z.strictObject({
          first: z.array(fieldName).min(2).describe("Fields: the first that it has counts."),
        }),
        pathIdentity,
      ])
      .exactOptional()
      .describe(
        "The fields by which live and declared are paired; dots lead into objects, the order of a list does not " +
          "count; a field that refers to a kind counts by the live id. first: the first of these that it has. Or a " +
          "path. Default: the key's field, else `name`.",
      ),
    below: fieldName
      .exactOptional()
      .describe(
        "The field that refers to what it stands below, where names are unique there alone. It is matched by the " +
          "path of names from the outermost on, `Global/Berlin/HQ`, as its list shows it by that field. Declared " +
          "without that field it is the only one of its name.",
      ),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe(
        "true: names that differ in case, blanks or Unicode form alone are names of different things. Else one is " +
          "created beside another only with a consent.",
      ),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe("true: `decidesAccess` of its fields. Default: as its product says, or by its name."),
    alike: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe("A sentence: what people can do where several have one identity."),
    id: z
      .union([fieldName, z.literal(false)])
      .exactOptional()
      .describe(
        "The wire field with the live id that paths take. Default: the identity; of a singleton: none. false: " +
          "nothing tells records of the " +
          "same identity apart, and each is one of its own.",
      ),
    onlyIf: z
      .strictObject({
        field: fieldName.describe("That field."),
        has: z.string().describe("That value."),
      })
      .exactOptional()
      .describe(
        "A wire field of its parent, and its value, or one in its list: trueup does not read it elsewhere.",
      ),
    list: read.exactOptional().describe("Reads all of them; also of a fixed kind."),
    item: read.exactOptional().describe("Reads one: a singleton, or what no list shows in full."),
    discover: read
      .exactOptional()
      .describe(
        "Reads all resources of a kind without a `list`, for an import only: it never proves an absence.",
      ),
    exists: z
      .string()
      .min(1)
      .max(1024)
      .exactOptional()
      .describe(
        "The identity of one that is always there: read by `checks` and `probe` where there is no `list`.",
      ),
    whole: wholeRead
      .exactOptional()
      .describe("Reads the resources of many parents at once, instead of one read for each parent."),
    create: operation
      .exactOptional()
      .describe("Creates one. Of a kind that is always there: used as its update, where it has no other."),
    update: operation.exactOptional().describe("Changes one."),
    remove: operation.exactOptional().describe("Removes one, or sets it back: see `reset`."),
    elements: elements
      .exactOptional()
      .describe(
        "Of a singleton: its list is kept by the product element by element, in order. `list` reads them; `create`, " +
          "`update` and `remove` are of one: `{element}` is its live id, `{after}` and `{before}` are the numbers of " +
          "those that it is made after or before, {number} is its own in its group, all counted from 1.",
      ),
    batch: batchable.exactOptional(),
    reset: values
      .exactOptional()
      .describe("Wire fields by which a removal sets it back; sent with `remove`."),
    empty: values
      .exactOptional()
      .describe(
        "Wire fields and values of a slot that holds nothing; `{position}` in a text is the key plus 1.",
      ),
    builtIn: values
      .exactOptional()
      .describe(
        "Wire fields and values, or lists of them, of what the product has of its own: matched where it is declared, " +
          "else left alone.",
      ),
    fields: fields.describe("What people may declare, by name."),
    complete: z
      .boolean()
      .exactOptional()
      .describe("true: everything live must be declared; other resources are reported as unexpected."),
    closed: z
      .boolean()
      .exactOptional()
      .describe("true: fields of a record besides these are not part of the live state."),
    required: z.array(fieldName).exactOptional().describe("Fields that must be declared."),
    implies: z
      .array(implication)
      .exactOptional()
      .describe("Fields that count as declared where others are, one rule after the other."),
    needs: z.array(need).exactOptional().describe("Fields that count only with certain values of others."),
    together: z
      .array(z.array(fieldName).min(2))
      .exactOptional()
      .describe("Fields that are sent together as far as they are declared: the product checks them as one."),
    after: z
      .array(name)
      .max(200)
      .exactOptional()
      .describe("Kinds that go before: its parent, those in that or in what it names. Removed after it."),
    oneAtATime: z
      .enum(["target", "parent", "kind"])
      .exactOptional()
      .describe("Within which only one write is under way at a time. Default: no restriction."),
    makes: z
      .array(name)
      .max(200)
      .exactOptional()
      .describe(
        "Kinds in it, or of the same parent, that the product makes by itself together with it: they are written " +
          "after it, and updated where they are there by then.",
      ),
    removal: z
      .enum(["on", "off"])
      .exactOptional()
      .describe("off: only where settings.removals names the kind."),
    lockout: z
      .array(fieldName)
      .exactOptional()
      .describe("Fields by which users can lock themselves out; `*` for all: the guard asks for consent."),
    ...undeclaredOfKind,
    replaces: z
      .union([z.enum(["all", "exclusive"]), z.string().regex(/^\/[^/]+$/)])
      .exactOptional()
      .describe("Writes put, or take away, more than is declared; a pointer: of that field only."),
    stored: z
      .enum(["documented", "tried"])
      .exactOptional()
      .describe(
        "The answer to an update shows the object as it is stored, and how that is known: such a write needs no read " +
          "to verify it. Never assumed.",
      ),
    support: z
      .enum(["documented", "tried", "assumed"])
      .exactOptional()
      .describe("How its fields are known to be readable, where they say nothing. Default: documented."),
    codec: z.enum(codecs).exactOptional().describe("Named functions for what these words cannot say."),
    since: z.string().max(40).exactOptional().describe("The product's version that it needs."),
    source: z.string().min(1).max(200).describe("Where the facts are from: `description 1.42`."),
    verified: z
      .enum(["description", "client", "tried", "assumed"])
      .describe("By the vendor's description, by another client's tests, on the product, or assumed."),
  })
  .meta({ id: "kind" });

/** A kind, as in a file. */
export type KindFile = z.infer<typeof kindFile>;

/** All files of one product. */
export interface Catalog {
  readonly product: ProductFile;
  /** In the order of their names. */
  readonly kinds: readonly KindFile[];
}

/** What is known of a product before its catalog is read. */
export interface ProductName {
  /** The value of a target's `dialect:`. */
  readonly product: string;
  readonly interface: ProductFile["interface"];
  /** neutral: it is the interface itself, and its name is only that of its folder. */
  readonly dialect?: ProductFile["dialect"];
  /** Hosts on which its vendor runs it. */
  readonly hosts?: ProductFile["hosts"];
}

/** Where catalogs come from. */
export interface CatalogSource {
  /** All products, by name. Reads no catalog. */
  readonly names: readonly ProductName[];
  /** Reads one catalog each time; the caller caches it. Throws for an invalid catalog. */
  read(product: string): Catalog;
}

/** Names that every desired-state file may have at the top, and sections may not. */
export const wordsAtTop: ReadonlySet<string> = new Set("target defaults vars each where groups".split(" "));
