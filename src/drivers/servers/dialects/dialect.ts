/** What a dialect of the server-management interface says, and which of it a target may override. */

import { z } from "zod";
import { type InventoryDialect, inventorySettings, path, withInventory } from "../../inventory/dialect.ts";

/** A product behind the server-management interface. */
export interface ServersDialect extends InventoryDialect {
  readonly itemsField: string;
  readonly nextField: string;
  readonly idField: string;
  /** Path of the OAuth token endpoint; `basePath` is not put before it. */
  readonly tokenPath: string;
  /** The scopes that a token is asked for, separated by spaces. Undefined: what the client has. */
  readonly scope: string | undefined;
}

const field = z.string().min(1);

/** The settings of a server-management target. */
export const serversSettings = z
  .strictObject({
    basePath: inventorySettings.basePath,
    inventory: z
      .enum(["declared", "complete"])
      .describe("complete: profiles that are live and not declared are reported. Default: declared."),
    itemsField: field.describe("Field of a page that holds its profiles. Default: items."),
    nextField: field.describe("Field of a page that holds the URL of the next one. Default: next."),
    tokenPath: path.describe("Path of the OAuth token endpoint. Default: /oauth/token."),
    scope: z
      .string()
      .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, "must be scopes separated by single spaces")
      .describe("The scopes to ask for, such as profiles:read profiles:write. Default: what the client has."),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: ServersDialect,
  settings: z.infer<typeof serversSettings>,
): ServersDialect {
  return {
    ...withInventory(dialect, "serverProfile", settings),
    itemsField: settings.itemsField ?? dialect.itemsField,
    nextField: settings.nextField ?? dialect.nextField,
    tokenPath: settings.tokenPath ?? dialect.tokenPath,
    scope: settings.scope ?? dialect.scope,
  };
}
