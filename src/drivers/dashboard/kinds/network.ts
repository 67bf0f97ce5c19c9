/** The kind `network`: a network of an organization, with its time zone, tags and netflow. */

import { z } from "zod";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";
import { canonicalTimeZone, isTimeZone } from "./time-zone.ts";

const netflow = z
  .strictObject({
    enabled: z.boolean().optional().describe("Whether flow records are exported."),
    collectorIp: z.ipv4().optional().describe("IPv4 address of the collector."),
    collectorPort: z.int().min(1).max(65535).optional().describe("UDP port of the collector, 1 to 65535."),
  })
  .describe("Export of flow records.");

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
  collection: { name: "networks", of: ["organization"], within: "organization", absence: "list" },
  canonical: canonicalNetwork,
  identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
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

function sortedSet(tags: readonly Json[]): readonly Json[] {
  return tags.every((tag) => typeof tag === "string") ? [...new Set(tags)].sort() : tags;
}
