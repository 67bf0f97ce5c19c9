/** The fabric controller interface: tenants and other managed objects, by path. */

import { z } from "zod";
import { password, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type FabricDialect, fabricSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { managedObject } from "./kinds/managed-object.ts";
import { tenant } from "./kinds/tenant.ts";
import { openFabric } from "./session.ts";
import { declaredTwice, otherTenants } from "./tenants.ts";

const dialects: Readonly<Record<string, FabricDialect>> = { neutral };

const root = { collection: "root", scope: {}, wanted: [] };

/** The driver of the fabric controller interface. Collections: object (by path), tenants (by class), root. */
export const fabric: Driver<FabricDialect> = {
  interface: "fabric",
  kinds: [tenant, managedObject],
  holders: [],
  fileFields: [],
  dialects,
  settings: fabricSettings,
  credential: z.union([token, password]),
  fleet: false,
  probe: root,
  discover: [{ kind: "tenant", request: { collection: "tenants", scope: {}, wanted: [] } }],
  checks: [{ title: "read the root object", request: root }],
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, fabricSettings.parse(settings)),
  open: openFabric,
  check: (resources) => [...otherTenants(resources), ...declaredTwice(resources)],
};
