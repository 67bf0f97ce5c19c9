/** The YANG modules of a project, from the folders that its targets name. Each folder is read on demand. */

import type { Driver } from "../drivers/contract/contract.ts";
import { modulesFolder, withModules } from "../drivers/yang/with-modules.ts";
import type { WantedFiles } from "../git/objects.ts";
import { Stage } from "../kept/kept.ts";
import { folderName } from "../load/project-file/catalog-folders.ts";
import { parseWithin } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import type { SourceText } from "../model/source.ts";
import { digest } from "../runtime/digest.ts";
import { describedFiles } from "../runtime/files/unchanged-files.ts";
import { type ModuleCache, moduleCache } from "../runtime/files/yang-cache.ts";
import {
  type ModuleTexts,
  maxModuleBytes,
  modulesOf,
  modulesPlace,
  moduleTexts,
  noModulesFolder,
  textBeside,
} from "../runtime/files/yang-files.ts";
import { type LibraryModule, libraryFile, libraryIn, librarySchema } from "../yang/library/library.ts";
import type { KnownTexts } from "../yang/modules/module-set.ts";
import { Schema } from "../yang/schema/schema.ts";
import { statementsVersion } from "../yang/syntax/parse.ts";
import type { Statement } from "../yang/syntax/statement.ts";
import type { TrustedRevision } from "./config-from.ts";
import {
  changedFiles,
  type OwnFolderOptions,
  type ProjectFolder,
  proposedChange,
  trustedFiles,
} from "./own-folder.ts";
import { repositoryOf } from "./work-tree.ts";

/** A folder of modules as texts, for another process. */
export interface ModuleFolder {
  readonly folder: string;
  readonly files: readonly SourceText[];
  /** The library that the device reported. If absent, it reported none. */
  readonly library?: string;
}

/** The schema of the modules in a folder. */
export function schemaOf({ folder, files, library: text }: ModuleFolder): Schema {
  const library = libraryBeside(folder, text);
  const { modules } = "modules" in library ? library : {};
  return new Schema(files, modules ? librarySchema(modules) : { deviates: () => false });
}

/** A project's modules. */
export interface OwnModules {
  /** All drivers, with the schemas of the project's modules. */
  readonly drivers: readonly Driver[];
  /** Returns the hash of everything in a folder, which is read if necessary; undefined if it cannot be read. */
  readonly digest: (folder: string) => string | undefined;
  /** Returns the texts of a folder; undefined if some cannot be read. */
  readonly texts: (folder: string) => ModuleFolder | undefined;
  /** Returns the problems so far. Reading further modules may add more. */
  readonly problems: () => readonly Problem[];
  /** Stores parsed modules for the next run. */
  readonly keep: () => void;
}

/**
 * Returns the modules that a project's targets name. Modules determine how declared values are checked and compared,
 * and under which paths they are written. With a trusted revision, the modules of that revision are used. If the pull
 * request has different modules, a warning is added.
 */
export async function ownModules(project: Project, on: ModulesOptions): Promise<OwnModules> {
  const folders = new Set(
    [...project.targets.values()].flatMap(({ settings }) => modulesFolder(settings) ?? []),
  );
  const { drivers, trusted, kept } = on;
  const described = kept && !trusted && folders.size > 0 ? await describedAll(project, folders) : undefined;
  if (!kept || !described) return modulesIn(project, folders, { drivers, trusted });
  const key = { from: [drivers, ...described] };
  const known = allModules.find(kept, key);
  if (known) return known.result;
  const made = await modulesIn(project, folders, { drivers });
  allModules.keep(kept, key, made);
  return made;
}

type ModulesOptions = OwnFolderOptions & { readonly drivers: readonly Driver[] };

const allModules = new Stage<OwnModules>();

/**
 * Returns the metadata of all files in these folders; undefined if the metadata cannot prove that the files are
 * unchanged.
 */
