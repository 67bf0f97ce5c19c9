/** Catalog keys for reply members without a field: which ones are read-only, and which values are defaults. */

import { z } from "zod";
import { read } from "./request.ts";

/** A member's wire name; dots separate it from its parents. */
const wireName = z
  .string()
  .max(256)
  .regex(/^[^.*\s]*\*?(?:\.[^.*\s]*\*?)*$/, "must be names with dots between them; `*` may end each");

/** Names of members. */
const wireNames = z.array(wireName).max(1000);

/** For a product and for a kind. */
export const readOnlyNames = wireNames.describe(
  "Wire names, at any depth, of what replies show besides fields and nobody configures: ids, links, times, states. " +
    "Dots lead to a member of what has that name, classes of children among them; `*` at the end of a name stands " +
    "for anything. An import does not say that they cannot be declared.",
);

/** For a product and for a kind. */
export const usualValues = z
  .record(wireName, z.json())
  .describe(
    "Wire names as `readOnly` has them, each with the value that the product fills in. An import says of such a " +
      "member that it cannot be declared where it has another value.",
  );

/** For a kind: the same, and what decides the meaning of the rest. */
export const undeclaredOfKind = {
  inside: read
    .exactOptional()
    .describe(
      "Of a fabric: reads all objects that stand in one, whatever their class, for an import alone: it says of " +
        "which classes no kind is.",
    ),
  readOnly: readOnlyNames.exactOptional(),
  usual: usualValues.exactOptional(),
  decides: wireNames
    .exactOptional()
    .describe(
      "Wire names besides its fields, as `readOnly` has them: without them the rest means something else, such as " +
        "a deny that becomes a permit. An import leaves out what shows one. `vzEntry.*` is all in it but remarks, " +
        "names and logs. Default: where `decidesAccess` holds, " +
        "what stands in elements of lists, but for remarks, names and logs.",
    ),
} as const;

/** Whether a catalog may use this text as a wire name. */
export function isWireName(text: string): boolean {
  return wireName.safeParse(text).success;
}
