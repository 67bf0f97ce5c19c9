/** What both dialects of the dashboard interface have: paths, methods and names of fields. */

import type { DashboardDialect } from "./dialect.ts";

/** As the specification shows them, or as they follow from that; docs/open-points.md says which. */
export const assumed: Pick<
  DashboardDialect,
  "paths" | "methods" | "organizationFields" | "networkFields" | "deviceFields"
> = {
  paths: {
    organizations: "/organizations",
    networks: "/organizations/{organizationId}/networks",
    createNetwork: "/organizations/{organizationId}/networks",
    network: "/networks/{networkId}",
    netflow: "/networks/{networkId}/netflow",
    ssids: "/networks/{networkId}/wireless/ssids",
    createSsid: "/networks/{networkId}/wireless/ssids/{number}",
    ssid: "/networks/{networkId}/wireless/ssids/{number}",
    devices: "/organizations/{organizationId}/devices",
    device: "/devices/{serial}",
  },
  methods: { updateNetwork: "PUT", createSsid: "PUT", updateSsid: "PUT", updateDevice: "PUT" },
  organizationFields: { id: "id", name: "name" },
  networkFields: {
    id: "id",
    name: "name",
    timeZone: "timeZone",
    tags: "tags",
    netflow: "netflow",
    organizationId: "organizationId",
  },
  deviceFields: { serial: "serial", name: "name", model: "model", networkId: "networkId", tags: "tags" },
};