async function describedAll(
  { folder: root }: Project,
  folders: ReadonlySet<string>,
): Promise<readonly string[] | undefined> {
  const all: string[] = [];
  for (const folder of folders) {
    const place = await modulesPlace(root, folder);
    const described = "problem" in place ? undefined : describedFiles(place.real);
    if (described === undefined) return undefined;
    all.push(folder, described);
  }
  return all;
}

async function modulesIn(
  project: Project,
  folders: ReadonlySet<string>,
  { drivers, trusted }: ModulesOptions,
): Promise<OwnModules> {
  const faults: Problem[] = [];
  const kept = new Map<string, () => KeptSchema>();
  const made: KeptSchema[] = [];
  const sources = new Map<string, () => FolderTexts>();
  const gitFolder = folders.size === 0 ? undefined : await gitFolderOf(project);
  for (const folder of folders) {
    const found = await textsOf({ root: project.folder, folder, trusted });
    faults.push(...found.problems);
    if (!found.texts) continue;
    const { texts } = found;
    sources.set(folder, texts);
    let own: KeptSchema | undefined;
    kept.set(folder, () => {
      if (own) return own;
      const { modules, library: text } = texts();
      faults.push(...modules.problems);
      const library = libraryBeside(folder, text);
      if ("problem" in library) faults.push(library.problem);
      own = {
        ...keptSchema(modules, gitFolder, "modules" in library ? library.modules : undefined),
        isWhole: modules.problems.length === 0,
        digest: digest(`${modules.digest} ${text ?? ""}`),
      };
      made.push(own);
      return own;
    });
  }
  const schemas = new Map([...kept].map(([folder, own]) => [folder, () => wholeOf(own())] as const));
  return {
    drivers: folders.size === 0 ? drivers : withModules(drivers, schemas),
    digest: (folder) => kept.get(folder)?.().digest,
    texts: (folder) => {
      const { modules, library } = sources.get(folder)?.() ?? {};
      return modules && modules.problems.length === 0
        ? { folder, files: modules.files, ...(library !== undefined && { library }) }
        : undefined;
    },
    problems: () => [...faults, ...made.flatMap(({ schema }) => schema.problems.map(asWarning))],
    keep: () => {
      for (const { schema, cache } of made) {
        const texts = cache && schema.newTexts;
        if (texts) cache.write(linesOf(texts));
      }
    },
  };
}

/** The content of a folder. */
interface FolderTexts {
  readonly modules: ModuleTexts;
  /** The library that the device reported when the modules were downloaded; undefined if there is none. */
  readonly library: string | undefined;
}

/** Returns the texts of a folder, read from disk on demand. If there are no texts, the problems say why. */
async function textsOf(
  of: ProjectFolder,
): Promise<{ readonly texts?: () => FolderTexts; readonly problems: readonly Problem[] }> {
  const { root, folder, trusted } = of;
  const own = await trustedFiles(of, moduleFiles);
  const place = await modulesPlace(root, folder);
  const onDisk = (real: string): FolderTexts => ({
    modules: moduleTexts(real, folder),
    library: textBeside(real, libraryFile),
  });
  if (!own || !trusted)
    return "problem" in place
      ? { problems: [place.problem] }
      : { texts: () => onDisk(place.real), problems: [] };
  if (own.problems.length > 0) return { problems: own.problems.map(asModules(folder, trusted)) };
  const proposed = "problem" in place ? [] : filesOf(onDisk(place.real), folder);
  const changed = changedFiles(own.files, proposed);
  if (changed.length === 0 && "real" in place) return { texts: () => onDisk(place.real), problems: [] };
  const isLibrary = ({ path }: SourceText) => path.endsWith(`/${libraryFile}`);
  const modules = modulesOf(
    own.files.filter((file) => !isLibrary(file)),
    folder,
  );
  const texts = { modules, library: own.files.find(isLibrary)?.text };
  return { texts: () => texts, problems: [modulesDiffer(trusted.name, changed)] };
}

/** Selects the files of a module folder that are used. */
const moduleFiles: WantedFiles = {
  has: (path) => /^[^/.][^/]*\.yang$/.test(path) || path === libraryFile,
  maxBytes: maxModuleBytes,
};

