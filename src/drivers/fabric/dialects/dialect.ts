/** What a dialect of the fabric controller interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";

/** The kinds of all dialects. */
export type FabricKind = "tenant" | "managedObject";

/** What is read: objects by their paths, all tenants, or the object that always exists. */
export type FabricCollection = "object" | "tenants" | "root";

/** A product behind the fabric controller interface. */
export interface FabricDialect extends Dialect {
  /** The header that carries the token; in `Authorization` it is a Bearer value. */
  readonly tokenHeader: string;
  /** The path of the object that always exists. */
  readonly root: string;
  readonly tenantClass: string;
  /** The attribute that holds a tenant's description. */
  readonly descriptionAttribute: string;
}

/** The settings of a fabric target. */
export const fabricSettings = z
  .strictObject({
    tokenHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/)
      .describe("Header of the token; authorization makes it a Bearer value. Default: authorization."),
    root: z
      .string()
      .regex(/^[\w-]+(?:\/[\w-]+)*$/)
      .describe("Path of the object that always exists. Default: uni."),
    descriptionAttribute: z
      .string()
      .min(1)
      .describe("Attribute of a tenant's description. Default: description."),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: FabricDialect,
  settings: z.infer<typeof fabricSettings>,
): FabricDialect {
  const { tokenHeader, root, descriptionAttribute } = settings;
  return {
    ...dialect,
    tokenHeader: tokenHeader ?? dialect.tokenHeader,
    root: root ?? dialect.root,
    descriptionAttribute: descriptionAttribute ?? dialect.descriptionAttribute,
  };
}
