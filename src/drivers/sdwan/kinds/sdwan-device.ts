/** The kind `sdwanDevice`: a device that the SD-WAN manager is expected to show. */

import { z } from "zod";
import { deviceFields, inventoryKind } from "../../inventory/device.ts";

/** A device of the SD-WAN manager's inventory. */
export const sdwanDevice = inventoryKind({
  name: "sdwanDevice",
  title: "SD-WAN device",
  schema: z
    .strictObject({
      ...deviceFields,
      site: z.string().min(1).max(255).optional().describe("The site that is expected."),
    })
    .describe("A device that the SD-WAN manager is expected to show. It is compared, never written."),
});
