/** The export of flow records: part of a network, or, where the product has it so, a resource of its own. */

import { z } from "zod";
import type { Kind } from "../../contract.ts";

/** What people write under `netflow:` of a network, whichever of the two it is. */
export const netflow = z
  .strictObject({
    enabled: z.boolean().optional().describe("Whether flow records are exported."),
    collectorIp: z.ipv4().optional().describe("IPv4 address of the collector."),
    collectorPort: z.int().min(1).max(65535).optional().describe("UDP port of the collector, 1 to 65535."),
  })
  .describe("Export of flow records.");

/** Netflow as a resource: read for the networks that declare it, and written by itself. It always exists. */
export const networkNetflow: Kind = {
  name: "networkNetflow",
  title: "netflow of a network",
  place: { within: "network", section: "netflow", single: true },
  schema: netflow,
  secrets: [],
  collection: { name: "netflow", scopeKeys: ["organization"], within: "network", absence: "list" },
  createdByPath: true,
  canonical: (value) => value,
  identity: () => "netflow",
};
