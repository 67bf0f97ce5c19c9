/** Catalog keys for a product's change log: who changed which object, and when. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);
const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");

/**
 * The keys of a change log. There is one log for each shared limit (`limits.sharedBy`), with the newest or the oldest
 * entry first.
 */
export const changes = z.strictObject({
  path: path.describe("The path that lists the entries of the log, by GET."),
  since: field.describe("The query parameter for the time at which the list begins, in ISO 8601."),
  size: z
    .strictObject({
      parameter: field.describe("The query parameter with the page size."),
      value: z.int().min(1).max(100_000).describe("The requested page size."),
    })
    .exactOptional()
    .describe("The page size of the log. Default: the page size of the product."),
  at: field.describe("The field of an entry that holds its time, in ISO 8601."),
  by: field.describe("The field with the display name of the person who made the change."),
  through: field
    .exactOptional()
    .describe("The field with the origin of the change, such as a page or an API."),
  label: field.exactOptional().describe("The field with a text that describes the change."),
  shows: field
    .exactOptional()
    .describe(
      "The field with the part's record after the change: the text of a JSON object with the same " +
        "names as in answers. The object has all fields, or only those that differ. trueup uses the " +
        "record to verify writes whose own answers show nothing, such as writes in batches, but still " +
        "reads one in fifty of these resources. trueup never reports drift because of the record. " +
        "Absent: entries show no values.",
    ),
  of: z
    .strictObject({
      kind: kindName.describe("The name of the kind."),
      field: field.describe("The field of an entry that holds the resource's own id."),
    })
    .describe(
      "The kind that an entry concerns (the resource itself or a child of it), and the field with the " +
        "resource's id.",
    ),
  part: z
    .strictObject({
      kind: kindName.describe("The name of the child kind."),
      field: field.describe("The field of an entry that holds the child's own id."),
    })
    .exactOptional()
    .describe("A child kind that an entry may name, and the field with the child's id."),
  tells: z
    .record(kindName, z.enum(["described", "tried"]))
    .describe(
      "Kinds whose changes are all in the log, each with the source of that knowledge. described: " +
        "the vendor describes such an entry. tried: a trial showed it. All other kinds are always read.",
    ),
  assumes: z
    .literal("within")
    .exactOptional()
    .describe(
      "within: trueup assumes that the log also records changes to every kind nested under the kinds " +
        "listed here. This has not been tested on a real controller. Only targets with `changedSince: " +
        "assumed` rely on it. Absent: nothing is assumed.",
    ),
  daysBack: z.int().min(1).max(3650).describe("How many days the log reaches back."),
  lateSeconds: z.int().min(0).max(3600).describe("The largest known delay of an entry, in seconds."),
});
