/** Catalog keys for the requests of a kind, and for the objects that they find and leave. Data only. */

import { z } from "zod";
import { batchable } from "./batch.ts";
import { elements } from "./elements.ts";
import { operation, read as readWords, wholeRead } from "./request.ts";

const fieldName = z.string().min(1).max(256);
const [read, values] = [readWords.meta({ id: "read" }), z.record(fieldName, z.json())];

/** The keys of a kind for its reads and writes. */
export const requestsOfKind = {
  list: read
    .exactOptional()
    .describe("The request that reads all resources of this kind, also for `form: fixed`."),
  item: read
    .exactOptional()
    .describe(
      "The request that reads one resource: a singleton, or an object that no list shows completely.",
    ),
  discover: read
    .exactOptional()
    .describe(
      "The request that reads all resources of a kind without a `list`. Only an import uses it, " +
        "and a missing resource in its answer never proves an absence.",
    ),
  exists: z
    .string()
    .min(1)
    .max(1024)
    .exactOptional()
    .describe(
      "The identity of a resource that always exists. `checks` and `probe` read it if the kind has " +
        "no `list`.",
    ),
  whole: wholeRead
    .exactOptional()
    .describe(
      "The request that reads the resources of many parents at once, instead of one request for each " +
        "parent.",
    ),
  create: operation
    .exactOptional()
    .describe(
      "The request that creates a resource. For a kind whose resources always exist, this request also " +
        "changes them if there is no `update`.",
    ),
  update: operation.exactOptional().describe("The request that changes a resource."),
  remove: operation
    .exactOptional()
    .describe("The request that removes a resource, or resets it; see `reset`."),
  elements: elements
    .exactOptional()
    .describe(
      "For a singleton whose list elements are separate, ordered objects in the product. `list` " +
        "reads the elements; `create`, `update` and `remove` write one of them. `{element}` is the " +
        "live id of that element, {number} its position in its group, `{after}` and `{before}` the " +
        "positions of its neighbors, all counted from 1.",
    ),
  batch: batchable.exactOptional(),
  reset: values
    .exactOptional()
    .describe("Wire fields with the values to which a removal resets them; they are sent with `remove`."),
  empty: values
    .exactOptional()
    .describe("The wire fields and values of an empty slot; `{position}` in a text is the key plus 1."),
  builtIn: values
    .exactOptional()
    .describe(
      "The wire fields and values, or lists of values, by which the product's own objects are " +
        "recognized. Such an object is matched if it is declared, otherwise left alone.",
    ),
} as const;
