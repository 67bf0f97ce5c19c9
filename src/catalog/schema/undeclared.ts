/**
 * Catalog keys for members of replies that have no field: which of them are read-only, and which values are defaults.
 */

import { z } from "zod";
import { read } from "./request.ts";

/** A member's wire name; dots separate it from its parents. */
const wireName = z
  .string()
  .max(256)
  .regex(/^[^.*\s]*\*?(?:\.[^.*\s]*\*?)*$/, "must be names with dots between them; `*` may end each");

/** Names of members. */
const wireNames = z.array(wireName).max(1000);

/** Names of read-only members, for a product or a kind. */
export const readOnlyNames = wireNames.describe(
  "Wire names, at any depth, that replies show and nobody configures: ids, links, times, states. " +
    "Dots lead to members of that name, including classes of children; `*` at the end of a name matches " +
    "anything. An import does not report them as undeclarable.",
);

/** Default values of members, for a product or a kind. */
export const usualValues = z
  .record(wireName, z.json())
  .describe(
    "Wire names as in `readOnly`, each with the product's default. An import reports such a " +
      "member as undeclarable only if it has another value.",
  );

/**
 * The keys of a kind for undeclared members: the keys that a product has too; a read of everything inside; and members
 * whose omission changes the meaning of the rest.
 */
export const undeclaredOfKind = {
  inside: read
    .exactOptional()
    .describe(
      "For a fabric: reads all objects in one, whatever their class, only for an import: it reports " +
        "classes without a kind.",
    ),
  readOnly: readOnlyNames.exactOptional(),
  usual: usualValues.exactOptional(),
  decides: wireNames
    .exactOptional()
    .describe(
      "Further wire names, in the form of `readOnly`: without them the rest would mean something else, such as " +
        "a deny that becomes a permit. An import leaves out objects with one. `vzEntry.*` is everything in it " +
        "except remarks, names and logs. Default: if `decidesAccess` is true, " +
        "the contents of list elements, except remarks, names and logs.",
    ),
} as const;

/** Whether a catalog may use this text as a wire name. */
export function isWireName(text: string): boolean {
  return wireName.safeParse(text).success;
}
