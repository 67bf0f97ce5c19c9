/** What a dialect of the dashboard interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";

/** The wire names of an SSID's fields. */
interface SsidFields {
  readonly number: string;
  readonly name: string;
  readonly password: string;
  readonly vlan: string;
}

/** A product behind the dashboard interface. */
export interface DashboardDialect extends Dialect {
  /** Put between the target's URL and every path. Empty, or with a leading and no trailing slash. */
  readonly basePath: string;
  /** The header of the API key. */
  readonly keyHeader: string;
  readonly ssidFields: SsidFields;
  /** What shares the rate limit: everything at the origin, or each organization by itself. */
  readonly budget: "origin" | "organization";
}

const field = z.string().min(1);

/** The settings of a dashboard target. */
export const dashboardSettings = z
  .strictObject({
    basePath: z
      .string()
      .regex(/^(?:\/[\w.-]+)*$/, "a path such as /api/v1, or empty")
      .describe("Path before all others. Default: /api/v1."),
    keyHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .describe("Header of the API key. Default: X-Vendor-API-Key."),
    ssidFields: z
      .strictObject({ number: field, name: field, password: field, vlan: field })
      .partial()
      .describe("Wire names of an SSID's fields. Default: the same names."),
    notReady: z.string().min(1).describe("Text in a 400 that means: not ready yet. Default: not ready."),
    budget: z
      .enum(["origin", "organization"])
      .describe("What the limit counts: all requests, or those of one organization. Default: origin."),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: DashboardDialect,
  settings: z.infer<typeof dashboardSettings>,
): DashboardDialect {
  const { basePath, keyHeader, ssidFields, notReady, budget } = settings;
  return {
    ...dialect,
    basePath: basePath ?? dialect.basePath,
    keyHeader: keyHeader ?? dialect.keyHeader,
    budget: budget ?? dialect.budget,
    ssidFields: {
      number: ssidFields?.number ?? dialect.ssidFields.number,
      name: ssidFields?.name ?? dialect.ssidFields.name,
      password: ssidFields?.password ?? dialect.ssidFields.password,
      vlan: ssidFields?.vlan ?? dialect.ssidFields.vlan,
    },
    replies:
      notReady === undefined ? dialect.replies : dialect.replies.map((rule) => meaning(rule, notReady)),
  };
}

function meaning(rule: DashboardDialect["replies"][number], notReady: string): typeof rule {
  if (typeof rule.means === "string" || rule.means.busy !== "notReady") return rule;
  const literal = notReady.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { ...rule, body: new RegExp(literal, "i") };
}
