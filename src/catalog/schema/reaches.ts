/** Catalog keys for the live devices that a change affects. Data only. */

import { z } from "zod";

const name = z.string().min(1).max(128);

/** The live resources that a change affects, whatever they reference. */
export const reaches = z
  .strictObject({
    kind: z.string().describe("The kind of the affected resources."),
    only: z
      .record(name, z.json())
      .exactOptional()
      .describe("Field → value: only resources with these values are affected."),
    name: name
      .exactOptional()
      .describe("The field that names an affected resource. Default: the kind's identity."),
  })
  .describe(
    "The live resources that a change of this kind affects, whether they are declared or not. They " +
      "count as devices in a plan's blast radius.",
  );

/** The field of a record that shows the devices which use the resource. */
export const attached = name.describe(
  "The field of a record that counts or lists the devices that use the resource. An update counts " +
    "these devices in the blast radius.",
);
