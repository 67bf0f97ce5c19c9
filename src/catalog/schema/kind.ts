/** Catalog keys for a kind: `catalogs/<product>/<kind>.yaml`. Data only. */

import { z } from "zod";
import { codecs } from "./codecs.ts";
import { field, fields } from "./field.ts";
import { requestsOfKind } from "./kind-requests.ts";
import { identityByPath, rulesOfKind } from "./kind-rules.ts";
import type { ProductFile } from "./product.ts";
import { reaches } from "./reaches.ts";
import { undeclaredOfKind } from "./undeclared.ts";

const name = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");
const fieldName = z.string().min(1).max(256);

/** A kind of a product. */
export const kindFile = z
  .strictObject({
    kind: name.describe("The name of the kind: unique in the product, and the same as that of the file."),
    title: z.string().min(1).max(80).describe("The display name of the kind, in the singular."),
    description: z.string().min(1).max(500).exactOptional().describe("A sentence in your own words."),
    section: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*$/)
      .describe(
        "The place of the resources in the parent's declaration. Dots lead into groups, as in " +
          "appliance.vlans.",
      ),
    alsoSections: z
      .array(name)
      .max(20)
      .exactOptional()
      .describe("Shorter names that may be written instead of the section's name."),
    in: name.exactOptional().describe("The kind of the parent. Absent: the kind has no parent."),
    atTop: z
      .boolean()
      .exactOptional()
      .describe("true: the section is at the top of a file, and a field of the file names the parent."),
    form: z
      .enum(["collection", "singleton", "fixed"])
      .describe(
        "How many resources each parent has. collection: any number, which can be created and removed. " +
          "singleton: always exactly one. fixed: always several.",
      ),
    observed: z
      .boolean()
      .exactOptional()
      .describe(
        "true: trueup reads and matches the resources of this kind, but never writes them. A declaration " +
          "names such a resource to declare its children.",
      ),
    touched: z
      .enum(["network", "device", "tenant"])
      .exactOptional()
      .describe(
        "The category in which a plan's blast radius counts changes of this kind and of its children. " +
          "Absent: these changes are not counted.",
      ),
    reaches: reaches.exactOptional(),
    gathered: z
      .boolean()
      .exactOptional()
      .describe("true: an import writes all resources of this kind into one file."),
    key: z
      .union([z.literal("free"), fieldName])
      .exactOptional()
      .describe(
        "How a resource gets its key. free: the author chooses the key. Any other value: the wire field " +
          "that contains the key. Default: free; a singleton has no key.",
      ),
    keySchema: field.exactOptional().describe("The format of the key, if the key is the value of a field."),
    identity: z
      .union([
        fieldName,
        z.array(fieldName).min(2),
        z.strictObject({
          first: z
            .array(fieldName)
            .min(2)
            .describe(
              "The fields that can identify a resource. The first of them that has a value identifies it.",
            ),
        }),
        identityByPath,
      ])
      .exactOptional()
      .describe(
        "The fields by which live and declared objects are matched. Dots lead into objects. The order of " +
          "a list does not count, and references are compared by live id. With `first`, only the first of " +
          "the fields that has a value counts. With `path`, objects are matched by their path. Default: the " +
          "field of the key, otherwise `name`.",
      ),
    below: fieldName
      .exactOptional()
      .describe(
        "The field that refers to the parent, if names are unique only within a parent. A resource " +
          "is matched by its path of names from the outermost parent, such as `Global/Berlin/HQ`, " +
          "which the list shows in this field. A declaration without this field means the only " +
          "resource with that name.",
      ),
    caseSensitive: z
      .boolean()
      .exactOptional()
      .describe(
        "true: names that differ only in case, blanks or Unicode form are different names. Otherwise, if " +
          "a resource with such a similar name exists, trueup creates another one only with `--allow " +
          "alike@FINGERPRINT`.",
      ),
    decidesAccess: z
      .boolean()
      .exactOptional()
      .describe(
        "If true, `decidesAccess` is true by default for every field of this kind. Default: the " +
          "value of the product, otherwise a guess from the names of the kind.",
      ),
    alike: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe("A sentence that tells people what to do if several resources have the same identity."),
    id: z
      .union([fieldName, z.literal(false)])
      .exactOptional()
      .describe(
        "The wire field with the live id that paths contain. Default: the field of the identity; a " +
          "singleton has none. false: records with the same identity cannot be distinguished, and each " +
          "of them is a resource of its own.",
      ),
    onlyIf: z
      .strictObject({
        field: fieldName.describe("The wire field of the parent."),
        has: z.string().describe("The value that this field must have or contain."),
      })
      .exactOptional()
      .describe(
        "A condition on the parent: a wire field and its value. Below parents that do not meet the " +
          "condition, this kind is not read.",
      ),
    ...requestsOfKind,
    fields: fields.describe("The fields that people may declare, by name."),
    complete: z
      .boolean()
      .exactOptional()
      .describe(
        "true: every live resource of this kind must be declared. Others are reported as unexpected.",
      ),
    closed: z
      .boolean()
      .exactOptional()
      .describe("true: fields of a record that are not in `fields` are not part of the live state."),
    required: z.array(fieldName).exactOptional().describe("Fields that must be declared."),
    ...rulesOfKind,
    ...undeclaredOfKind,
    replaces: z
      .union([z.enum(["all", "exclusive"]), z.string().regex(/^\/[^/]+$/)])
      .exactOptional()
      .describe(
        "When a write replaces more than the declared values. all: always. exclusive: if the " +
          "declaration has `ownership: exclusive`. A pointer such as /rules: if something in that " +
          "field differs.",
      ),
    stored: z
      .enum(["documented", "tried"])
      .exactOptional()
      .describe(
        "How it is known that the answer to an update shows the stored object. trueup then does not " +
          "read the object again to verify the write. An assumption is not allowed here.",
      ),
    support: z
      .enum(["documented", "tried", "assumed"])
      .exactOptional()
      .describe(
        "How it is known that the fields can be read, unless a field has its own `support`. Default: " +
          "documented.",
      ),
    codec: z
      .enum(codecs)
      .exactOptional()
      .describe(
        "The name of a function in trueup that converts values in ways that a catalog cannot express.",
      ),
    since: z.string().max(40).exactOptional().describe("The product version from which the kind exists."),
    source: z
      .string()
      .min(1)
      .max(200)
      .describe("The source of the facts in this file, such as `description 1.42`."),
    verified: z
      .enum(["description", "client", "tried", "assumed"])
      .describe(
        "How the facts are known. description: from the vendor's description. client: from the tests " +
          "of another client. tried: tried on the product. assumed: not confirmed.",
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
