/** The fabric controller interface as the specification has it; what it leaves open is in docs/open-points.md. */

import type { FabricDialect } from "./dialect.ts";

/** The specification's dialect. */
export const neutral: FabricDialect = {
  name: "neutral",
  tokenHeader: "authorization",
  paths: { object: "/api/mo/{path}.json", class: "/api/class/{class}.json" },
  methods: { createObject: "POST", updateObject: "POST" },
  itemsField: "imdata",
  totalField: "totalCount",
  root: "uni",
  tenantClass: "fvTenant",
  descriptionAttribute: "description",
  nameAttribute: "name",
  limits: { requestsPerSecond: 10, concurrency: 4, concurrencyMax: 32 },
  operations: {
    tenant: { read: "assumed", create: "shown", update: "assumed", remove: "assumed" },
    managedObject: { read: "assumed", create: "assumed", update: "assumed", remove: "assumed" },
  },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "GET", means: "absent" },
    { status: 404, method: "DELETE", means: "conflict" },
    {
      status: 404,
      method: "POST",
      means: "refused",
      code: "parent-missing",
      hint: "The fabric has no parent for this object: declare the parent too.",
    },
    { status: 409, means: "contended" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
};
