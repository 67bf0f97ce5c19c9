/** Adds schemas to drivers whose targets name a folder of YANG modules. */

import { isObject, type Json } from "../../model/json.ts";
import type { Driver } from "../contract/contract.ts";
import { extended } from "../contract/resolve-driver.ts";
import type { SchemaSource } from "../contract/target-model.ts";

/** Returns the folder of modules in a target's settings. Undefined: the settings name no folder. */
export function modulesFolder(settings: Json): string | undefined {
  return isObject(settings) && typeof settings.yang === "string" ? settings.yang : undefined;
}

/** Returns the given drivers with schemas, by the folders in their targets' settings. */
export function withModules(
  drivers: readonly Driver[],
  schemas: ReadonlyMap<string, SchemaSource>,
): readonly Driver[] {
  return drivers.map((driver) => (driver.withSchema ? withSchemas(driver, schemas) : driver));
}

function withSchemas(driver: Driver, schemas: ReadonlyMap<string, SchemaSource>): Driver {
  return extended(driver, {
    dialect: (name, settings) => {
      const dialect = driver.dialect(name, settings);
      const schema = schemas.get(modulesFolder(settings) ?? "");
      return schema ? (driver.withSchema?.(dialect, schema) ?? dialect) : dialect;
    },
  });
}
