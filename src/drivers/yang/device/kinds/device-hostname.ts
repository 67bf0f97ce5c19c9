/** The kind `deviceHostname`: a device's own name. */

import { z } from "zod";
import type { Kind } from "../../../contract/contract.ts";
import { onePerDevice, tree } from "./tree.ts";

/** A device's hostname: one per device. */
export const deviceHostname: Kind = {
  name: "deviceHostname",
  title: "device hostname",
  place: { within: "device", section: "hostname", single: true },
  schema: z
    .string()
    .max(63)
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/, "must only contain letters, digits, - and _")
    .describe("The hostname of the device: 1 to 63 letters, digits, hyphens or underscores."),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  canonical: (value) => value,
  identity: ({ scope }) => `${scope.host} hostname`,
};
