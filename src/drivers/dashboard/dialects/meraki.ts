/** The Meraki Dashboard API, version 1. Facts that no document confirms are marked in docs/dialects.md. */

import { deviceInPlace } from "../kinds/device.ts";
import { networkNetflow } from "../kinds/netflow.ts";
import { networkWithNotes } from "../kinds/network.ts";
import { organization } from "../kinds/organization.ts";
import { ssidWithModes } from "../kinds/ssid-modes.ts";
import { assumed } from "./assumed.ts";
import type { DashboardDialect } from "./dialect.ts";
import { notReadyRules } from "./not-ready.ts";

/** Meraki: netflow is a resource of its own, an SSID is emptied instead of removed. */
export const meraki: DashboardDialect = {
  name: "meraki",
  kinds: [organization, networkWithNotes, networkNetflow, ssidWithModes, deviceInPlace],
  ...assumed,
  basePath: "/api/v1",
  keyHeader: "Authorization",
  perPage: { networks: 1000, devices: 1000 },
  startingAfter: "startingAfter",
  ssidFields: { number: "number", name: "name", password: "psk", vlan: "defaultVlanId" },
  vlanFlag: "useVlanTagging",
  passwordModes: ["psk"],
  ssidTogether: [
    ["authMode", "encryptionMode", "wpaEncryptionMode", "password"],
    ["ipAssignmentMode", "vlan"],
  ],
  emptySlot: {
    name: "Unconfigured SSID {position}",
    reset: { authMode: "open", ipAssignmentMode: "NAT mode" },
  },
  netflowFields: {
    enabled: "reportingEnabled",
    collectorIp: "collectorIp",
    collectorPort: "collectorPort",
  },
  newNetwork: { productTypes: ["appliance", "switch", "wireless"] },
  deviceReports: { wirelessStatus: "/wireless/status" },
  redirects: "listed",
  budget: "organization",
  limits: { requestsPerSecond: 10, concurrency: 10, ofSource: 100 },
  operations: {
    organization: { read: "shown", create: "none", update: "none", remove: "none" },
    network: { read: "shown", create: "shown", update: "shown", remove: "shown" },
    networkNetflow: { read: "shown", create: "shown", update: "shown", remove: "none" },
    ssid: { read: "shown", create: "shown", update: "shown", remove: "shown" },
    dashboardDevice: { read: "shown", create: "none", update: "shown", remove: "none" },
  },
  reasons: {
    dashboardDevice: {
      create: "the organization has no device with this serial: claim it on the dashboard, then plan again",
      remove: "a device is given back on the dashboard only: do it there, or declare it again",
    },
    networkNetflow: {
      remove: "a network always has it: declare `enabled: false`, apply, and `trueup forget` it then",
    },
  },
  replies: [
    { status: "2xx", tag: "errors", means: "refused", code: "not-allowed" },
    { status: "2xx", means: "accepted" },
    ...notReadyRules,
    { status: 400, method: "DELETE", body: /concurrent/i, means: { busy: "locked" } },
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
