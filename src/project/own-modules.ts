/** The YANG modules of a project: the folders that its targets name, each read once it is asked for. */

import type { Driver } from "../drivers/contract.ts";
import { modulesFolder, withModules } from "../drivers/modules.ts";
import type { SchemaSource } from "../drivers/target-model.ts";
import type { Problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { modulesPlace, moduleTexts } from "../runtime/files/yang-files.ts";
import { Schema } from "../yang/schema/schema.ts";

/** A project's modules. */
export interface OwnModules {
  /** Every driver there is, with the schemas of these modules. */
  readonly drivers: readonly Driver[];
  /** What was found wrong so far: grows as modules are read. */
  readonly problems: () => readonly Problem[];
}

/**
 * The modules that a project's targets name. They decide what is said of declared values and how these are compared,
 * and nothing of where credentials go: a proposal's own count, as its desired state does.
 */
export async function ownModules(project: Project, drivers: readonly Driver[]): Promise<OwnModules> {
  const folders = new Set(
    [...project.targets.values()].flatMap(({ settings }) => modulesFolder(settings) ?? []),
  );
  if (folders.size === 0) return { drivers, problems: () => [] };
  const faults: Problem[] = [];
  const schemas = new Map<string, SchemaSource>();
  const made: Schema[] = [];
  for (const folder of folders) {
    const place = await modulesPlace(project.folder, folder);
    if ("problem" in place) faults.push(place.problem);
    else {
      let schema: Schema | undefined;
      schemas.set(folder, () => {
        schema ??= schemaIn(place.real, folder, { made, faults });
        return schema;
      });
    }
  }
  return {
    drivers: withModules(drivers, schemas),
    problems: () => [...faults, ...made.flatMap(({ problems }) => problems.map(asWarning))],
  };
}

function schemaIn(
  real: string,
  folder: string,
  { made, faults }: { readonly made: Schema[]; readonly faults: Problem[] },
): Schema {
  const { files, problems } = moduleTexts(real, folder);
  faults.push(...problems);
  // Which deviations hold on a device only the device can say: folders of vendors have those of all their models.
  const schema = new Schema(files, { deviates: () => false });
  made.push(schema);
  return schema;
}

/** Modules are somebody else's, and what is wrong in one is nobody's to correct here. */
function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
