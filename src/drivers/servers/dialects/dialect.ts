/** What a dialect of the server-management interface says, and which of it a target may override. */

import { z } from "zod";
import { fieldName, fieldNames } from "../../described/fields.ts";
import { itemField, listSettings } from "../../described/lists.ts";
import { type UpdateMethod, updateMethod } from "../../described/methods.ts";
import { plainPath, template } from "../../described/paths.ts";
import { type InventoryDialect, inventorySettings, withInventory } from "../../inventory/dialect.ts";

/** A product behind the server-management interface. */
export interface ServersDialect extends InventoryDialect {
  readonly itemsField: string;
  readonly nextField: string;
  readonly idField: string;
  /** The path of one profile: `{id}` stands for its id. */
  readonly profilePath: string;
  readonly updateMethod: UpdateMethod;
  /** Path of the OAuth token endpoint; `basePath` is not put before it. */
  readonly tokenPath: string;
  /** The scopes that a token is asked for, separated by spaces. Undefined: what the client has. */
  readonly scope: string | undefined;
}

/** The settings of a server-management target. */
export const serversSettings = z
  .strictObject({
    basePath: inventorySettings.basePath,
    inventory: z
      .enum(["declared", "complete"])
      .describe("complete: profiles that are live and not declared are reported. Default: declared."),
    itemsField: listSettings.itemsField.describe("Field of a page that holds its profiles. Default: items."),
    totalField: listSettings.totalField,
    itemField,
    nextField: listSettings.nextField.describe(
      "Field of a page that holds the URL of the next one, before all usual places. Default: next.",
    ),
    paths: z
      .strictObject({ profiles: template("/server-profiles"), profile: template("/server-profiles/{id}") })
      .describe("Paths of all profiles and of one. Default: /server-profiles, /server-profiles/{id}."),
    methods: z.strictObject({ updateProfile: updateMethod }).describe("Method of changes. Default: PUT."),
    profileFields: fieldNames({
      id: fieldName,
      serial: fieldName,
      name: fieldName,
      model: fieldName,
      description: fieldName,
      status: fieldName,
    }).describe("Wire names of a profile's fields. Default: the same names."),
    tokenPath: plainPath.describe("Path of the OAuth token endpoint. Default: /oauth/token."),
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
  const { paths, methods, profileFields: { id, ...deviceFields } = {} } = settings;
  const { itemsField = dialect.itemsField, nextField = dialect.nextField } = settings;
  return {
    ...withInventory(dialect, "serverProfile", { ...settings, devicesPath: paths?.profiles, deviceFields }),
    itemsField,
    nextField,
    itemField: settings.itemField ?? dialect.itemField,
    idField: id ?? dialect.idField,
    profilePath: paths?.profile ?? dialect.profilePath,
    updateMethod: methods?.updateProfile ?? dialect.updateMethod,
    tokenPath: settings.tokenPath ?? dialect.tokenPath,
    scope: settings.scope ?? dialect.scope,
  };
}
