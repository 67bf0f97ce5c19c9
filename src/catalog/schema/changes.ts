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
  path: path.describe("Lists the entries; by GET."),
  since: field.describe("The query parameter with the beginning of the list, in ISO 8601."),
  size: z
    .strictObject({
      parameter: field.describe("The query parameter with the page size."),
      value: z.int().min(1).max(100_000).describe("The requested page size."),
    })
    .exactOptional()
    .describe("Its page size. Default: the product's."),
  at: field.describe("An entry's time, in ISO 8601."),
  by: field.describe("The display name of who made the change."),
  through: field.exactOptional().describe("The origin of the change: a page, an API."),
  label: field.exactOptional().describe("A text that describes the change."),
  shows: field
    .exactOptional()
    .describe(
      "The field with the part's record after the change: the text of a JSON object with the same names as in " +
        "answers. The object has all fields, or only those that differ. trueup uses it to verify writes whose own " +
        "answers show nothing, such as writes in batches, but still reads one in fifty of them. It never reports " +
        "drift because of it. Absent: entries show no values.",
    ),
  of: z
    .strictObject({
      kind: kindName.describe("The name of the kind."),
      field: field.describe("The field of an entry that holds the resource's own id."),
    })
    .describe("The kind that an entry concerns (itself or a child), and the field with its id."),
  part: z
    .strictObject({
      kind: kindName.describe("The part's name."),
      field: field.describe("The field of an entry that holds the part's own id."),
    })
    .exactOptional()
    .describe("A child kind that an entry may name, and the field with its id."),
  tells: z
    .record(kindName, z.enum(["described", "tried"]))
    .describe(
      "Kinds whose changes are all in the log, and how that is known. described: from the vendor's description of " +
        "an entry. tried: from a trial. All other kinds are always read.",
    ),
  assumes: z
    .literal("within")
    .exactOptional()
    .describe(
      "within: the log is assumed to contain the changes of all other kinds below these kinds too, which nobody " +
        "has tried. Targets with `changedSince: assumed` rely on that. Absent: nothing is assumed.",
    ),
  daysBack: z.int().min(1).max(3650).describe("How far it reaches back."),
  lateSeconds: z.int().min(0).max(3600).describe("The largest known delay of an entry."),
});
