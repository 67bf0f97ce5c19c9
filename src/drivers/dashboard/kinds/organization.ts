/** The kind `organization`: read to find its id, never written. Files name it in `organization:`. */

import { z } from "zod";
import type { Kind } from "../../contract.ts";

/** An organization: nothing is declared of it but its name, which is its key. */
export const organization: Kind = {
  name: "organization",
  title: "organization",
  place: { within: "file", section: "organizations" },
  schema: z.strictObject({}).describe("An organization that must exist; it is only read."),
  observed: true,
  secrets: [],
  collection: { name: "organizations", scopeKeys: [], absence: "list" },
  canonical: (value) => value,
  identity: ({ key }) => key,
};
