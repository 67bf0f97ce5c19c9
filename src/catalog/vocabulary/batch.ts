/** The words for batches: several writes that a product takes in one request. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

/** Fewer writes than these go one by one, where a product does not say otherwise: a batch takes a question too. */
export const fewestTogether = 4;

/** Which operations of a kind may go in a batch. */
export const batchable = z
  .array(z.enum(["create", "update", "remove"]))
  .min(1)
  .describe("Which writes of it the product takes in a batch: see `batches` of the product.");

/** How a product takes batches: a list of actions, carried out in order, all or none, by a task. */
export const batches = z.strictObject({
  path: path.describe("Takes a batch by POST and lists those there are; one stands behind it, by its id."),
  size: z.int().min(2).max(1000).describe("The most actions of a batch."),
  from: z.int().min(2).exactOptional().describe("Fewer writes than these go one by one. Default: 4."),
  running: z.int().min(1).describe("The most batches that are under way at once where they share a limit."),
  timeoutSeconds: z.int().min(1).max(86_400).exactOptional().describe("How long one may take. Default: 600."),
  operations: z
    .partialRecord(z.enum(["POST", "PUT", "PATCH", "DELETE"]), z.string().min(1).max(100))
    .describe("By the method that a write has by itself: the name of the operation in a batch."),
});

/** How a product takes batches, as its file has it. */
export type BatchWords = z.infer<typeof batches>;
