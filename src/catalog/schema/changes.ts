/** Catalog keys for a product's change log: who changed what and when. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);
const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");

/** A log per shared limit (`limits.sharedBy`), newest or oldest first. */
export const changes = z.strictObject({
  path: path.describe("Lists the entries; by GET."),
  since: field.describe("The query parameter with the moment that the list begins at, in ISO 8601."),
  size: z
    .strictObject({
      parameter: field.describe("The query parameter with how many entries a page has."),
      value: z.int().min(1).max(100_000).describe("How many are asked for."),
    })
    .exactOptional()
    .describe("How large its pages are. Default: as the product has them."),
  at: field.describe("An entry's moment, in ISO 8601."),
  by: field.describe("Who made the change, as people know them."),
  through: field.exactOptional().describe("How it was made: a page, an API."),
  label: field.exactOptional().describe("The text on what was changed. Values are never taken from a log."),
  of: z
    .strictObject({
      kind: kindName.describe("Its name."),
      field: field.describe("The field of an entry with its own id."),
    })
    .describe("The kind that an entry is about (itself or a child), and the field with its id."),
  part: z
    .strictObject({
      kind: kindName.describe("The part's name."),
      field: field.describe("The field of an entry with the part's own id."),
    })
    .exactOptional()
    .describe("A child kind that an entry may name, and the field with its id."),
  tells: z
    .record(kindName, z.enum(["described", "tried"]))
    .describe(
      "Kinds whose every change is in it, and how that is known: by the vendor's description of an entry, or " +
        "tried. All others are unknown, and are always read.",
    ),
  assumes: z
    .literal("within")
    .exactOptional()
    .describe(
      "within: all other kinds in the kind that entries are about are assumed to be in it too, which nobody tried. " +
        "They count where a target says `changedSince: assumed`. Absent: none.",
    ),
  daysBack: z.int().min(1).max(3650).describe("How far it reaches back."),
  lateSeconds: z.int().min(0).max(3600).describe("By how much an entry may be late, as far as is known."),
});
