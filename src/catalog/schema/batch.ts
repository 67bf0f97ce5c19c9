/** Catalog keys for batches: several writes that a product accepts in one request. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

/** The default minimum size, because a batch also needs a poll. */
export const fewestTogether = 4;
/** The default minimum size if a batch is finished when it is answered. */
export const fewestAtOnce = 2;

/** The operations of a kind that can be batched. */
export const batchable = z
  .array(z.enum(["create", "update", "remove"]))
  .min(1)
  .describe("Which writes of it the product takes in a batch: see `batches` of the product.");

const bounds = {
  size: z.int().min(2).max(1000).describe("The most writes of a batch."),
  from: z
    .int()
    .min(2)
    .exactOptional()
    .describe(
      "Fewer writes than these go one by one. Default: 2; of actions 4, since they are asked for too.",
    ),
  running: z.int().min(1).describe("The most batches that are under way at once where they share a limit."),
};

const name = z.string().min(1).max(100);

const actions = z
  .strictObject({
    by: z.literal("actions"),
    path: path.describe("Takes a batch by POST and lists those there are; one stands behind it, by its id."),
    ...bounds,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .exactOptional()
      .describe("How long one may take. Default: 600."),
    operations: z
      .partialRecord(z.enum(["POST", "PUT", "PATCH", "DELETE"]), name)
      .describe("By the method that a write has by itself: the name of the operation in a batch."),
  })
  .describe("A list of actions, carried out in order, all or none, by a task. The form is that of Meraki.");

const tree = z
  .strictObject({
    by: z.literal("tree"),
    path: path.describe("Takes a tree by POST."),
    top: name.describe("The identity of the object that the path is of: the top of each tree."),
    classes: z
      .record(name, name)
      .describe("Identities of objects without a kind, the top among them: their classes."),
    at: name.describe("The attribute that says an object's identity, a path with slashes."),
    standing: z
      .record(name, z.string())
      .describe("Attributes of an object that is there already, and is in the tree for what is below it."),
    ...bounds,
  })
  .describe("A tree of objects, `{class: {attributes, children}}`, carried out whole or not at all.");

const list = z
  .strictObject({
    by: z.literal("list"),
    query: z
      .record(name, z.string())
      .exactOptional()
      .describe("Query parameters of a create that takes a list of bodies. Absent: each body is a list."),
    items: name
      .exactOptional()
      .describe("The field of the answer that holds the records of what was made. Absent: it shows none."),
    ...bounds,
  })
  .describe(
    "A list of bodies where one is sent. Whole or not at all; of a list that becomes a `task`, some may be done.",
  );

/** The batch support of a product. */
export const batches = z.discriminatedUnion("by", [actions, tree, list]);

/** Batches of actions, as in its file. */
export type ActionWords = z.infer<typeof actions>;
/** Tree batches. */
export type TreeWords = z.infer<typeof tree>;
/** List batches. */
export type ListWords = z.infer<typeof list>;
