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
};
