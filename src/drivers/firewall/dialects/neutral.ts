/** The firewall manager interface as the specification has it; what it leaves open is in docs/open-points.md. */

import { onlyShown } from "../../inventory/operations.ts";
import type { FirewallDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: FirewallDialect = {
  name: "neutral",
  basePath: "",
  devicesPath: "/devices",
  authorizePath: "/oauth/authorize",
  tokenPath: "/oauth/token",
  fields: {
    serial: "serial",
    name: "name",
    model: "model",
    softwareVersion: "softwareVersion",
    managementIpAddress: "managementIpAddress",
    status: "status",
  },
  limits: { requestsPerSecond: 10, concurrency: 4 },
  ...onlyShown("firewallDevice", "the firewall manager"),
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 409, means: "conflict" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
