/** Catalog keys for requests: reads of lists and items, writes, and their replies. Data only. */

import { z } from "zod";
import { pages } from "./pages.ts";
import { path } from "./paths.ts";
import { query } from "./query.ts";
import { task } from "./tasks.ts";

const field = z.string().min(1).max(256);

/** A read. */
export const read = z.union([
  path,
  z.strictObject({
    path: path.describe(
      "Below the base path; in braces the kinds above (`{network}`: the live id), `{id}`, `{identity}`.",
    ),
    query: query.exactOptional(),
    items: field
      .exactOptional()
      .describe("The field that holds the records, or the record. Default: the answer."),
    wrap: field
      .exactOptional()
      .describe("Each record stands in this field of its own object: fvTenant.attributes."),
    pages: pages.exactOptional().describe("Default: the product's."),
    only: z
      .record(field, z.json())
      .exactOptional()
      .describe(
        "Wire fields and their values, or lists of them: records with others are not of this kind. null: that it has " +
          "none. Words in braces as in paths.",
      ),
    brief: z
      .boolean()
      .exactOptional()
      .describe(
        "true, of a list: it does not show all fields. Resources that are looked for are read by `item` besides.",
      ),
    body: z
      .record(field, z.json())
      .exactOptional()
      .describe("Of an item: it is asked for by POST, with this body; words in braces as in paths."),
    optional: z
      .boolean()
      .exactOptional()
      .describe(
        "true, of an item: it may stand without that field too, by itself or in a list of one; `{}` says that there " +
          "is none.",
      ),
    absent: z
      .array(z.int().min(400).max(499))
      .exactOptional()
      .describe("Statuses that mean that an item (not a list) does not exist. Default: 404."),
    none: z
      .array(
        z.strictObject({
          status: z.int().min(400).max(499).describe("Its status."),
          text: z.string().min(3).describe("A text in it."),
          cannot: z
            .string()
            .min(1)
            .max(300)
            .exactOptional()
            .describe(
              "Half a sentence: why nothing can be there either, and what to do. What is declared is then listed as " +
                "what cannot be written. Default: it can be made.",
            ),
          unless: z
            .strictObject({
              kind: field.describe("That kind."),
              field: field.describe("Its field."),
              is: z.array(z.json()).min(1).describe("Values of it."),
            })
            .exactOptional()
            .describe(
              "Of `cannot`: a kind of the same parent, with a field. Declared with one of these values, what is " +
                "there can be made after it.",
            ),
        }),
      )
      .min(1)
      .exactOptional()
      .describe(
        "Answers that mean that nothing is there; for a list, that it is empty. Status and text; case does not " +
          "matter. Any other answer leaves it unknown.",
      ),
  }),
]);

/** A read that shows everything of a kind within an outer resource. */
export const wholeRead = z.strictObject({
  path: path.describe("Its words are kinds further out than its parent."),
  query: query.exactOptional(),
  items: field.exactOptional().describe("The field that holds the records. Default: the answer."),
  pages: pages.exactOptional().describe("Default: the product's."),
  parent: field.describe("The wire field of a record with the live id of its parent."),
  holds: field
    .exactOptional()
    .describe("The wire field of a record with the list of those in that. Default: each record is one."),
  shows: z
    .array(field)
    .min(1)
    .exactOptional()
    .describe("The fields that it shows, by the names that people write. Default: all."),
});

const write = z.strictObject({
  method: z.enum(["POST", "PUT", "PATCH", "DELETE"]).describe("How it is sent. In short: `PUT /path`."),
  path: path.describe("As that of a read."),
  query: query.exactOptional(),
  send: z
    .enum(["changed", "declared", "known", "merged", "nothing"])
    .exactOptional()
    .describe(
      "changed: what differs (of an update). declared: all that is (of a create). known: that, over what is live of " +
        "the kind's fields, where an update replaces the object. merged: that, over the live object as it came.",
    ),
  always: z
    .array(field)
    .min(1)
    .exactOptional()
    .describe(
      "Of an update that sends what differs: fields without which it is refused. As declared, else as live; " +
        "never a secret, and what names another kind only as declared. Of one that sends what is known: read-only " +
        "fields that go along as live.",
    ),
  wrap: field
    .exactOptional()
    .describe(
      "The field that the object stands in: fvTenant.attributes; 0 is a list with it alone: items.0.",
    ),
  list: z.boolean().exactOptional().describe("true: the body is a list with this one object."),
  with: z
    .record(field, z.json())
    .exactOptional()
    .describe(
      "Wire fields that always go along; words in braces as in paths, and {position}: the key plus 1.",
    ),
  ifMatch: field
    .exactOptional()
    .describe(
      "Of an update: the wire field of the live object that goes along as If-Match, as the product shows it. The " +
        "product refuses the write where the object has changed since, with 412: a `conflict` among `replies`.",
    ),
  ifNoneMatch: z
    .boolean()
    .exactOptional()
    .describe(
      "true, of a create: `If-None-Match: *` goes along. The product refuses to write over what is there, with 412.",
    ),
  asks: z
    .strictObject({
      path: path.describe("Where."),
      body: z.record(field, z.json()).describe("What is sent."),
    })
    .exactOptional()
    .describe(
      "What is asked for by POST right before: its codec needs the answer to say what is sent. It changes nothing.",
    ),
  answer: z
    .strictObject({
      at: field.exactOptional().describe("The field that holds the object. Default: the answer."),
      id: field.exactOptional().describe("The wire field with its id. Default: that of the kind."),
      header: field.exactOptional().describe("A header whose last segment is the id: location."),
      optional: z
        .boolean()
        .exactOptional()
        .describe(
          "true: it is not reliable. What `at` lacks may be the answer itself; without an id the object is looked " +
            "for by its identity.",
        ),
    })
    .exactOptional()
    .describe("What the answer holds: of a create, the object with its id."),
  pushes: z
    .literal(true)
    .exactOptional()
    .describe("true, of an update: it is pushed to devices, see `pushes` of the product."),
  task: z
    .union([task, z.literal("none")])
    .exactOptional()
    .describe(
      "The task that it becomes. Default: the product's. none: no task, though the product has them.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe("How it is known. Default: documented."),
});

/** A write, in short form `PUT /path`; or why there is none, and what people do instead. */
export const operation = z.union([
  z.string().regex(/^(?:POST|PUT|PATCH|DELETE) \/\S*$/, "must be a method and a path"),
  write,
  z.strictObject({
    none: z.string().min(1).max(300).describe("Half a sentence: why, and what to do instead."),
  }),
]);

/** A read as in a file. */
export type ListRead = z.infer<typeof read>;

/** A write or its absence, as in a file. */
export type WriteOperation = z.infer<typeof operation>;

/** A write in full form. */
export type WriteTemplate = z.infer<typeof write>;
