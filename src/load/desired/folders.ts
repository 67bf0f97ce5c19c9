/** Folders: their `defaults.yaml` and `vars.yaml` files contain settings for all files in the folder. */

import { isObject } from "../../model/json.ts";
import { desiredFolders } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import { parse } from "../../yaml/parse.ts";
import type { KeyNumbers } from "../../yaml/positions.ts";
import { textFile } from "../../yaml/text-file.ts";
import { groupsIn } from "../composition/groups.ts";
import { VariableScope } from "../composition/scope.ts";
import { variablesAt } from "./composing/instances.ts";
import { type InheritedLayers, inherit, nothingInherited } from "./defaults.ts";
import { checkHeader } from "./header.ts";
import { type LoadRun, reportNode } from "./load-run.ts";
import type { InterfaceSections } from "./sections.ts";

/** Returns the documents of a file, and reports YAML errors. */
export function documentsOf(run: LoadRun, file: SourceText, names: KeyNumbers): readonly YamlDocument[] {
  const text = textFile(file.path, file.text);
  const { documents, faults } = parse(text, names);
  for (const fault of faults) run.findings.push({ ...fault, file: text, only: true });
  return documents;
}

/** True for YAML files. */
export function isYaml({ path }: SourceText): boolean {
  return /\.ya?ml$/.test(path);
}

/** True for files that apply to their folder and contain no entries. */
export function isOfFolder(file: SourceText): boolean {
  return isVars(file) || /(?:^|\/)defaults\.ya?ml$/.test(file.path);
}

function isVars({ path }: SourceText): boolean {
  return /(?:^|\/)vars\.ya?ml$/.test(path);
}

/** Returns the layers that a file in this folder inherits from the `defaults.yaml` files of its folders. */
export function inheritedAt(run: LoadRun, files: readonly SourceText[], path: string): InheritedLayers {
  return inheritedIn(run, rootedAt(run, `${path}/file`).folder, folderTree(run, files, new Map()));
}

/**
 * Returns the folders with settings for their files. If there are several desired-state folders, a later one takes
 * precedence.
 */
export function folderTree(run: LoadRun, files: readonly SourceText[], names: KeyNumbers): Folders {
  const folders = new Map<string, FolderFiles>();
  const rooted = files.filter(isOfFolder).map((file) => ({ file, ...rootedAt(run, file.path) }));
  for (const { file, folder } of rooted.toSorted((a, b) => a.rank - b.rank)) {
    const of = folders.get(folder) ?? { defaults: [], vars: [] };
    folders.set(folder, of);
    of[isVars(file) ? "vars" : "defaults"].push(...documentsOf(run, file, names));
  }
  const tree: Folders = { folders, known: new Map() };
  for (const folder of folders.keys()) inheritedIn(run, folder, tree);
  return tree;
}

/** Returns the folder of a path; empty for the project's own folder. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/**
 * Returns the folder of a file, and its rank. If there are several desired-state folders, the path is relative to the
 * file's desired-state folder, and later folders have a higher rank.
 */
export function rootedAt(run: LoadRun, path: string): { readonly folder: string; readonly rank: number } {
  const roots = desiredFolders(run.project);
  const index = roots.length === 1 ? -1 : roots.findLastIndex((root) => path.startsWith(`${root}/`));
  if (index < 0) return { folder: folderOf(path), rank: 0 };
  return { folder: folderOf(path.slice((roots[index]?.length ?? 0) + 1)), rank: index };
}

interface FolderFiles {
  readonly defaults: YamlDocument[];
  readonly vars: YamlDocument[];
}

/** Folders, and their settings. */
export interface Folders {
  readonly folders: ReadonlyMap<string, FolderFiles>;
  readonly known: Map<string, InheritedLayers>;
}

/** Returns the settings in a folder: its own `defaults.yaml` and `vars.yaml`, over the settings of outer folders. */
export function inheritedIn(run: LoadRun, folder: string, of: Folders): InheritedLayers {
  const known = of.known.get(folder);
  if (known) return known;
  let inherited = folder === "" ? nothingInherited(outermost(run)) : inheritedIn(run, folderOf(folder), of);
  const { defaults = [], vars = [] } = of.folders.get(folder) ?? {};
  for (const { value, outline } of vars) {
    const layer = variablesAt(run, { outline, layer: "folderDefaults", path: [] }, value);
    if (layer) inherited = { ...inherited, variables: inherited.variables.with(layer) };
  }
  for (const document of defaults) {
    const own = run.shapes.ofTargets();
    const shapes = isAboutOnly(document, own) ? own : run.shapes.all();
    const names = headerNames(shapes);
    const inHeader = {
      names: new Set([...names, "groups"]),
      sections: new Set<string>(),
      shapes,
      what: "defaults.yaml",
    };
    checkHeader(run, document, inHeader);
    inherited = inherit(inherited, document, { names, layer: "folderDefaults" });
    inherited = withGroups(run, inherited, { document, shapes });
  }
  of.known.set(folder, inherited);
  return inherited;
}

/** The outermost scope: the project file's variables. */
function outermost({ project }: LoadRun): VariableScope {
  const { vars } = project;
  if (!vars) return new VariableScope({});
  const position = ([name = ""]: readonly string[]) => vars.at[name];
  return new VariableScope({
    own: { values: vars.defaults, position },
    strongest: { values: vars.values, position },
  });
}

/** Adds the groups of a document after the groups of outer folders. */
export function withGroups(
  run: LoadRun,
  from: InheritedLayers,
  { document, shapes }: { readonly document: YamlDocument; readonly shapes: readonly InterfaceSections[] },
): InheritedLayers {
  const { value, outline } = document;
  if (!isObject(value) || !Object.hasOwn(value, "groups")) return from;
  const sections = new Set(shapes.flatMap(({ withDefaults }) => [...withDefaults.keys()]));
  const { groups, faults } = groupsIn(document, value.groups ?? null, sections);
  for (const { path, at, message, hint } of faults)
    reportNode(run, { outline, layer: "group", path }, { code: "bad-group", message, hint, at });
  return { ...from, groups: [...from.groups, ...groups] };
}

/** Returns the top-level fields that files for these interfaces may have. */
export function headerNames(shapes: readonly InterfaceSections[]): ReadonlySet<string> {
  const fields = shapes.flatMap(({ driver }) => driver.fileFields.map((field) => field.name));
  return new Set(["target", ...fields]);
}

/** True if everything in a `defaults.yaml` is for these interfaces only. */
function isAboutOnly({ value }: YamlDocument, shapes: readonly InterfaceSections[]): boolean {
  if (!isObject(value)) return true;
  const { defaults = null, groups = null, ...header } = value;
  const names = headerNames(shapes);
  const layers = [defaults, ...(isObject(groups) ? Object.values(groups) : [])];
  const sections = layers.flatMap((layer) => (isObject(layer) ? Object.keys(layer) : []));
  const isKnown = (section: string) =>
    section === "match" || shapes.some(({ withDefaults }) => withDefaults.has(section));
  return Object.keys(header).every((name) => names.has(name)) && sections.every(isKnown);
}
