/** The kind `dashboardDevice`: a device of an organization, with its name, tags and the network that it is in. */

import { z } from "zod";
import { isArray, isObject } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";
import { sortedSet } from "./sorted-set.ts";

const serial = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "letters, digits and - only");

const schema = z
  .strictObject({
    serial: serial.describe("Its serial number: what it is known by."),
    name: z.string().min(1).max(255).optional().describe("Its name on the dashboard."),
    tags: z.array(z.string().min(1).max(255)).optional().describe("Tags: a set, their order does not count."),
    network: z.string().min(1).max(255).optional().describe("The network that it is in, by its key."),
  })
  .describe("A device of an organization.");

/** A device. Its serial is what the live side is matched by; it comes and goes outside of this interface. */
export const dashboardDevice: Kind = {
  name: "dashboardDevice",
  title: "dashboard device",
  place: { within: "file", section: "devices" },
  schema,
  gathered: true,
  secrets: [],
  collection: { name: "devices", scopeKeys: ["organization"], within: "organization", absence: "list" },
  refersTo: { network: "network" },
  canonical: (value) =>
    isObject(value) && isArray(value.tags) ? { ...value, tags: sortedSet(value.tags) } : value,
  identity: ({ key, value }) => (isObject(value) && typeof value.serial === "string" ? value.serial : key),
};

const { refersTo: _, ...unmoved } = dashboardDevice;

/** A device where the product claims it into a network by other means: its network is not declared. */
export const deviceInPlace: Kind = {
  ...unmoved,
  schema: schema.omit({ network: true }).describe("A device of an organization."),
};
