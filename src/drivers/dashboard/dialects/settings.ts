/** Which parts of a dashboard's dialect a target may override. */

import { z } from "zod";
import { fieldName, fieldNames } from "../../described/fields.ts";
import { itemField, listSettings } from "../../described/lists.ts";
import { updateMethod } from "../../described/methods.ts";
import { basePath, template } from "../../described/paths.ts";
import type { DashboardDialect } from "./dialect.ts";
import { withNotReady } from "./not-ready.ts";

const text = z.string().min(1);
const field = text.exactOptional();
const size = z.int().min(3).max(100_000).exactOptional();
const products = ["appliance", "camera", "cellularGateway", "sensor", "switch", "systemsManager", "wireless"];

/** The settings of a dashboard target. Each replaces what the dialect says. */
export const dashboardSettings = z.strictObject({
  basePath: basePath.exactOptional().describe("Path before all others. Default: /api/v1."),
  paths: z
    .strictObject({
      organizations: template("/organizations"),
      networks: template("/organizations/{organizationId}/networks"),
      createNetwork: template("/organizations/{organizationId}/networks", ["organizationId"]),
      network: template("/networks/{networkId}"),
      ssids: template("/networks/{networkId}/wireless/ssids"),
      createSsid: template("/networks/{networkId}/wireless/ssids/{number}", ["number"]),
      ssid: template("/networks/{networkId}/wireless/ssids/{number}"),
      devices: template("/organizations/{organizationId}/devices"),
      device: template("/devices/{serial}"),
    })
    .exactOptional()
    .describe(
      "Paths of lists and records; ids stand in braces. Default: /networks/{networkId}/wireless/ssids and so on.",
    ),
  methods: z
    .strictObject({
      updateNetwork: updateMethod,
      createSsid: z.enum(["POST", "PUT", "PATCH"]).exactOptional(),
      updateSsid: updateMethod,
      updateDevice: updateMethod,
    })
    .exactOptional()
    .describe("Methods of writes. Default: PUT."),
  ...listSettings,
  itemField,
  organizationFields: fieldNames({ id: fieldName, name: fieldName }).describe(
    "Wire names of an organization's fields. Default: the same names.",
  ),
  networkFields: fieldNames({
    id: fieldName,
    name: fieldName,
    timeZone: fieldName,
    tags: fieldName,
    netflow: fieldName,
    organizationId: fieldName,
  }).describe("Wire names of a network's fields. Default: the same names."),
  deviceFields: fieldNames({
    serial: fieldName,
    name: fieldName,
    model: fieldName,
    networkId: fieldName,
    tags: fieldName,
  }).describe("Wire names of a device's fields. Default: the same names."),
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
  startingAfter: field.describe(
    "Query parameter that asks for what comes after a record, by its id. Default: none; meraki: startingAfter.",
  ),
  ssidFields: fieldNames({
    number: fieldName,
    name: fieldName,
    password: fieldName,
    vlan: fieldName,
  }).describe("Wire names of an SSID's fields. Default: the same names; meraki: psk, defaultVlanId."),
  vlanFlag: field.describe(
    "Wire name of the flag by which a vlan counts. Default: none; meraki: useVlanTagging.",
  ),
  emptySlot: field.describe(
    "Name of an empty slot, {position} counted from 1. Default: none; meraki: Unconfigured SSID {position}.",
  ),
  netflowFields: fieldNames({
    enabled: fieldName,
    collectorIp: fieldName,
    collectorPort: fieldName,
  }).describe("Wire names of the fields of netflow. Default: the same names; meraki: reportingEnabled."),
  productTypes: z
    .array(z.enum(products))
    .min(1)
    .exactOptional()
    .describe("Products of a new network. Default: not sent; meraki: appliance, switch, wireless."),
  notReady: z
    .union([text, z.array(text).min(1)])
    .exactOptional()
    .describe(
      "Text in a 400 that means: not ready yet, or a list of them. Default: not ready, in its usual forms.",
    ),
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
  const { emptySlot, productTypes, notReady, ...plain } = settings;
  const { paths, methods, perPage, organizationFields, networkFields } = settings;
  const { deviceFields, ssidFields, netflowFields } = settings;
  return {
    ...dialect,
    ...plain,
    paths: { ...dialect.paths, ...paths },
    methods: { ...dialect.methods, ...methods },
    perPage: { ...dialect.perPage, ...perPage },
    organizationFields: { ...dialect.organizationFields, ...organizationFields },
    networkFields: { ...dialect.networkFields, ...networkFields },
    deviceFields: { ...dialect.deviceFields, ...deviceFields },
    ssidFields: { ...dialect.ssidFields, ...ssidFields },
    netflowFields: { ...dialect.netflowFields, ...netflowFields },
    emptySlot:
      emptySlot === undefined ? dialect.emptySlot : { reset: {}, ...dialect.emptySlot, name: emptySlot },
    newNetwork: productTypes === undefined ? dialect.newNetwork : { ...dialect.newNetwork, productTypes },
    replies: notReady === undefined ? dialect.replies : withNotReady(dialect.replies, notReady),
  };
}