/** Returns the files in the form that they have in a revision: git returns texts without a byte order mark. */
function filesOf({ modules, library }: FolderTexts, folder: string): readonly SourceText[] {
  const beside = library === undefined ? [] : [{ path: `${folder}/${libraryFile}`, text: library }];
  return [...modules.files, ...beside].map(({ path, text }) => ({
    path: folderName(path),
    text: text.replace(/^\uFEFF/, ""),
  }));
}

/** Returns a function that rewords the problem of a missing folder for modules, and keeps all other problems. */
function asModules(folder: string, { name }: TrustedRevision): (found: Problem) => Problem {
  return (found) =>
    found.code === "missing-folder" ? noModulesFolder(`${folder} of revision ${name}`) : found;
}

function modulesDiffer(revision: string, paths: readonly string[]): Problem {
  return proposedChange({
    code: "module-differs",
    paths,
    counts: `this plan uses the modules of ${revision}`,
    hint: "Review that change separately, because modules determine how declared values are compared and written.",
  });
}

/** A schema, and the store of its parsed texts. */
interface KeptSchema {
  readonly schema: Schema;
  /** False if some of the schema's files are unreadable. */
  readonly isWhole: boolean;
  /** The hash of all inputs of the schema. */
  readonly digest: string;
  readonly cache: ModuleCache | undefined;
}

function wholeOf({ schema, isWhole }: KeptSchema): Schema | undefined {
  return isWhole ? schema : undefined;
}

function keptSchema(
  { files, digest }: ModuleTexts,
  gitFolder: string | undefined,
  library: readonly LibraryModule[] | undefined,
): Pick<KeptSchema, "schema" | "cache"> {
  const cache =
    gitFolder === undefined ? undefined : moduleCache(gitFolder, `${digest} ${statementsVersion}`);
  const lines = cache?.read();
  const known = lines && knownIn(lines);
  // Only the device's library says which deviations apply, because the folders of vendors contain the deviations of all
  // models.
  const said = library ? librarySchema(library) : { deviates: () => false };
  return { schema: new Schema(files, { ...said, known }), cache };
}

/** Returns the lines of the store: the index, then the path and the parsed form of each text. */
function* linesOf({ index, statements }: KnownTexts): Generator<string> {
  yield JSON.stringify(index);
  for (const [path, statement] of statements) {
    yield JSON.stringify(path);
    yield JSON.stringify(statement());
  }
}

function knownIn([index, ...rest]: readonly (() => string)[]): KnownTexts | undefined {
  if (index === undefined) return undefined;
  const statements = new Map<string, () => Statement>();
  for (const [at, path] of rest.entries()) {
    const statement = rest[at + 1];
    if (at % 2 === 0 && statement) statements.set(JSON.parse(path()), () => JSON.parse(statement()));
  }
  return { index: JSON.parse(index()), statements };
}

type LibraryBeside =
  | { readonly modules: readonly LibraryModule[] | undefined }
  | { readonly problem: Problem };

/** The library that the device reported when the modules were downloaded. */
function libraryBeside(folder: string, text: string | undefined): LibraryBeside {
  if (text === undefined) return { modules: undefined };
  const tree = parseWithin(text, { bytes: 32 * 1024 * 1024, values: 1_000_000, depth: 50 });
  const modules = tree === undefined ? undefined : libraryIn(tree);
  if (modules !== undefined) return { modules };
  const message = `${folder}/${libraryFile} is no ietf-yang-library file: all features and no deviations are assumed.`;
  const hint = "Run `trueup yang fetch`, which writes this file.";
  return { problem: problem("bad-module", message, { severity: "warning", hint }) };
}

async function gitFolderOf({ folder, git }: Project): Promise<string | undefined> {
  const found = await repositoryOf(folder, false, git?.timeoutSeconds);
  return found && "repository" in found ? found.repository.gitFolder : undefined;
}

/** Returns the problem as a warning. Modules come from vendors, so users cannot correct their errors. */
function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
