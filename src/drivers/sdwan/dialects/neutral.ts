/** The SD-WAN manager interface as the specification has it; what it leaves open is in docs/open-points.md. */

import { onlyShown } from "../../inventory/operations.ts";
import type { SdwanDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: SdwanDialect = {
  name: "neutral",
  basePath: "",
  devicesPath: "/devices",
  tokenHeader: "authorization",
  fields: {
    serial: "serial",
    name: "name",
    model: "model",
    softwareVersion: "softwareVersion",
    managementIpAddress: "managementIpAddress",
    site: "site",
    status: "status",
  },
  limits: { requestsPerSecond: 10, concurrency: 4 },
  ...onlyShown("sdwanDevice", "the SD-WAN manager"),
};
