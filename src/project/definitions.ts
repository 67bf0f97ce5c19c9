/**
 * A hash over everything that determines the meaning of a target's declarations. A review is valid as long as this hash
 * stays the same.
 */

import type { MappingData } from "../catalog/schema/mapping.ts";
import { modulesFolder } from "../drivers/yang/with-modules.ts";
import type { Project, Target } from "../model/project.ts";
import { digest } from "../runtime/digest.ts";
import type { OwnCatalogs } from "./own-catalogs.ts";
import type { OwnModules } from "./own-modules.ts";

/**
 * The members of a target that determine the effect of a change: its destination, its form, and its guards. The other
 * members affect only speed; `hosts` can only forbid. `tls` determines which server is trusted, so it is included if
 * present.
 */
const members: Readonly<Record<keyof Target, boolean>> = {
  interface: true,
  dialect: true,
  url: true,
  devices: true,
  credential: true,
  readVia: true,
  guards: true,
  settings: true,
  tls: true,
  name: false,
  hosts: false,
  store: false,
  limits: false,
  changedSince: false,
  at: false,
};

/** The definitions of a project outside its project file. */
export interface OwnDefinitions {
  readonly project: Project;
  readonly catalogs: OwnCatalogs["catalogs"];
  readonly mappings: ReadonlyMap<string, MappingData>;
  readonly modules: Pick<OwnModules, "digest">;
}

/**
 * Returns a SHA-256 for each target: over the target's entry in the project file, its catalog, mapping and modules, and
 * over the content of rules that hold back changes of all targets (policies and `prune`). Freezes, health and waves are
 * excluded, because they take effect whenever apply runs, reviewed or not. Reads the modules if necessary.
 */
export function targetDefinitions(of: OwnDefinitions): Readonly<Record<string, string>> {
  const { targets, policies = [], prune } = of.project;
  const rules = policies.map(({ at: _, ...policy }) => policy);
  const all = [...targets].map(([name, target]) => {
    const { settings, dialect, tls } = target;
    const isSaid = tls.insecure || tls.ca !== undefined;
    const own = Object.entries(target).filter(
      ([member]) => isDeciding(member) && (member !== "tls" || isSaid),
    );
    const { mapping } = settings;
    const yang = modulesFolder(settings);
    return [
      name,
      {
        target: Object.fromEntries(own),
        rules,
        prune,
        catalog: of.catalogs.find(
          ({ product }) => target.interface === "rest" && product.product === dialect,
        ),
        mapping: typeof mapping === "string" ? of.mappings.get(mapping) : undefined,
        modules: yang === undefined ? undefined : of.modules.digest(yang),
      },
    ] as const;
  });
  return Object.fromEntries(all.map(([name, each]) => [name, digest(JSON.stringify(each))]));
}

function isDeciding(member: string): boolean {
  return Object.entries(members).some(([name, decides]) => decides && name === member);
}
