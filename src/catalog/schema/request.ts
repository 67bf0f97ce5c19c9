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
      "The path below the base path. Words in braces: the kinds above (`{network}` is the " +
        "live id), `{id}`, `{identity}`.",
    ),
    query: query.exactOptional(),
    items: field
      .exactOptional()
      .describe("The field that holds the records, or the record. Default: the answer."),
    wrap: field
      .exactOptional()
      .describe("Each record is in this field of its own object: fvTenant.attributes."),
    pages: pages.exactOptional().describe("Default: the product's."),
    only: z
      .record(field, z.json())
      .exactOptional()
      .describe(
        "Wire fields, each with the value, or list of values, of this kind's records; null: they lack the field. " +
          "Other records are not of this kind. Words in braces as in paths.",
      ),
    brief: z
      .boolean()
      .exactOptional()
      .describe(
        "true, for a list: it does not show all fields, so trueup also reads each wanted resource by `item`. " +
          "States (`replyOnly`) that `item` does not show are taken from the list.",
      ),
    body: z
      .record(field, z.json())
      .exactOptional()
      .describe("For an item: it is requested with POST and this body; words in braces as in paths."),
    optional: z
      .boolean()
      .exactOptional()
      .describe(
        "true, for an item: the answer may lack the field `items`, and be the record itself " +
          "or a list with only the record. `{}` means that there is no record.",
      ),
    absent: z
      .array(z.int().min(400).max(499))
      .exactOptional()
      .describe("Statuses for an item (not a list) that does not exist. Default: 404."),
    none: z
      .array(
        z.strictObject({
          status: z.int().min(400).max(499).describe("The status of the answer."),
          text: z.string().min(3).describe("A text in the answer."),
          cannot: z
            .string()
            .min(1)
            .max(300)
            .exactOptional()
            .describe(
              "Half a sentence: why nothing can be created there, and what to do. A declared resource is then " +
                "unwritable. Default: it can be created.",
            ),
          unless: z
            .strictObject({
              kind: field.describe("The kind of the same parent."),
              field: field.describe("The field of that kind."),
              is: z.array(z.json()).min(1).describe("The values of that field."),
            })
            .exactOptional()
            .describe(
              "For `cannot`: a kind of the same parent, with a field. If it is declared with one of these " +
                "values, the resource can be created after it.",
            ),
        }),
      )
      .min(1)
      .exactOptional()
      .describe(
        "Answers that mean that nothing exists; for a list, that it is empty. Status and text; " +
          "case-insensitive. After any other answer it is unknown what exists.",
      ),
  }),
]);

/** A read that shows all resources of a kind in an outer resource. */
export const wholeRead = z.strictObject({
  path: path.describe("The path. Its words in braces are kinds above the parent."),
  query: query.exactOptional(),
  items: field.exactOptional().describe("The field that holds the records. Default: the answer."),
  pages: pages.exactOptional().describe("Default: the product's."),
  parent: field.describe("The wire field of a record that holds the live id of its parent."),
  holds: field
    .exactOptional()
    .describe(
      "The wire field of a record that holds the list of that parent's resources. Default: each record is a resource.",
    ),
  shows: z
    .array(field)
    .min(1)
    .exactOptional()
    .describe("The fields that it shows, by the names that people write. Default: all."),
});

const write = z.strictObject({
  method: z.enum(["POST", "PUT", "PATCH", "DELETE"]).describe("The request. Short form: `PUT /path`."),
  path: path.describe("As for a read."),
  query: query.exactOptional(),
  send: z
    .enum(["changed", "declared", "known", "merged", "nothing"])
    .exactOptional()
    .describe(
      "changed: differences (for an update). declared: all declared fields (for a create). For an update that " +
        "replaces the object, known: the declared fields over the live values of the kind's fields; merged: the " +
        "declared fields over the unchanged live object.",
    ),
  always: z
    .array(field)
    .min(1)
    .exactOptional()
    .describe(
      "For an update that sends differences: fields that it requires. They are sent as " +
        "declared, otherwise as live; never a secret, and references only as declared. For an " +
        "update that sends known fields: read-only fields, which are sent as live.",
    ),
  wrap: field
    .exactOptional()
    .describe("The field that contains the object: fvTenant.attributes; 0 is a one-element list: items.0."),
  list: z.boolean().exactOptional().describe("true: the body is a list with this one object."),
  with: z
    .record(field, z.json())
    .exactOptional()
    .describe(
      "Wire fields that are always sent; words in braces as in paths, and {position}: the key plus 1.",
    ),
  ifMatch: field
    .exactOptional()
    .describe(
      "For an update: the wire field of the live object whose value is sent, unchanged, as If-Match. If the " +
        "object has changed since, the product refuses the write with 412, which must be a `conflict` in `replies`.",
    ),
  ifNoneMatch: z
    .boolean()
    .exactOptional()
    .describe(
      "true, for a create: `If-None-Match: *` is sent, so the product answers 412 and does not overwrite an object.",
    ),
  asks: z
    .strictObject({
      path: path.describe("The path of the request."),
      body: z.record(field, z.json()).describe("The body."),
    })
    .exactOptional()
    .describe(
      "A POST that is sent right before the write. It changes nothing; the codec needs its answer for the body.",
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
          "true: `at` and the id can be missing. Without `at`, the answer itself may be the " +
            "object; without an id, the object is found by its identity.",
        ),
    })
    .exactOptional()
    .describe("The content of the answer: for a create, the object with its id."),
  visibleSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe(
      "For a create: how long after it was sent the resource may appear. If its reply is lost, it is looked for that " +
        "long, and then sent once more. Default: `limits.createVisibleSeconds` of the target.",
    ),
  pushes: z
    .literal(true)
    .exactOptional()
    .describe("true, for an update: it is pushed to devices, see `pushes` of the product."),
  task: z
    .union([task, z.literal("none")])
    .exactOptional()
    .describe(
      "The task that it becomes. Default: the product's. none: no task, although the product has them.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe("How it is known. Default: documented."),
});

/** A write, in full or in the short form `PUT /path`. If there is no write, the reason, and what people do instead. */
export const operation = z.union([
  z.string().regex(/^(?:POST|PUT|PATCH|DELETE) \/\S*$/, "must be a method and a path"),
  write,
  z.strictObject({
    none: z.string().min(1).max(300).describe("Half a sentence: why, and what to do instead."),
  }),
]);

/** The forms of a read in a file. */
export type ListRead = z.infer<typeof read>;

/** The forms of a write in a file, or the reason why there is no write. */
export type WriteOperation = z.infer<typeof operation>;

/** A write in full form. */
export type WriteTemplate = z.infer<typeof write>;
