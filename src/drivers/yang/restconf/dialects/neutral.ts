/** The RESTCONF interface according to the specification; docs/open-points.md describes the gaps in it. */

import { contradictions, locks } from "../../device/contradictions.ts";
import { unread } from "../../device/settings.ts";
import type { RestconfDialect } from "./dialect.ts";

const noPut =
  "the resource does not exist, and a PUT cannot create it (404): create it on the device, then plan " +
  "again";

/** The specification's dialect. */
export const neutral: RestconfDialect = {
  name: "neutral",
  root: "/restconf",
  mediaType: "application/yang-data+json",
  module: "Vendor-native",
  container: "native",
  interfaces: ["interface", "GigabitEthernet"],
  interfaceType: "GigabitEthernet",
  hostname: "hostname",
  tokenHeader: "authorization",
  content: "all",
  read: "auto",
  write: "put",
  body: "parents",
  entityTags: "unused",
  readOnly: [],
  masked: /^\*{2,}$/,
  maskedValues: "refuse",
  saveOperation: "cisco-ia:save-config",
  unread,
  limits: { requestsPerSecond: 10, concurrency: 128, concurrencyPerHost: 1 },
  // A PUT replaces its target completely.
  replaces: { deviceHostname: "all", deviceInterface: "all", deviceConfiguration: "all" },
  operations: {
    deviceHostname: { read: "shown", create: "none", update: "shown", remove: "none" },
    deviceInterface: { read: "shown", create: "none", update: "shown", remove: "none" },
    deviceConfiguration: { read: "assumed", create: "none", update: "assumed", remove: "none" },
  },
  reasons: {
    deviceHostname: { create: noPut },
    deviceInterface: { create: noPut },
    deviceConfiguration: { create: noPut },
  },
  replies: [
    // The device replies with 204 for an empty container.
    { status: 204, method: "GET", means: "absent" },
    { status: "2xx", means: "accepted" },
    { status: 404, method: "GET", means: "absent" },
    {
      status: 404,
      method: "PUT",
      means: "refused",
      code: "cannot-create",
      hint: "Create the resource on the device first: over this interface, a PUT only replaces what exists.",
    },
    ...contradictions(409),
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    ...locks("4xx"),
    ...locks("5xx"),
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
