/**
 * Catalog keys for members of replies that have no field: which of them are read-only, and which values are defaults.
 */

import { z } from "zod";
import { read } from "./request.ts";

/** A member's wire name. Dots separate it from the names of its parents. */
const wireName = z
  .string()
  .max(256)
  .regex(/^[^.*\s]*\*?(?:\.[^.*\s]*\*?)*$/, "must be names with dots between them; `*` may end each");

const wireNames = z.array(wireName).max(1000);

/** Names of read-only members, for a product or a kind. */
export const readOnlyNames = wireNames.describe(
  "Wire names of members that replies show, at any depth, and that nobody configures: ids, links, " +
    "times, states. `a.b` means the member `b` of each `a`, or the children of class `b` of each `a`. " +
    "`*` at the end of a name matches any ending. An import does not report such members as " +
    "undeclarable.",
);

/** Default values of members, for a product or a kind. */
export const usualValues = z
  .record(wireName, z.json())
  .describe(
    "Wire names as in `readOnly`, each with the product's default. An import reports such a " +
      "member as undeclarable only if it has another value.",
  );

/**
 * The keys of a kind for undeclared members: the keys that a product also has, a key for reading everything inside a
 * resource, and a key for members whose omission changes the meaning of the rest.
 */
export const undeclaredOfKind = {
  inside: read
    .exactOptional()
    .describe(
      "For a fabric: the request that reads all objects below an object, whatever their class. Only " +
        "an import uses it, to report the objects whose class has no kind.",
    ),
  readOnly: readOnlyNames.exactOptional(),
  usual: usualValues.exactOptional(),
  decides: wireNames
    .exactOptional()
    .describe(
      "More wire names, in the form of `readOnly`: members that decide what the rest of the object " +
        "means. Without such a member, an imported object could permit what the live object denies. An " +
        "import therefore leaves out objects that have such a member. `vzEntry.*` means everything in " +
        "`vzEntry` except remarks, names and logs. Default: if `decidesAccess` is true, everything in " +
        "list elements except remarks, names and logs.",
    ),
} as const;

/** True if a catalog may use this text as a wire name. */
export function isWireName(text: string): boolean {
  return wireName.safeParse(text).success;
}
