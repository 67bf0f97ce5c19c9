/** What a dialect of the controller interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";

/** The lists that are read. */
export type ControllerCollection = "sites" | "devices";

/** A product behind the controller interface. */
export interface ControllerDialect extends Dialect {
  readonly paths: Readonly<Record<"login" | ControllerCollection, string>>;
  /** The version of the format of lists that this driver was made for. */
  readonly version: string;
  /** The field of the login's answer that holds the token. */
  readonly tokenField: string;
  /** The header that carries the token; in `Authorization` it is a Bearer value. */
  readonly tokenHeader: string;
  /** The query parameters of a time range, milliseconds since 1970. */
  readonly timeRange: { readonly start: string; readonly end: string };
}

const name = z.string().min(1);

/** The settings of a controller target. */
export const controllerSettings = z
  .strictObject({
    tokenField: name.describe("Field of the token in the login's answer. Default: token."),
    tokenHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .describe("Header of the token; authorization makes it a Bearer value. Default: X-Auth-Token."),
    version: name.describe("Version of the lists' format; another one is warned about. Default: 1.0."),
    timeRange: z
      .strictObject({ start: name, end: name })
      .partial()
      .describe("Query parameters of a time range. Default: startTime and endTime."),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: ControllerDialect,
  settings: z.infer<typeof controllerSettings>,
): ControllerDialect {
  const { version, tokenField, tokenHeader, timeRange } = settings;
  return {
    ...dialect,
    version: version ?? dialect.version,
    tokenField: tokenField ?? dialect.tokenField,
    tokenHeader: tokenHeader ?? dialect.tokenHeader,
    timeRange: {
      start: timeRange?.start ?? dialect.timeRange.start,
      end: timeRange?.end ?? dialect.timeRange.end,
    },
  };
}
