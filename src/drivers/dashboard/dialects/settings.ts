/** Which parts of a dashboard's dialect a target may override. */

import { z } from "zod";
import type { DashboardDialect } from "./dialect.ts";

const field = z.string().min(1).exactOptional();
const size = z.int().min(3).max(100_000).exactOptional();
const products = ["appliance", "camera", "cellularGateway", "sensor", "switch", "systemsManager", "wireless"];

/** The settings of a dashboard target. Each replaces what the dialect says. */
export const dashboardSettings = z.strictObject({
  basePath: z
    .string()
    .regex(/^(?:\/[\w.-]+)*$/, "a path such as /api/v1, or empty")
    .exactOptional()
    .describe("Path before all others. Default: /api/v1."),
  keyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .exactOptional()
    .describe(
      "Header of the API key; Authorization makes it a Bearer value. Default: X-Vendor-API-Key; meraki: Authorization.",
    ),
  perPage: z
    .strictObject({ networks: size, devices: size })
    .exactOptional()
    .describe("Records that a page is asked to hold. Default: the server's; meraki: 1000."),
  ssidFields: z
    .strictObject({ number: field, name: field, password: field, vlan: field })
    .exactOptional()
    .describe("Wire names of an SSID's fields. Default: the same names; meraki: psk, defaultVlanId."),
  vlanFlag: field.describe(
    "Wire name of the flag by which a vlan counts. Default: none; meraki: useVlanTagging.",
  ),
  emptySlot: field.describe(
    "Name of an empty slot, {position} counted from 1. Default: none; meraki: Unconfigured SSID {position}.",
  ),
  netflowFields: z
    .strictObject({ enabled: field, collectorIp: field, collectorPort: field })
    .exactOptional()
    .describe("Wire names of the fields of netflow. Default: the same names; meraki: reportingEnabled."),
  productTypes: z
    .array(z.enum(products))
    .min(1)
    .exactOptional()
    .describe("Products of a new network. Default: not sent; meraki: appliance, switch, wireless."),
  notReady: field.describe("Text in a 400 that means: not ready yet. Default: not ready."),
  redirects: z
    .enum(["refused", "listed"])
    .exactOptional()
    .describe("listed: redirects to the target's hosts are followed. Default: refused; meraki: listed."),
  budget: z
    .enum(["origin", "organization"])
    .exactOptional()
    .describe(
      "What the limit counts: all requests, or those of one organization. Default: origin; meraki: organization.",
    ),
});

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: DashboardDialect,
  settings: z.infer<typeof dashboardSettings>,
): DashboardDialect {
  const { perPage, ssidFields, netflowFields, emptySlot, productTypes, notReady, ...plain } = settings;
  return {
    ...dialect,
    ...plain,
    perPage: { ...dialect.perPage, ...perPage },
    ssidFields: { ...dialect.ssidFields, ...ssidFields },
    netflowFields: { ...dialect.netflowFields, ...netflowFields },
    emptySlot:
      emptySlot === undefined ? dialect.emptySlot : { reset: {}, ...dialect.emptySlot, name: emptySlot },
    newNetwork: productTypes === undefined ? dialect.newNetwork : { ...dialect.newNetwork, productTypes },
    replies:
      notReady === undefined ? dialect.replies : dialect.replies.map((rule) => meaning(rule, notReady)),
  };
}

function meaning(rule: DashboardDialect["replies"][number], notReady: string): typeof rule {
  if (typeof rule.means === "string" || rule.means.busy !== "notReady") return rule;
  const literal = notReady.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { ...rule, body: new RegExp(literal, "i") };
}
