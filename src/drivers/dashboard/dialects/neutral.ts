/** The dashboard interface as the specification has it; what it leaves open is in docs/open-points.md. */

import { assumed } from "./assumed.ts";
import type { DashboardDialect } from "./dialect.ts";
import { notReadyRules } from "./not-ready.ts";

/** The specification's dialect. */
export const neutral: DashboardDialect = {
  name: "neutral",
  ...assumed,
  basePath: "/api/v1",
  keyHeader: "X-Vendor-API-Key",
  perPage: {},
  startingAfter: undefined,
  ssidFields: { number: "number", name: "name", password: "password", vlan: "vlan" },
  vlanFlag: undefined,
  passwordModes: undefined,
  ssidTogether: [],
  emptySlot: undefined,
  netflowFields: { enabled: "enabled", collectorIp: "collectorIp", collectorPort: "collectorPort" },
  newNetwork: {},
  deviceReports: { uplink: "/uplink", wirelessStatus: "/wireless/status" },
  redirects: "refused",
  budget: "origin",
  limits: { requestsPerSecond: 5, concurrency: 5 },
  // An object in a record is sent whole, the declared part laid over the live one.
  replaces: { network: "/netflow" },
  operations: {
    organization: { read: "shown", create: "none", update: "none", remove: "none" },
    network: { read: "shown", create: "shown", update: "assumed", remove: "assumed" },
    ssid: { read: "shown", create: "assumed", update: "shown", remove: "none" },
    dashboardDevice: { read: "shown", create: "none", update: "assumed", remove: "none" },
  },
  reasons: {
    dashboardDevice: {
      create: "the organization has no device with this serial: claim it on the dashboard, then plan again",
      remove: "the interface shows no way to give a device back: do it on the dashboard, or declare it again",
    },
    ssid: {
      remove:
        "the interface shows no way to empty an SSID's slot: do it on the dashboard, or declare it again",
    },
  },
  replies: [
    { status: "2xx", tag: "errors", means: "refused", code: "not-allowed" },
    { status: "2xx", means: "accepted" },
    ...notReadyRules,
    { status: 401, means: "refused" },
    { status: 403, means: "refused" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: 404, method: "DELETE", means: "conflict" },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
