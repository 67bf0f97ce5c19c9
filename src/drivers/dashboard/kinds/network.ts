/** The kind `network`: a network of an organization, with its time zone, tags and netflow. */

import { z } from "zod";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";
import { netflow } from "./netflow.ts";
import { sortedSet } from "./sorted-set.ts";
import { canonicalTimeZone, isTimeZone } from "./time-zone.ts";

const schema = z
  .strictObject({
    name: z.string().min(1).max(255).describe("Its name on the dashboard. Changing it renames the network."),
    timeZone: z
      .string()
      .refine(isTimeZone, "not an IANA time zone name")
      .optional()
      .describe("IANA time zone name, such as Europe/Berlin."),
    tags: z.array(z.string().min(1).max(255)).optional().describe("Tags: a set, their order does not count."),
    netflow: netflow.optional(),
  })
  .describe("A network of an organization.");

/** A network. Its name is what the live side is matched by; tags are a set, time zones have one spelling. */
export const network: Kind = {
  name: "network",
  title: "network",
  place: { within: "file", section: "networks" },
  schema,
  secrets: [],
  collection: { name: "networks", scopeKeys: ["organization"], within: "organization", absence: "list" },
  canonical: canonicalNetwork,
  identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
};

/** A network whose netflow is a resource of its own, and that can carry notes. */
export const networkWithNotes: Kind = {
  ...network,
  schema: schema
    .omit({ netflow: true })
    .extend({ notes: z.string().max(4096).optional().describe("Notes about the network.") })
    .describe("A network of an organization."),
};

function canonicalNetwork(value: Json): Json {
  if (!isObject(value)) return value;
  const { timeZone, tags } = value;
  return {
    ...value,
    ...(typeof timeZone === "string" && { timeZone: canonicalTimeZone(timeZone) }),
    ...(isArray(tags) && { tags: sortedSet(tags) }),
  };
}
