/** Catalog keys for the live devices that a change affects. Data only. */

import { z } from "zod";

const name = z.string().min(1).max(128);

/** The live resources that a change affects, whatever they reference. */
export const reaches = z
  .strictObject({
    kind: z.string().describe("Their kind."),
    only: z.record(name, z.json()).exactOptional().describe("Field → value: only those with these values."),
    name: name.exactOptional().describe("The field that names one. Default: its identity."),
  })
  .describe(
    "A change of such a resource affects all live resources of a kind, declared or not: they count as devices in a " +
      "plan's blast radius.",
  );

/** The field of a record that shows the devices which use the resource. */
export const attached = name.describe(
  "The field of a record with the devices that use it: their number, or a list of them. An update counts them in the " +
    "blast radius.",
);
