/** A project's own catalogs, mappings and modules as plain data, for a process that has none of its files. */

import type { Catalog } from "../catalog/schema/kind.ts";
import type { MappingData } from "../catalog/schema/mapping.ts";
import type { Driver } from "../drivers/contract/contract.ts";
import { withOwnCatalogs } from "../drivers/index.ts";
import { mappingOf } from "../drivers/yang/device/mapping/mapping.ts";
import { modulesFolder, withModules } from "../drivers/yang/with-modules.ts";
import type { Project } from "../model/project.ts";
import { drivers } from "./drivers.ts";
import { once, withOwnMappings } from "./mappings.ts";
import { sourceOf } from "./own-catalogs.ts";
import { type ModuleFolder, type OwnModules, schemaOf } from "./own-modules.ts";
import { ownPattern } from "./own-patterns.ts";

/** Everything that determines the dialects of a project's targets. */
export interface BundledDefinitions {
  readonly catalogs: readonly Catalog[];
  readonly mappings: readonly (readonly [string, MappingData])[];
  readonly modules: readonly ModuleFolder[];
}

/** The bundled definitions of a project. */
export function bundledDefinitions(
  { targets }: Project,
  of: {
    readonly catalogs: readonly Catalog[];
    readonly mappings: ReadonlyMap<string, MappingData>;
    readonly modules: Pick<OwnModules, "texts">;
  },
): BundledDefinitions {
  const folders = new Set([...targets.values()].flatMap(({ settings }) => modulesFolder(settings) ?? []));
  const modules = [...folders].flatMap((folder) => of.modules.texts(folder) ?? []);
  return { catalogs: of.catalogs, mappings: [...of.mappings], modules };
}

/** All drivers, with these definitions. */
export function driversOf({ catalogs, mappings, modules }: BundledDefinitions): readonly Driver[] {
  const byName = new Map(catalogs.map((catalog) => [catalog.product.product, catalog]));
  const own = { source: sourceOf(byName), folders: {}, patterns: ownPattern };
  const withCatalogs = catalogs.length === 0 ? drivers : withOwnCatalogs(drivers, own);
  const all = mappings.map(([name, data]) => [name, once(() => mappingOf(data, ownPattern))] as const);
  const withAll = mappings.length === 0 ? withCatalogs : withOwnMappings(withCatalogs, all);
  const schemas = modules.map((folder) => [folder.folder, once(() => schemaOf(folder))] as const);
  return modules.length === 0 ? withAll : withModules(withAll, new Map(schemas));
}
