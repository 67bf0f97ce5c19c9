/** What a dialect says of an inventory that is only read, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../contract.ts";

/** A product behind an interface that shows an inventory of devices. */
export interface InventoryDialect extends Dialect {
  /** Before every path. */
  readonly basePath: string;
  readonly devicesPath: string;
  /** The field of the answer that holds the list; without it the answer is the list. */
  readonly itemsField?: string;
  /** The field, beside the list, that holds the URL of the next page; without it the `Link` header leads on. */
  readonly nextField?: string;
  /** The field of a record that holds its id, where paths name it. */
  readonly idField?: string;
  /** Field of a declared device → field of a record. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A path below the target's URL. */
export const path = z.string().regex(/^\/[^\s?#]*$/, "must be a path that starts with /");

/** The settings of every inventory. */
export const inventorySettings = {
  basePath: z
    .string()
    .regex(
      /^(?:\/[^\s?#]*[^\s?#/])?$/,
      "must be a path that starts with / and does not end with it, or nothing",
    )
    .describe("Before every path. Default: nothing."),
  devicesPath: path.describe("Path of the device inventory. Default: /devices."),
  inventory: z
    .enum(["declared", "complete"])
    .describe("complete: devices that are live and not declared are reported. Default: declared."),
};

/** The settings of an inventory as a target writes them. */
interface Settings {
  readonly basePath?: string | undefined;
  readonly devicesPath?: string | undefined;
  readonly inventory?: "declared" | "complete" | undefined;
}

/** A dialect with these settings laid over it; `kind` is the inventory's. */
export function withInventory<D extends InventoryDialect>(
  dialect: D,
  kind: string,
  { basePath, devicesPath, inventory }: Settings,
): D {
  return {
    ...dialect,
    basePath: basePath ?? dialect.basePath,
    devicesPath: devicesPath ?? dialect.devicesPath,
    ...(inventory === "complete" && { complete: [kind] }),
  };
}
