/** Reads and checks a project from disk or from a revision. Needs no network and no secrets. */

import type { Driver } from "../drivers/contract/contract.ts";
import { type KeptResults, Stage } from "../kept/kept.ts";
import { type LoadInput, type LoadResult, load } from "../load/load.ts";
import { type LoadedProject, loadProject } from "../load/project-file/project.ts";
import type { Pointer } from "../model/pointer.ts";
import { hasErrors, type Problem, problem } from "../model/problem.ts";
import { desiredFolders, type Project } from "../model/project.ts";
import type { SourceText } from "../model/source.ts";
import { readTrees } from "../runtime/files/files.ts";
import { type ProjectChoice, type ProjectFile, readProjectFile } from "../runtime/files/project-file.ts";
import type { ProgramPlaces } from "../runtime/secrets/command.ts";
import type { WantedSecret } from "../runtime/secrets/secrets.ts";
import { computed, fromFiles } from "../runtime/signals.ts";
import { type BundledDefinitions, bundledDefinitions } from "./bundled.ts";
import { configFrom, type TrustedRevision, trustedRevision } from "./config-from.ts";
import { targetDefinitions } from "./definitions.ts";
import { type OwnMappings, once, ownMappings } from "./mappings.ts";
import { missingProject } from "./missing-project.ts";
import { type OwnCatalogs, ownCatalogs } from "./own-catalogs.ts";
import { type OwnModules, ownModules } from "./own-modules.ts";
import { ownPolicies } from "./own-policies.ts";
import { changedInputs, changedSecrets, trustedPrograms } from "./protected-files.ts";
import { reading } from "./reading.ts";

/** A project from disk, checked; nothing was read from the network yet. */
export interface ReadProject {
  readonly project: Project;
  readonly loaded: LoadResult;
  /** All drivers, including the project's own catalogs. */
  readonly drivers: readonly Driver[];
  /** The project file's own name in its folder. */
  readonly fileName: string;
  /** The desired-state files, in path order. */
  readonly files: readonly SourceText[];
  /** References in the credentials of targets, and in the keys of webhooks, which belong to no target. */
  readonly credentials: readonly (WantedSecret & { readonly target?: string; readonly path: Pointer })[];
  /** The key for fingerprints of secrets, if configured. */
  readonly fingerprintKey?: WantedSecret | undefined;
  /**
   * Returns a hash for each target. A review of the target's changes is valid as long as its hash stays the same; see
   * `targetDefinitions`. If absent, the project was not read from files.
   */
  readonly definitions?: () => Readonly<Record<string, string>>;
  /**
   * Returns the project's own catalogs, mappings and modules, for a process that has none of its files. If absent, the
   * project was not read from files.
   */
  readonly bundled?: (() => BundledDefinitions) | undefined;
  /** The place where programs run, if it is not the project's folder. */
  readonly programs?: ProgramPlaces | undefined;
  /** The cache of results, for later runs. */
  readonly kept?: KeptResults | undefined;
}

/** How to read a project. */
export interface ReadProjectOptions {
  /** The revision from which the project file is read. Default: it is read from disk. */
  readonly revision?: string | undefined;
  /** Cached results of earlier runs for the same project. Only new input is then read and processed. Default: none. */
  readonly kept?: KeptResults | undefined;
}

const projects = new Stage<LoadedProject>();
const wholeProjects = new Stage<Project>();
const loads = new Stage<LoadResult>();

/** Returns the result of `load` for this input, from the cache if possible. */
export async function loadedBy(
  kept: KeptResults | undefined,
  place: string,
  input: LoadInput,
): Promise<LoadResult> {
  const { project, drivers, files, isOther, isProposed } = input;
  const texts = files.flatMap(({ path, text, fault }) => [path, text, fault]);
  const key = { place, from: [project, drivers, isOther, isProposed, ...texts] };
  const known = kept && loads.find(kept, key);
  if (known) return known.result;
  const loaded = await computed(fromFiles, () => load(input));
  if (kept) loads.keep(kept, key, loaded);
  return loaded;
}

/** The result of reading a project. If `read` is missing, the project file is missing or has an error. */
export interface ReadProjectResult {
  readonly read?: ReadProject;
  /** The problems of the project file and of desired state, including warnings. */
  readonly problems: readonly Problem[];
  /** The absolute path of the project's folder, if a project file was found. */
  readonly folder?: string;
}

/** Reads and checks the project file and all of desired state. Needs no network and no secrets. */
export async function readProject(
  cwd: string,
  given?: ProjectChoice,
  options: ReadProjectOptions = {},
): Promise<ReadProjectResult> {
  const read = await readInputs(cwd, given, options);
  return "inputs" in read ? loadInputs(read.inputs) : read;
}

