/** The words for what replies show besides the fields of kinds: what of it nobody configures, and what is usual. */

import { z } from "zod";
import { read } from "./request.ts";

/** The name of a member on the wire; dots lead to it from members that it is in. */
const wireName = z
  .string()
  .max(256)
  .regex(/^[^.*\s]*\*?(?:\.[^.*\s]*\*?)*$/, "must be names with dots between them; `*` may end each");

/** Names of members. */
const wireNames = z.array(wireName).max(1000);

/** Of a product and of a kind. */
export const readOnlyNames = wireNames.describe(
  "Wire names, at any depth, of what replies show besides fields and nobody configures: ids, links, times, states. " +
    "Dots lead to a member of what has that name, classes of children among them; `*` at the end of a name stands " +
    "for anything. An import does not say that they cannot be declared.",
);

/** Of a product and of a kind. */
export const usualValues = z
  .record(wireName, z.json())
  .describe(
    "Wire names as `readOnly` has them, each with the value that the product fills in. An import says of such a " +
      "member that it cannot be declared where it has another value.",
  );

/** Of a kind: the same, and what decides what the rest means. */
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

/** Whether a catalog may name a member on the wire by this text. */
export function isWireName(text: string): boolean {
  return wireName.safeParse(text).success;
}
