/** RESTCONF according to RFC 8040, with known properties of IOS-XE, which override the specification. */

import { conditionUnmet, contradictions, locks } from "../../device/contradictions.ts";
import { unread } from "../../device/settings.ts";
import type { RestconfDialect } from "./dialect.ts";

/**
 * Devices that comply with RFC 8040. Module and container come from the target's settings: for example
 * `Cisco-IOS-XE-native` and `native`.
 */
export const rfc8040: RestconfDialect = {
  name: "rfc8040",
  root: "/restconf",
  mediaType: "application/yang-data+json",
  module: "Vendor-native",
  container: "native",
  interfaces: ["interface", "GigabitEthernet"],
  interfaceType: "GigabitEthernet",
  hostname: "hostname",
  tokenHeader: "authorization",
  content: "config",
  read: "auto",
  write: "patch",
  body: "target",
  entityTags: "matched",
  readOnly: [],
  masked: /^\*{2,}$/,
  maskedValues: "refuse",
  saveOperation: "cisco-ia:save-config",
  unread,
  limits: { requestsPerSecond: 10, concurrency: 128, concurrencyPerHost: 1 },
  operations: {
    deviceHostname: { read: "shown", create: "shown", update: "shown", remove: "shown" },
    deviceInterface: { read: "shown", create: "shown", update: "shown", remove: "shown" },
    deviceConfiguration: { read: "shown", create: "shown", update: "shown", remove: "shown" },
  },
  replies: [
    // IOS-XE replies without content (204) for an empty container.
    { status: 204, method: "GET", means: "absent" },
    { status: "2xx", means: "accepted" },
    { status: 404, method: "GET", means: "absent" },
    { status: 404, method: "DELETE", means: "conflict" },
    ...contradictions(409),
    ...([409, 412, 500] as const).map((status) => ({ status, ...conditionUnmet })),
    { status: 409, means: "contended" },
    { status: 412, means: "conflict" },
    { status: 429, means: { busy: "throttled" } },
    ...locks("4xx"),
    ...locks("5xx"),
    { status: "4xx", means: "refused" },
    { status: 501, means: "refused" },
    {
      status: 502,
      method: "DELETE",
      means: "refused",
      missing: "reference",
      code: "cannot-remove",
      hint: "Declare the resource again, or first change what refers to it: the device still uses it.",
    },
    { status: "5xx", means: "lost" },
  ],
};