/** Everything on which loading desired state depends, read from disk and checked. */
export interface ProjectInputs {
  readonly project: Project;
  readonly file: ProjectFile;
  readonly written: LoadedProject;
  readonly catalogs: OwnCatalogs;
  readonly mappings: OwnMappings;
  readonly modules: OwnModules;
  /** The files of desired state, and the problems of reading them. */
  readonly tree: { readonly files: readonly SourceText[]; readonly problems: readonly Problem[] };
  readonly trusted?: TrustedRevision | undefined;
  /** The problems of everything except desired state. */
  readonly problems: readonly Problem[];
  readonly definitions: () => Readonly<Record<string, string>>;
  readonly kept?: KeptResults | undefined;
}

/** Reads the inputs of `loadInputs`. If there are none, the project file is missing or has an error. */
export async function readInputs(
  cwd: string,
  given?: ProjectChoice,
  { revision, kept }: ReadProjectOptions = {},
): Promise<{ readonly inputs: ProjectInputs } | ReadProjectResult> {
  kept?.begin();
  const onDisk = await readProjectFile(cwd, given);
  if (!onDisk) return { problems: [await missingProject(cwd, given)] };
  if ("problem" in onDisk) return { problems: [onDisk.problem] };
  const { folder } = onDisk;
  const from = revision === undefined ? undefined : await trustedRevision(folder, revision);
  if (from && "problem" in from) return { problems: [from.problem], folder };
  const config = from ? await configFrom(from.trusted, onDisk) : { found: onDisk, problems: [] };
  if (!config.found) return { problems: config.problems, folder };
  const { found } = config;
  const trusted = from?.trusted;
  const catalogs = await ownCatalogs(found, { trusted, kept });
  const mappings = await ownMappings(found, { drivers: catalogs.drivers, trusted, kept });
  const { drivers } = mappings;
  const ofCatalogs = [...catalogs.problems, ...mappings.problems];
  const key = { from: [found.folder, found.file.path, found.file.text, drivers] };
  const written = await reading(() => projects.of(kept, key, () => loadProject({ ...found, drivers })));
  const changed = written.project && trusted ? await changedInputs(trusted, written.project) : [];
  const problems = [...config.problems, ...ofCatalogs, ...written.problems, ...changed];
  if (!written.project || hasErrors(ofCatalogs)) return { problems, folder };
  const { environment } = written.project;
  if (typeof given === "object" && given.environment !== environment)
    return { problems: [otherEnvironment(onDisk.name, environment, given.environment)], folder };
  const alone = written.project;
  const own = await ownPolicies(alone, { drivers, trusted, kept });
  const withPolicies = () => ({ ...alone, policies: own.policies });
  const project = wholeProjects.of(kept, { from: [alone, ...own.policies] }, withPolicies);
  const tree = await readTrees(folder, desiredFolders(project), kept);
  const modules = await ownModules(project, { drivers, trusted, kept });
  const definitions = once(() => targetDefinitions({ project, modules, ...catalogs, ...mappings }));
  const file = { ...found, name: onDisk.name };
  const all = [...problems, ...own.problems, ...tree.problems];
  const of = { project, file, written, catalogs, mappings, modules, tree, trusted, definitions, kept };
  return { inputs: { ...of, problems: all } };
}

/** Loads desired state. */
export async function loadInputs(of: ProjectInputs): Promise<ReadProjectResult> {
  const { project, file, written, modules, tree, trusted, definitions, kept } = of;
  const { drivers } = modules;
  const input = { project, files: tree.files, drivers, isProposed: trusted !== undefined };
  const loaded = await loadedBy(kept, "", input);
  modules.keep();
  const named = loaded.references.map(({ reference }) => reference);
  const brought = trusted ? await changedSecrets(trusted, project, named) : [];
  const read = {
    project,
    fileName: file.name,
    drivers,
    loaded,
    files: tree.files,
    credentials: written.references,
    fingerprintKey: written.fingerprintKey,
    definitions,
    bundled: once(() => bundledDefinitions(project, { modules, ...of.catalogs, ...of.mappings })),
    programs: trusted && trustedPrograms(trusted, project),
    kept,
  };
  const problems = [...of.problems, ...modules.problems(), ...loaded.problems, ...brought];
  return { read, folder: file.folder, problems };
}

/**
 * The problem if the project file describes the requested environment in the pull request, but another environment in
 * the revision.
 */
function otherEnvironment(name: string, is: string, asked: string): Problem {
  const message = `at that revision, ${name} describes the environment \`${is}\`, not \`${asked}\`.`;
  const hint = "Name the project file with --project, or first merge its change separately.";
  return problem("no-project", message, { hint });
}
