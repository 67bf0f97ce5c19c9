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
  .describe("The operations of this kind that the product accepts in a batch; see `batches` of the product.");

const bounds = {
  size: z.int().min(2).max(1000).describe("The maximum number of writes in a batch."),
  from: z
    .int()
    .min(2)
    .exactOptional()
    .describe(
      "The minimum number of writes in a batch. Fewer writes are sent one by one. Default: 2, but 4 for " +
        "`by: actions`, because trueup polls these batches.",
    ),
  running: z.int().min(1).describe("The maximum number of batches in flight that share a limit."),
};

const name = z.string().min(1).max(100);

const actions = z
  .strictObject({
    by: z.literal("actions"),
    path: path.describe(
      "The path that creates a batch (POST) and lists the batches (GET). The path of one batch ends " +
        "with its id.",
    ),
    ...bounds,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .exactOptional()
      .describe("The timeout of a batch. Default: 600."),
    operations: z
      .partialRecord(z.enum(["POST", "PUT", "PATCH", "DELETE"]), name)
      .describe("The name of a batch's operation for each method of a separate write."),
  })
  .describe("A list of actions in Meraki's format, which a task applies in order and atomically.");

const tree = z
  .strictObject({
    by: z.literal("tree"),
    path: path.describe("The path that accepts a tree by POST."),
    top: name.describe("The identity of the object at that path: the root of each tree."),
    classes: z
      .record(name, name)
      .describe("Identity → class, for objects without a kind, including the root."),
    at: name.describe("The attribute that holds an object's identity, a path with slashes."),
    standing: z
      .record(name, z.string())
      .describe(
        "Class → the attributes that are sent for an existing object that is in the tree only " +
          "because of its children.",
      ),
    ...bounds,
  })
  .describe("A tree of objects, `{class: {attributes, children}}`, which is applied atomically.");

const list = z
  .strictObject({
    by: z.literal("list"),
    query: z
      .record(name, z.string())
      .exactOptional()
      .describe(
        "Query parameters of a create whose body is a list. Absent: every create has a list as its body.",
      ),
    items: name
      .exactOptional()
      .describe(
        "The field of the answer that holds the created records. Absent: the answer does not show the " +
          "created records.",
      ),
    ...bounds,
  })
  .describe(
    "One request with a list of bodies. The product applies the request atomically unless it creates " +
      "a `task` for it: a task can be applied partially.",
  );

/** The batch support of a product. */
export const batches = z.discriminatedUnion("by", [actions, tree, list]);

/** The keys of action batches in a product's file. */
export type ActionWords = z.infer<typeof actions>;
/** The keys of tree batches in a product's file. */
export type TreeWords = z.infer<typeof tree>;
/** The keys of list batches in a product's file. */
export type ListWords = z.infer<typeof list>;
