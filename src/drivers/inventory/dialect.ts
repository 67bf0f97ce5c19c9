/** What a dialect says of an inventory that is only read, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../contract.ts";
import { type FieldNames, fieldName, fieldNames } from "../described/fields.ts";
import { type Envelopes, listSettings } from "../described/lists.ts";
import { basePath as base, plainPath } from "../described/paths.ts";

/** A product behind an interface that shows an inventory of devices. */
export interface InventoryDialect extends Dialect, Envelopes {
  /** Before every path. */
  readonly basePath: string;
  readonly devicesPath: string;
  /** The field of a record that holds its id, where paths name it. */
  readonly idField?: string;
  /** Field of a declared device → field of a record. */
  readonly fields: FieldNames;
}

/** The settings of every inventory. */
export const inventorySettings = {
  basePath: base.describe("Before every path. Default: nothing."),
  devicesPath: plainPath.describe("Path of the device inventory. Default: /devices."),
  inventory: z
    .enum(["declared", "complete"])
    .describe("complete: devices that are live and not declared are reported. Default: declared."),
  ...listSettings,
};

/** The names of the fields of a device in any inventory. */
export const inventoryFields = {
  serial: fieldName,
  name: fieldName,
  model: fieldName,
  softwareVersion: fieldName,
  managementIpAddress: fieldName,
  status: fieldName,
};

/** The setting of those. */
export const deviceFields = fieldNames(inventoryFields).describe(
  "Wire names of a device's fields. Default: the same names.",
);

/** The settings of an inventory as a target writes them. */
interface Settings extends Envelopes {
  readonly basePath?: string | undefined;
  readonly devicesPath?: string | undefined;
  readonly inventory?: "declared" | "complete" | undefined;
  readonly deviceFields?: Readonly<Partial<Record<string, string>>> | undefined;
}

/** A dialect with these settings laid over it; `kind` is the inventory's. */
export function withInventory<D extends InventoryDialect>(
  dialect: D,
  kind: string,
  { basePath, devicesPath, inventory, itemsField, nextField, totalField, deviceFields: names = {} }: Settings,
): D {
  return {
    ...dialect,
    basePath: basePath ?? dialect.basePath,
    devicesPath: devicesPath ?? dialect.devicesPath,
    itemsField: itemsField ?? dialect.itemsField,
    nextField: nextField ?? dialect.nextField,
    totalField: totalField ?? dialect.totalField,
    fields: { ...dialect.fields, ...names },
    ...(inventory === "complete" && { complete: [kind] }),
  };
}
