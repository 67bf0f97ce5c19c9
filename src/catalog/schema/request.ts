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
      "The path below the base path. Words in braces are replaced: an ancestor kind such as `{network}` " +
        "by its live id, `{id}` and `{identity}` by the values of the resource.",
    ),
    query: query.exactOptional(),
    items: field
      .exactOptional()
      .describe(
        "The field of the answer that holds the records, or the one record. Default: the answer itself.",
      ),
    wrap: field
      .exactOptional()
      .describe(
        "The member of each list element that holds the record, if records are wrapped in an object: " +
          "fvTenant.attributes.",
      ),
    pages: pages.exactOptional().describe("The pagination of this list. Default: that of the product."),
    only: z
      .record(field, z.json())
      .exactOptional()
      .describe(
        "Wire fields by which records of this kind are recognized: field → its value, or a list of " +
          "values. null means that the record lacks the field. Other records are not of this kind. Words in " +
          "braces are replaced as in paths.",
      ),
    brief: z
      .boolean()
      .exactOptional()
      .describe(
        "For a list. true: the list does not show all fields, so trueup also reads each wanted " +
          "resource by `item`. States (`replyOnly`) that `item` does not show are taken from the list.",
      ),
    body: z
      .record(field, z.json())
      .exactOptional()
      .describe(
        "For an item: the body of the request, which is then a POST. Words in braces are replaced as " +
          "in paths.",
      ),
    optional: z
      .boolean()
      .exactOptional()
      .describe(
        "For an item. true: if the answer has no field `items`, the answer itself is the record, or " +
          "a list with only the record. An answer `{}` means that there is no record.",
      ),
    absent: z
      .array(z.int().min(400).max(499))
      .exactOptional()
      .describe(
        "For an item (not a list): statuses that mean that the resource does not exist. Default: 404.",
      ),
    none: z
      .array(
        z.strictObject({
          status: z.int().min(400).max(499).describe("The status of the answer."),
          text: z.string().min(3).describe("A text in the answer; case-insensitive."),
          cannot: z
            .string()
            .min(1)
            .max(300)
            .exactOptional()
            .describe(
              "Half a sentence: why nothing can be created in this case, and what people can do. " +
                "trueup then reports a declared resource as unwritable. Default: the resource can be " +
                "created.",
            ),
          unless: z
            .strictObject({
              kind: field.describe("The other kind below the same parent."),
              field: field.describe("A field of that kind."),
              is: z
                .array(z.json())
                .min(1)
                .describe("The values of that field with which the resource can be created."),
            })
            .exactOptional()
            .describe(
              "For `cannot`: an exception. If another kind below the same parent is declared with one of these " +
                "values in this field, the resource can be created after the resource of that kind.",
            ),
        }),
      )
      .min(1)
      .exactOptional()
      .describe(
        "Answers that mean that the resource does not exist, or that the list is empty, each by " +
          "status and text. After any other error answer, it is unknown what exists.",
      ),
  }),
]);

/** A read that shows all resources of a kind in an outer resource. */
export const wholeRead = z.strictObject({
  path: path.describe("The path of the request. Words in braces are kinds above the parent."),
  query: query.exactOptional(),
  items: field
    .exactOptional()
    .describe("The field of the answer that holds the records. Default: the answer itself."),
  pages: pages.exactOptional().describe("The pagination of this list. Default: that of the product."),
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
    .describe("The fields that the answer shows, by the names that people write. Default: all fields."),
});

