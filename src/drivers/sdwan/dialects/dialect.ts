/** What a dialect of the SD-WAN manager interface says, and which of it a target may override. */

import { z } from "zod";
import type { CookieLogin } from "../../../model/login.ts";
import { fieldName, fieldNames } from "../../described/fields.ts";
import {
  type InventoryDialect,
  inventoryFields,
  inventorySettings,
  withInventory,
} from "../../inventory/dialect.ts";

/** A product behind the SD-WAN manager interface. */
export interface SdwanDialect extends InventoryDialect {
  /** The header that carries the token; in `Authorization` it is a Bearer value. */
  readonly tokenHeader: string;
  /** Where user name and password make a session with cookies. Absent: they go along as HTTP Basic. */
  readonly cookieLogin?: CookieLogin;
}

/** The settings of an SD-WAN manager target. */
export const sdwanSettings = z
  .strictObject({
    tokenHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .describe("Header of the token; authorization makes it a Bearer value. Default: authorization."),
    ...inventorySettings,
    deviceFields: fieldNames({ ...inventoryFields, site: fieldName }).describe(
      "Wire names of a device's fields. Default: the same names; vmanage: board-serial and so on.",
    ),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(dialect: SdwanDialect, settings: z.infer<typeof sdwanSettings>): SdwanDialect {
  const { tokenHeader = dialect.tokenHeader } = settings;
  return { ...withInventory(dialect, "sdwanDevice", settings), tokenHeader };
}
