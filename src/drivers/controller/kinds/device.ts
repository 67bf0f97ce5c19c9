/** The kind `controllerDevice`: a device of the controller's inventory. It is added, never changed or removed. */

import { z } from "zod";
import { isObject } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";

const text = z.string().min(1).max(255);

/** A device of the inventory. Its name is what the live side is matched by. */
export const controllerDevice: Kind = {
  name: "controllerDevice",
  title: "controller device",
  place: { within: "file", section: "devices" },
  schema: z
    .strictObject({
      name: text.describe("Its name in the inventory."),
      type: text.optional().describe("The device's model, as the inventory describes it."),
      managementIpAddress: z.ipv4().describe("IPv4 address by which the controller manages it."),
    })
    .describe("A device of the controller's inventory."),
  gathered: true,
  secrets: [],
  collection: { name: "devices", scopeKeys: [], absence: "list" },
  canonical: (value) => value,
  identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
};
