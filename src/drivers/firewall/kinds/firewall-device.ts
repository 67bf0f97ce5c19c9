/** The kind `firewallDevice`: a device that the firewall manager is expected to show. */

import { z } from "zod";
import { deviceFields, inventoryKind } from "../../inventory/device.ts";

/** A device of the firewall manager's inventory. */
export const firewallDevice = inventoryKind({
  name: "firewallDevice",
  title: "firewall device",
  schema: z
    .strictObject(deviceFields)
    .describe("A device that the firewall manager is expected to show. It is compared, never written."),
});
