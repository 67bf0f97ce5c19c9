/** The kind `serverProfile`: a profile of a server, made and changed, never removed. */

import { z } from "zod";
import { deviceFields, inventoryKind } from "../../inventory/device.ts";

const { serial, name } = deviceFields;

/** A server profile. Its status is the server's own: `trueup status` shows it. */
export const serverProfile = inventoryKind({
  name: "serverProfile",
  title: "server profile",
  schema: z
    .strictObject({
      serial,
      name,
      model: z.string().min(1).max(255).optional().describe("The server's model."),
      description: z.string().max(1024).optional().describe("What it is for: up to 1,024 characters."),
    })
    .describe("A profile of a server. One that is missing is created."),
});
