/** What a dialect of the controller interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";
import { type FieldNames, fieldName, fieldNames } from "../../described/fields.ts";
import { itemField, listSettings } from "../../described/lists.ts";
import { template } from "../../described/paths.ts";

/** The lists that are read. */
export type ControllerCollection = "sites" | "devices";

/** A product behind the controller interface. */
export interface ControllerDialect extends Dialect {
  /** `{id}` stands for a device's. */
  readonly paths: Readonly<Record<"login" | ControllerCollection | "device" | "addDevice", string>>;
  readonly siteFields: FieldNames<"siteName" | "healthScore">;
  readonly deviceFields: FieldNames<"id" | "name" | "type" | "managementIpAddress" | "status">;
  /** Statuses besides `unreachable` that mean the same; upper and lower case are the same. */
  readonly unreachable: readonly string[];
  /** The field of an answer about one device that holds it; a device by itself is taken anyway. */
  readonly itemField: string;
  /** The field of a page that holds its items; a body that is a list by itself is taken anyway. */
  readonly itemsFields: Readonly<Record<ControllerCollection, string>>;
  /** Where a page says where the next one is, its version, the number of all items, and the header that counts. */
  readonly pages: Readonly<Record<"next" | "version" | "total" | "countHeader", string>>;
  /** What that header counts. */
  readonly totalCount: "auto" | "items" | "pages" | "page";
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
    devicesField: name.describe("Field of a page that holds its devices. Default: response."),
    paths: z
      .strictObject({
        devices: template("/ctl/intent/api/v1/network-device"),
        device: template("/ctl/intent/api/v1/network-device/{id}"),
        addDevice: template("/ctl/intent/api/v1/network-device"),
      })
      .describe("Paths of the inventory. Default: /ctl/intent/api/v1/network-device and so on."),
    siteFields: fieldNames({ siteName: fieldName, healthScore: fieldName }).describe(
      "Wire names of the fields of a site's health. Default: the same names.",
    ),
    deviceFields: fieldNames({
      id: fieldName,
      name: fieldName,
      type: fieldName,
      managementIpAddress: fieldName,
      status: fieldName,
    }).describe("Wire names of a device's fields. Default: the same names."),
    unreachable: z
      .array(name)
      .min(1)
      .describe("Statuses besides unreachable that mean the same. Default: none."),
    itemField: itemField.describe("Field of an answer about one device that holds it. Default: response."),
    nextField: listSettings.nextField.describe(
      "Field of a page that holds the URL of the next one, before all usual places. Default: nextPageUri.",
    ),
    totalField: listSettings.totalField.describe(
      "Field of a page with the number of all records. Default: totalRecords.",
    ),
    totalCount: z
      .enum(["auto", "items", "pages", "page"])
      .describe(
        "What X-Page-Total-Count counts: all items, all pages, or the items of a page. Default: auto, any of them.",
      ),
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
  const { version, tokenField, tokenHeader, timeRange, devicesField, totalCount } = settings;
  const { paths, siteFields, deviceFields, itemField: device, nextField, totalField } = settings;
  const { unreachable = dialect.unreachable } = settings;
  return {
    ...dialect,
    paths: { ...dialect.paths, ...paths },
    siteFields: { ...dialect.siteFields, ...siteFields },
    deviceFields: { ...dialect.deviceFields, ...deviceFields },
    unreachable,
    itemField: device ?? dialect.itemField,
    pages: {
      ...dialect.pages,
      next: nextField ?? dialect.pages.next,
      total: totalField ?? dialect.pages.total,
    },
    itemsFields: { ...dialect.itemsFields, devices: devicesField ?? dialect.itemsFields.devices },
    totalCount: totalCount ?? dialect.totalCount,
    version: version ?? dialect.version,
    tokenField: tokenField ?? dialect.tokenField,
    tokenHeader: tokenHeader ?? dialect.tokenHeader,
    timeRange: {
      start: timeRange?.start ?? dialect.timeRange.start,
      end: timeRange?.end ?? dialect.timeRange.end,
    },
  };
}