const write = z.strictObject({
  method: z
    .enum(["POST", "PUT", "PATCH", "DELETE"])
    .describe("The method of the request. Short form for method and path: `PUT /path`."),
  path: path.describe("The path, in the same form as for a read."),
  query: query.exactOptional(),
  send: z
    .enum(["changed", "declared", "known", "merged", "nothing"])
    .exactOptional()
    .describe(
      "Which fields are sent. changed (for an update): the differences. declared (for a create): all " +
        "declared fields. known (for an update that replaces the object): all fields of the kind, with " +
        "declared values before live ones. merged (for an update that replaces the object): the whole " +
        "live object, with the declared values. nothing: no fields.",
    ),
  always: z
    .array(field)
    .min(1)
    .exactOptional()
    .describe(
      "With `send: changed`: fields that every update must contain. Their declared values are sent, " +
        "otherwise their live values; secrets are never sent, and references only if they are " +
        "declared. With `send: known`: read-only fields whose live values are sent.",
    ),
  wrap: field
    .exactOptional()
    .describe(
      "The member that holds the object, such as fvTenant.attributes. 0 stands for the only element of " +
        "a list, as in items.0.",
    ),
  list: z.boolean().exactOptional().describe("true: the body is a list with the object as its only element."),
  with: z
    .record(field, z.json())
    .exactOptional()
    .describe(
      "Wire fields that are always sent, with their values. Words in braces are replaced as in " +
        "paths; {position} is the key plus 1.",
    ),
  ifMatch: field
    .exactOptional()
    .describe(
      "For an update: the wire field of the live object whose value is sent, unchanged, as If-Match. " +
        "If the object has changed since it was read, the product refuses the write with 412. " +
        "`replies` must classify this 412 as `conflict`.",
    ),
  ifNoneMatch: z
    .boolean()
    .exactOptional()
    .describe(
      "For a create. true: trueup sends `If-None-Match: *`, so the product answers 412 instead of " +
        "overwriting an existing object.",
    ),
  asks: z
    .strictObject({
      path: path.describe("The path of the request."),
      body: z.record(field, z.json()).describe("The body of the request."),
    })
    .exactOptional()
    .describe(
      "A POST that is sent right before the write. It changes nothing; the codec needs its answer to " +
        "build the body of the write.",
    ),
  answer: z
    .strictObject({
      at: field
        .exactOptional()
        .describe("The field of the answer that holds the object. Default: the answer itself."),
      id: field
        .exactOptional()
        .describe("The wire field with the id of the object. Default: the `id` of the kind."),
      header: field.exactOptional().describe("A header whose last path segment is the id, such as location."),
      optional: z
        .boolean()
        .exactOptional()
        .describe(
          "true: the fields in `at` and `id` can be missing. Without the field in `at`, the answer " +
            "itself may be the object; without an id, trueup finds the object by its identity.",
        ),
    })
    .exactOptional()
    .describe("The place of the object in the answer: for a create, the object with its id."),
  visibleSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe(
      "For a create: the number of seconds within which the resource appears in reads. If the reply " +
        "to the create is lost, trueup looks for the resource that long, and then sends the create " +
        "once more. Default: `limits.createVisibleSeconds` of the target.",
    ),
  pushes: z
    .literal(true)
    .exactOptional()
    .describe("For an update. true: the change is pushed to devices; see `pushes` of the product."),
  task: z
    .union([task, z.literal("none")])
    .exactOptional()
    .describe(
      "The task that the product creates for this write. none: this write never becomes a task. " +
        "Default: the `task` of the product.",
    ),
  support: z
    .enum(["documented", "tried", "assumed"])
    .exactOptional()
    .describe("How it is known that this request works. Default: documented."),
});

/** A write, in full or in the short form `PUT /path`. If there is no write, the reason, and what people do instead. */
export const operation = z.union([
  z.string().regex(/^(?:POST|PUT|PATCH|DELETE) \/\S*$/, "must be a method and a path"),
  write,
  z.strictObject({
    none: z
      .string()
      .min(1)
      .max(300)
      .describe(
        "The operation is impossible. The value is half a sentence: why, and what people do instead.",
      ),
  }),
]);

/** The forms of a read in a file. */
export type ListRead = z.infer<typeof read>;

/** The forms of a write in a file, or the reason why there is no write. */
export type WriteOperation = z.infer<typeof operation>;

/** A write in full form. */
export type WriteTemplate = z.infer<typeof write>;
