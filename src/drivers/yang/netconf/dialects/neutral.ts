/** The NETCONF interface according to RFC 6241; docs/open-points.md describes the gaps in the specification. */

import { conditionUnmet, contradictions } from "../../device/contradictions.ts";
import { togetherGuarded, unread } from "../../device/settings.ts";
import { notServed } from "../replies.ts";
import type { NetconfDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: NetconfDialect = {
  name: "neutral",
  module: "Vendor-native",
  container: "native",
  interfaces: ["interface", "GigabitEthernet"],
  interfaceType: "GigabitEthernet",
  hostname: "hostname",
  readOnly: [],
  namespaces: {},
  read: "get",
  defaults: {},
  filter: "subtree",
  confirmSeconds: 60,
  validate: true,
  hostKeys: undefined,
  unread,
  limits: { requestsPerSecond: 20, concurrency: 128, concurrencyPerHost: 1 },
  requestsPerWrite: 8,
  batches: togetherGuarded,
  // Edits merge, but an exclusive tree is replaced.
  replaces: { deviceInterface: "exclusive", deviceConfiguration: "exclusive" },
  operations: {
    deviceHostname: { read: "assumed", create: "assumed", update: "assumed", remove: "none" },
    deviceInterface: { read: "assumed", create: "assumed", update: "assumed", remove: "assumed" },
    deviceConfiguration: { read: "shown", create: "assumed", update: "assumed", remove: "assumed" },
  },
  reasons: {
    deviceHostname: { remove: "a device always has a hostname: to change it, declare another one" },
  },
  // Status 200: a reply without an error. 400: a reply with an error, which is matched by its error-tag (RFC 6241,
  // appendix A).
  replies: [
    { status: 200, means: "accepted" },
    ...contradictions(400),
    { status: 400, ...conditionUnmet },
    {
      status: 400,
      tag: "access-denied",
      means: "refused",
      code: "forbidden",
      hint: "Give the user of this target the missing permission on the device, or use another user.",
    },
    {
      status: 400,
      tag: notServed,
      means: "refused",
      code: notServed,
      hint: "Change settings.read of the target: the device does not support this operation.",
    },
    { status: 400, tag: "partial-operation", means: "lost" },
    { status: 400, tag: "rollback-failed", means: "lost" },
    { status: 400, means: "refused" },
  ],
};
