/** The controller interface as the specification has it; what it leaves open is in docs/open-points.md. */

import type { ControllerDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: ControllerDialect = {
  name: "neutral",
  paths: {
    login: "/ctl/system/api/v1/auth/token",
    sites: "/ctl/intent/api/v1/site-health",
    devices: "/ctl/intent/api/v1/network-device",
    device: "/ctl/intent/api/v1/network-device/{id}",
    addDevice: "/ctl/intent/api/v1/network-device",
  },
  siteFields: { siteName: "siteName", healthScore: "healthScore" },
  deviceFields: {
    id: "id",
    name: "name",
    type: "type",
    managementIpAddress: "managementIpAddress",
    status: "status",
  },
  unreachable: [],
  itemField: "response",
  itemsFields: { sites: "response", devices: "response" },
  pages: {
    next: "nextPageUri",
    version: "version",
    total: "totalRecords",
    countHeader: "x-page-total-count",
  },
  totalCount: "auto",
  version: "1.0",
  tokenField: "token",
  tokenHeader: "X-Auth-Token",
  timeRange: { start: "startTime", end: "endTime" },
  limits: { requestsPerSecond: 10, concurrency: 4, concurrencyMax: 32 },
  operations: {
    controllerDevice: { read: "shown", create: "assumed", update: "none", remove: "none" },
  },
  reasons: {
    controllerDevice: {
      update: "the interface shows no way to change a device of the inventory: change it on the controller",
      remove: "the interface shows no way to take a device out of the inventory: do it on the controller",
    },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
