/** The server-management interface as the specification has it; what it leaves open is in docs/open-points.md. */

import type { ServersDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: ServersDialect = {
  name: "neutral",
  basePath: "",
  devicesPath: "/server-profiles",
  profilePath: "/server-profiles/{id}",
  updateMethod: "PUT",
  itemsField: "items",
  nextField: "next",
  idField: "id",
  fields: { serial: "serial", name: "name", model: "model", description: "description", status: "status" },
  tokenPath: "/oauth/token",
  scope: undefined,
  limits: { requestsPerSecond: 10, concurrency: 4 },
  operations: {
    serverProfile: { read: "assumed", create: "assumed", update: "assumed", remove: "none" },
  },
  reasons: {
    serverProfile: {
      remove: "to remove its profile would take a server down: do it by hand, or declare it again",
    },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "PUT", means: "conflict" },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
