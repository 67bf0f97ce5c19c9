/** What a dialect of the firewall manager interface says, and which of it a target may override. */

import { z } from "zod";
import { plainPath as path } from "../../described/paths.ts";
import {
  deviceFields,
  type InventoryDialect,
  inventorySettings,
  withInventory,
} from "../../inventory/dialect.ts";

/** A product behind the firewall manager interface. */
export interface FirewallDialect extends InventoryDialect {
  readonly authorizePath: string;
  readonly tokenPath: string;
  /** What is asked for at the login. Absent: what the server gives by itself. */
  readonly scope?: string;
  /** Who the server says it is. Absent: the origin of the target's URL. */
  readonly issuer?: string;
}

/** The settings of a firewall manager target. */
export const firewallSettings = z
  .strictObject({
    authorizePath: path.describe("Path of the authorization endpoint. Default: /oauth/authorize."),
    tokenPath: path.describe("Path of the token endpoint. Default: /oauth/token."),
    scope: z
      .string()
      .min(1)
      .describe("What is asked for: scopes, with spaces between them. Default: nothing."),
    issuer: z
      .url()
      .describe("Who the server says it is when it answers a login. Default: the target's origin."),
    ...inventorySettings,
    deviceFields,
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: FirewallDialect,
  settings: z.infer<typeof firewallSettings>,
): FirewallDialect {
  const { authorizePath = dialect.authorizePath, tokenPath = dialect.tokenPath, scope, issuer } = settings;
  return {
    ...withInventory(dialect, "firewallDevice", settings),
    authorizePath,
    tokenPath,
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { issuer }),
  };
}
