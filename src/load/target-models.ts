/** Targets with types of their own, such as a device's YANG modules. The types add facts about declared resources. */

import type { DeclaredKeys, DeclaredSecret, ResourceParts } from "../drivers/contract/target-model.ts";
import type { Resource } from "../model/desired.ts";
import type { KindProblem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { meant } from "../yaml/did-you-mean.ts";
import type { SectionsByDialect } from "./desired/sections.ts";

/** Returns what a target's types say about its resources; undefined for targets without types. */
export type TargetModels = (target: string) =>
  | {
      readonly modelled: (resource: Resource) => Resource;
      readonly declaredSecrets: (resource: Resource) => readonly DeclaredSecret[];
      readonly partsOf: (resource: Resource, keys: DeclaredKeys) => ResourceParts | undefined;
      readonly keyProblems: (keys: DeclaredKeys) => readonly KindProblem[];
    }
  | undefined;

/** Returns the types of these targets. Each is computed once, on demand. */
export function targetModels(project: Project, shapes: SectionsByDialect): TargetModels {
  const models = new Map<string, ReturnType<TargetModels>>();
  const made = (name: string): ReturnType<TargetModels> => {
    const target = project.targets.get(name);
    const driver = target && shapes.of(target)?.driver;
    if (!target || !(driver?.modelled || driver?.declaredSecrets)) return undefined;
    const dialect = driver.dialect(target.dialect, target.settings);
    return {
      modelled: (resource) => driver.modelled?.(resource, dialect) ?? resource,
      declaredSecrets: (resource) => driver.declaredSecrets?.(resource, dialect) ?? [],
      partsOf: (resource, keys) => driver.partsOf?.(resource, dialect, keys),
      keyProblems: (keys) => driver.keyProblems?.(keys, dialect, meant) ?? [],
    };
  };
  return (name) => {
    if (!models.has(name)) models.set(name, made(name));
    return models.get(name);
  };
}
