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
 * True for each member of a target that determines where a change is sent, how it is written, or what guards it. False
 * for members that affect only speed, and for `hosts`, which can only forbid. `tls` is included if present, because it
 * determines which server is trusted.
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
 * Returns a SHA-256 for each target. It covers the target's entry in the project file, and its catalog, mapping and
 * modules. It also covers the policies and `prune`, which can hold back changes of all targets. Freezes, health and
 * waves are excluded, because they take effect at every apply, reviewed or not. Reads the modules if necessary.
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
