/** Catalog keys for batches: several writes that a product accepts in one request. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

/** The default minimum size of a batch. It is higher than one because a batch also needs a poll. */
export const fewestTogether = 4;
/** The default minimum size of a batch that is finished when it is answered. */
export const fewestAtOnce = 2;

/** The operations of a kind that can be batched. */
export const batchable = z
  .array(z.enum(["create", "update", "remove"]))
  .min(1)
  .describe("Which of its writes the product accepts in a batch: see `batches` of the product.");

const bounds = {
  size: z.int().min(2).max(1000).describe("The maximum number of writes in a batch."),
  from: z
    .int()
    .min(2)
    .exactOptional()
    .describe("Fewer writes are sent one by one. Default: 2; for actions 4, because these are polled."),
  running: z.int().min(1).describe("The maximum number of concurrent batches that share a limit."),
};

const name = z.string().min(1).max(100);

const actions = z
  .strictObject({
    by: z.literal("actions"),
    path: path.describe("Creates a batch by POST, and lists batches. The path of one has its id at the end."),
    ...bounds,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .exactOptional()
      .describe("The timeout of a batch. Default: 600."),
    operations: z
      .partialRecord(z.enum(["POST", "PUT", "PATCH", "DELETE"]), name)
      .describe("By the method of a separate write: the name of the operation in a batch."),
  })
  .describe("A list of actions, carried out in order and atomically, by a task. In Meraki's format.");

const tree = z
  .strictObject({
    by: z.literal("tree"),
    path: path.describe("Accepts a tree by POST."),
    top: name.describe("The identity of the path's object: the top of each tree."),
    classes: z
      .record(name, name)
      .describe("Classes of objects without a kind, by identity, including the top."),
    at: name.describe("The attribute with an object's identity, a path with slashes."),
    standing: z
      .record(name, z.string())
      .describe(
        "For an existing object that is in the tree only for its children: the attributes that are sent.",
      ),
    ...bounds,
  })
  .describe("A tree of objects, `{class: {attributes, children}}`, carried out atomically.");

const list = z
  .strictObject({
    by: z.literal("list"),
    query: z
      .record(name, z.string())
      .exactOptional()
      .describe("Query parameters of a create with a list of bodies. Absent: each body is a list."),
    items: name
      .exactOptional()
      .describe("The field of the answer that holds the created records. Absent: the answer shows none."),
    ...bounds,
  })
  .describe(
    "Sends a list of bodies instead of one. It is carried out atomically, unless it becomes a " +
      "`task`: that may be done in part.",
  );

/** The batch support of a product. */
export const batches = z.discriminatedUnion("by", [actions, tree, list]);

/** The keys of action batches in a product's file. */
export type ActionWords = z.infer<typeof actions>;
/** The keys of tree batches in a product's file. */
export type TreeWords = z.infer<typeof tree>;
/** The keys of list batches in a product's file. */
export type ListWords = z.infer<typeof list>;
