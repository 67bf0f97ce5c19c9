/** What a dialect of the fabric controller interface says, and which of it a target may override. */

import { z } from "zod";
import type { WireRequest } from "../../../model/wire.ts";
import type { Dialect } from "../../contract.ts";
import { fieldName } from "../../described/fields.ts";
import { type Envelopes, listSettings } from "../../described/lists.ts";
import { template } from "../../described/paths.ts";

/** The kinds of all dialects. */
export type FabricKind = "tenant" | "managedObject";

/** What is read: objects by their paths, all tenants, or the object that always exists. */
export type FabricCollection = "object" | "tenants" | "root";

type Write = Extract<WireRequest["method"], "POST" | "PUT" | "PATCH">;

/** A product behind the fabric controller interface. */
export interface FabricDialect extends Dialect, Envelopes {
  /** `{path}` stands for an object's, `{class}` for the class of which all are listed. */
  readonly paths: Readonly<Record<"object" | "class", string>>;
  readonly methods: Readonly<Record<"createObject" | "updateObject", Write>>;
  /** The header that carries the token; in `Authorization` it is a Bearer value. */
  readonly tokenHeader: string;
  /** The path of the object that always exists. */
  readonly root: string;
  readonly tenantClass: string;
  /** The attribute that holds a tenant's description. */
  readonly descriptionAttribute: string;
  /** The attribute that holds an object's name. */
  readonly nameAttribute: string;
}

const writeMethod = z.enum(["POST", "PUT", "PATCH"]).exactOptional();

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
    nameAttribute: fieldName.describe("Attribute of an object's name. Default: name."),
    tenantClass: z
      .string()
      .regex(/^[A-Za-z]\w*$/)
      .describe("Class of tenants. Default: fvTenant."),
    paths: z
      .strictObject({ object: template("/api/mo/{path}.json"), class: template("/api/class/{class}.json") })
      .describe("Paths of an object and of all of a class. Default: /api/mo/{path}.json and so on."),
    methods: z
      .strictObject({ createObject: writeMethod, updateObject: writeMethod })
      .describe("Methods of writes. Default: POST."),
    itemsField: listSettings.itemsField.describe(
      "Field of an answer that holds its objects. Default: imdata.",
    ),
    nextField: listSettings.nextField,
    totalField: listSettings.totalField.describe(
      "Field of a page with the number of all objects. Default: totalCount.",
    ),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: FabricDialect,
  settings: z.infer<typeof fabricSettings>,
): FabricDialect {
  const { tokenHeader, root, descriptionAttribute, nameAttribute, tenantClass, paths, methods } = settings;
  return {
    ...dialect,
    tokenHeader: tokenHeader ?? dialect.tokenHeader,
    root: root ?? dialect.root,
    descriptionAttribute: descriptionAttribute ?? dialect.descriptionAttribute,
    nameAttribute: nameAttribute ?? dialect.nameAttribute,
    tenantClass: tenantClass ?? dialect.tenantClass,
    paths: { ...dialect.paths, ...paths },
    methods: { ...dialect.methods, ...methods },
    itemsField: settings.itemsField ?? dialect.itemsField,
    nextField: settings.nextField ?? dialect.nextField,
    totalField: settings.totalField ?? dialect.totalField,
    replies: dialect.replies.map((rule) =>
      rule.method === "POST" && methods?.createObject ? { ...rule, method: methods.createObject } : rule,
    ),
  };
}
