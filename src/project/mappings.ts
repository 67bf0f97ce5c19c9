/** Mappings of devices: the built-in mappings, and those of a project. Each is read on demand. */

import { type LoadedMapping, loadMapping } from "../catalog/load/mapping.ts";
import type { MappingData } from "../catalog/schema/mapping.ts";
import type { Driver } from "../drivers/contract/contract.ts";
import { withMappings } from "../drivers/yang/device/mapping/dialects.ts";
import { type DeviceMapping, mappingOf } from "../drivers/yang/device/mapping/mapping.ts";
import { Stage } from "../kept/kept.ts";
import { folderName } from "../load/project-file/catalog-folders.ts";
import { mappingProblems, namedMappings } from "../load/project-file/mapping-folders.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import {
  type CatalogFolder,
  compiledText,
  mappingFolder,
  mappingTexts,
} from "../runtime/files/catalog-files.ts";
import type { ProjectFile } from "../runtime/files/project-file.ts";
import { nearest } from "../yaml/did-you-mean.ts";
import {
  type FolderFiles,
  type OwnFolderOptions,
  ownFiles,
  type ProjectFolder,
  proposedChange,
  textsIn,
} from "./own-folder.ts";
import { ownPattern } from "./own-patterns.ts";
import { reading } from "./reading.ts";

/** The names of the built-in mappings. */
export const builtInMappings = ["ios-xe", "ietf", "openconfig"] as const;

/** The drivers, with the built-in mappings. */
export function withBuiltIn(drivers: readonly Driver[], folder = mappingFolder()): readonly Driver[] {
  return withMappings(drivers, builtIn(folder));
}

/** Returns the drivers with the built-in mappings and with these mappings of a project. */
export function withOwnMappings(
  drivers: readonly Driver[],
  own: Iterable<readonly [string, () => DeviceMapping | undefined]>,
): readonly Driver[] {
  return withMappings(drivers, new Map([...builtIn(mappingFolder()), ...own]));
}

function builtIn(folder: CatalogFolder | undefined): ReadonlyMap<string, () => DeviceMapping | undefined> {
  return new Map(
    builtInMappings.map((name) => [name, once(() => folder && mappingOf(builtInData(folder, name)))]),
  );
}

/** Returns a function that creates a value at its first call, and returns the same value at each later call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The data of a built-in mapping. */
export function builtInData(folder: CatalogFolder, name: string): MappingData {
  if (folder.compiled) return JSON.parse(compiledText(folder, name));
  const { mapping, problems } = loadMapping(mappingTexts(folder, name));
  const [first] = problems.filter(({ severity }) => severity === "error");
  if (mapping) return mapping;
  const where = first?.at ? `${first.at.file}:${first.at.line}:${first.at.column}: ` : "";
  throw new Error(`${where}${first?.message ?? `there is no mapping ${name}`}`);
}

/** A project's own mappings, read and checked. */
export interface OwnMappings {
  /** The drivers, with the project's own mappings added. */
  readonly drivers: readonly Driver[];
  /** The valid mappings, by folder. */
  readonly mappings: ReadonlyMap<string, MappingData>;
  readonly problems: readonly Problem[];
}

const loads = new Stage<LoadedMapping>();
const withOwn = new Stage<readonly Driver[]>();

const maxFiles = 200;
const maxCharacters = 4_000_000;

/**
 * Returns the mappings in the folders that a project file names. Mappings determine where declarations are in the trees
 * of devices, and which changes are guarded. With a trusted revision, the mappings of that revision are used. If the
 * pull request has different mappings, a warning is added.
 */
export async function ownMappings(
  { file, folder: root }: ProjectFile,
  { drivers, trusted, kept }: OwnFolderOptions & { readonly drivers: readonly Driver[] },
): Promise<OwnMappings> {
  const folders = namedMappings(file).filter((name) => !builtInMappings.some((each) => each === name));
  if (folders.length === 0) return { drivers, mappings: new Map(), problems: [] };
  const read = await Promise.all(
    folders.map(async (name) => ({
      name,
      ...(await mappingIn(file, { root, folder: name, trusted, kept })),
    })),
  );
  const all = read.map(
    ({ name, mapping }) => [name, once(() => mapping && mappingOf(mapping, ownPattern))] as const,
  );
  const from = [drivers, ...read.flatMap(({ name, mapping }) => [name, mapping])];
  return {
    drivers: withOwn.of(kept, { from }, () => withOwnMappings(drivers, all)),
    mappings: new Map(read.flatMap(({ name, mapping }) => (mapping ? [[name, mapping] as const] : []))),
    problems: read.flatMap(({ problems }) => problems),
  };
}

async function mappingIn(file: SourceText, of: ProjectFolder): Promise<LoadedMapping> {
  const { folder, trusted } = of;
  const inside = folderName(folder);
  const read = await ownFiles(of, ({ path }) => path.slice(0, path.lastIndexOf("/")) === inside);
  const told = trusted && read.changed.length > 0 ? [mappingDiffers(trusted.name, read.changed)] : [];
  const texts = [file.text, ...textsIn(read.files), ...read.problems.map(({ message }) => message)];
  const key = { place: folder, from: texts };
  const loaded = await reading(() => loads.of(of.kept, key, () => loadedFrom(file, folder, read)));
  return { ...loaded, problems: [...told, ...loaded.problems] };
}

function loadedFrom(file: SourceText, folder: string, { files: own, problems }: FolderFiles): LoadedMapping {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => code === "missing-folder")) return { problems: noMapping(file, folder) };
  if (errors.length > 0) return { problems: errors };
  const characters = own.reduce((sum, { text }) => sum + text.length, 0);
  if (own.length > maxFiles || characters > maxCharacters) return { problems: [tooLarge(folder)] };
  if (!own.some(({ path }) => path.endsWith("/mapping.yaml"))) return { problems: noMapping(file, folder) };
  return loadMapping(own, { own: true });
}

function mappingDiffers(revision: string, paths: readonly string[]): Problem {
  return proposedChange({
    code: "mapping-differs",
    paths,
    counts: `this plan uses the mapping of ${revision}`,
    hint: "Review that change separately, because a mapping determines how devices are configured and guarded.",
  });
}

function noMapping(file: SourceText, folder: string): readonly Problem[] {
  const message = `there is no mapping \`${folder}\`, and no folder of that name with a mapping.yaml.`;
  const near = nearest(folder, builtInMappings);
  const hint = near ? `Did you mean \`${near}\`?` : `Built-in mappings: ${builtInMappings.join(", ")}.`;
  return mappingProblems(file, folder, { code: "no-mapping", message, hint });
}

function tooLarge(folder: string): Problem {
  return problem("too-large", `the mapping ${folder} has over ${maxFiles} files, or over 4 MB.`, {
    hint: "Leave out kinds that you do not declare.",
  });
}
