/** Loads desired state: YAML texts into resources, with every problem at once. Reads no files, knows no Git. */

import type { Driver } from "../drivers/contract.ts";
import { type Address, addressParts } from "../model/address.ts";
import { byAddress, byText, byTextOf } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { writtenPath } from "../model/list-identity.ts";
import { type Pointer, segments } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import type { SourceText } from "../model/source.ts";
import { danglingReferences } from "./desired/dangling-references.ts";
import { duplicateIdentities } from "./desired/duplicates.ts";
import { fieldOrigin, spotOf } from "./desired/field-places.ts";
import { inheritedAt, loadFiles } from "./desired/files.ts";
import { type LoadRun, type Reference, reportField } from "./desired/load-run.ts";
import { sectionsByDialect, shapeFor } from "./desired/sections.ts";
import { problemsOf } from "./findings.ts";

/** What desired state is loaded from. Paths of files are relative to the project's folder. */
export interface LoadInput {
  readonly project: Project;
  readonly files: readonly SourceText[];
  readonly drivers: readonly Driver[];
}

/** What came of a load. With problems, some resources are missing. */
export interface LoadResult {
  readonly desired: Desired;
  /** By file, line and column. */
  readonly problems: readonly Problem[];
  /** In address order. */
  readonly references: readonly Reference[];
}

/**
 * Loads all files. The result depends neither on the order of files nor on the order of keys in them. Never throws
 * for what people write.
 */
export function load(input: LoadInput): LoadResult {
  const run = newRun(input);
  loadFiles(run, input.files);
  const declared = [...run.declared.values()].sort(byTextOf(({ resource }) => resource.address));
  const resources = new Map(declared.map(({ resource }) => [resource.address, resource]));
  duplicateIdentities(run, declared);
  danglingReferences(run, declared);
  checkByDrivers(run, resources);
  const secretFields = [...run.shapes.values()].flatMap(({ driver }) =>
    driver.kinds.flatMap((kind) => kind.secrets.map(lastOf)),
  );
  return {
    desired: { resources, locate: (address, path) => locate(run, address, path) },
    problems: problemsOf(run.findings, secretFields),
    references: run.references.sort((a, b) => byAddress(a, b) || byText(a.path, b.path)),
  };
}

function newRun({ project, drivers }: LoadInput): LoadRun {
  return {
    project,
    shapes: sectionsByDialect(drivers),
    findings: [],
    declared: new Map(),
    named: new Set(),
    duplicated: new Set(),
    references: [],
    holders: new Map(),
  };
}

/** What a new file in a folder takes over from the `defaults.yaml` files of the folders that it is in. */
export function inheritedBy(
  input: LoadInput,
  folder: string,
): { readonly header: Readonly<Record<string, Json>>; readonly defaults: JsonObject } {
  const { header, defaults } = inheritedAt(newRun(input), input.files, folder);
  return { header: Object.fromEntries([...header].map(([name, { value }]) => [name, value])), defaults };
}

function locate(run: LoadRun, address: Address, path: Pointer): ReturnType<Desired["locate"]> {
  const declared = run.declared.get(address);
  return declared && fieldOrigin(spotOf(declared.place, writtenPath(declared.resource, path)));
}

function lastOf(path: Pointer): string {
  return segments(path).at(-1) ?? "";
}

/** Lets each driver check what is declared for each of its targets. */
function checkByDrivers(run: LoadRun, resources: ReadonlyMap<Address, Resource>): void {
  const byTarget = Map.groupBy(resources.values(), (resource) => addressParts(resource.address).target);
  for (const [name, declared] of byTarget) {
    const target = run.project.targets.get(name);
    const driver = target && shapeFor(run.shapes, target)?.driver;
    if (!target || !driver?.check) continue;
    for (const { address, path, code, message, hint } of driver.check(
      declared,
      driver.dialect(target.dialect, target.settings),
    )) {
      const place = run.declared.get(address)?.place;
      if (place) reportField(run, { place, path: segments(path) }, { code, message, hint, address });
    }
  }
}
