/** `trueup init`: writes a first project, and workflows for the repository's code host. Changes no existing file. */

import { basename, join, relative, resolve } from "node:path";
import type { Problem } from "../../../model/problem.ts";
import type { Cli } from "../../cli.ts";
import { type EarlierTarget, targetAt } from "../../init/earlier-project.ts";
import {
  environmentsOf,
  foldersFor,
  keptFolders,
  type ProjectPlace,
  patternText,
  placeOf,
  projectAfter,
  withFolders,
} from "../../init/environment-project.ts";
import { nextSteps } from "../../init/next-steps.ts";
import { type Pipeline, pipelineFor } from "../../init/pipeline.ts";
import { type ChosenProduct, productFor, unknownDialect } from "../../init/product.ts";
import { exampleText, projectText } from "../../init/project-files.ts";
import type { WorkflowHost } from "../../init/remote.ts";
import type { WorkflowFile } from "../../init/workflow-files.ts";
import { isTaken, obstacleOf, writeFiles } from "../../init/write-files.ts";
import { tellProblems } from "../../terminal/printing.ts";
import { runImport } from "../import.ts";

/** The command's arguments and options. */
export interface InitOptions {
  /** The URL of a controller, from which the live state is imported. If absent, an example is written. */
  readonly import?: string | undefined;
  /** If true, the exit status is 1 if part of the live state cannot be declared. */
  readonly strict?: boolean | undefined;
  /** The controller's product. Default: recognized by its host. */
  readonly dialect?: string | undefined;
  /** The code host for which workflows are written. Default: recognized by the remote. */
  readonly host?: WorkflowHost | "none" | undefined;
  /** The package that workflows install: a file, a URL or `trueup@VERSION`. Default: the running version. */
  readonly package?: string | undefined;
  readonly sha256?: string | undefined;
  /** If true, workflows of an earlier version are replaced, unless somebody has edited them. */
  readonly upgrade?: boolean | undefined;
}

/**
 * Exit status: 0 if everything was written; 1 if a file is in the way or cannot be written; or the status of the
 * import.
 */
export async function runInit(cli: Cli, options: InitOptions = {}): Promise<number> {
  const { project = "." } = cli.global;
  const environment = typeof project === "object" ? project.environment : undefined;
  const wished = resolve(cli.cwd, typeof project === "string" ? project : ".");
  const strange = strangeIn(wished, environment);
  if (strange !== undefined) return refuse(cli, strange);
  const unknown = unknownDialect(options.dialect);
  if (unknown !== undefined) return refuse(cli, unknown);
  const place = await placeOf(wished, environment);
  const { folder } = place;
  const isThere = place.files.some((file) => environment === undefined || file.environment === environment);
  if (isThere && options.import !== undefined && place.known === undefined)
    return refuse(
      cli,
      `project files exist already (${namesIn(place).join(", ")}): name the one to import into with --environment.`,
    );
  const known = isThere ? await earlierTarget(place, options) : undefined;
  if (known && "refusal" in known) return refuse(cli, known.refusal);
  if (known && "problems" in known) return refuseProblems(cli, known.problems);
  const product =
    isThere || isAfterAnother(place, options)
      ? undefined
      : await productFor(cli, { url: options.import, dialect: options.dialect });
  if (product && "refusal" in product) return refuse(cli, product.refusal);
  const environments = environmentsOf(place.files, environment);
  const isAdded = !isThere && place.files.length > 0;
  const pipeline = await pipelineFor(cli, { ...options, folder, environments, isAdded });
  if ("problem" in pipeline) return refuseProblems(cli, [pipeline.problem]);
  const made = { place, environment, options, product, refs: pipeline.refs };
  const first = isThere ? [] : await firstFiles(made);
  if ("refusal" in first) return refuse(cli, first.refusal);
  const blocking = first.filter(({ path }) => isTaken({ folder, path })).map(({ path }) => path);
  if (blocking.length > 0) return refuse(cli, thereText(blocking));
  if (first.length + pipeline.files.length === 0 && known === undefined)
    return refuse(cli, thereText([...namesIn(place), ...pipeline.there]));
  const files = [
    ...first.map((file) => ({ ...file, folder })),
    ...pipeline.files.map((file) => ({ ...file, folder: pipeline.top ?? folder })),
  ];
  const obstacle = files.flatMap((file) => obstacleOf(file) ?? []).at(0);
  if (obstacle !== undefined) return refuse(cli, `${obstacle}.`);
  const failure = await writeFiles(files, (file) => {
    cli.out(`${cli.style.green("✔")} ${relative(cli.cwd, join(file.folder, file.path))}\n`);
  });
  if (failure !== undefined) {
    cli.err(`${failure}\nRun the same command again to write the missing files.\n`);
    return 1;
  }
  for (const line of pipeline.said) cli.out(`${line}\n`);
  const target = product?.target ?? known?.target;
  const steps = { host: pipeline.host, environment, environments };
  if (options.import === undefined || target === undefined) {
    const files = isAdded ? "added" : product ? "example" : "own";
    const project = nameOf(place, environment);
    cli.out(nextSteps({ ...steps, files, project, names: namesIn(place) }));
    return endOf(cli, pipeline);
  }
  const path = join(folder, nameOf(place, environment));
  const status = await imported(cli, { path, target, strict: options.strict });
  if (status === 0) cli.out(nextSteps({ ...steps, files: "imported", variables: variablesOf(product) }));
  return status;
}

/** Runs the import, and returns its exit status. */
async function imported(
  cli: Cli,
  on: { readonly path: string; readonly target: string; readonly strict: boolean | undefined },
): Promise<number> {
  const { path, target, strict } = on;
  const own = { ...cli, global: { ...cli.global, project: path } };
  const status = await runImport(own, target, { format: "text", strict, isPart: true });
  if (status !== 0)
    cli.err(
      `Correct that, then run trueup import ${target} or the same command again: both continue this import.\n`,
    );
  return status;
}

/** Exit status 1 if a person must look at a file that was left unchanged, otherwise 0. */
function endOf(cli: Cli, { edited }: Pipeline): 0 | 1 {
  if (edited.length === 0) return 0;
  const [are, them] = edited.length === 1 ? ["is", "it"] : ["are", "them"];
  cli.err(`${edited.join(", ")} ${are} left unchanged, because somebody has edited ${them}: see above.\n`);
  return 1;
}

function variablesOf(product: ChosenProduct | undefined): readonly string[] {
  return Object.values(product?.credential ?? {});
}

/** Why a project cannot be created with this folder or environment; undefined if it can. */
function strangeIn(path: string, environment: string | undefined): string | undefined {
  if (environment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(environment))
    return "an environment's name has at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit.";
  if (/\.ya?ml$/i.test(path))
    return "init writes trueup.yaml into a folder. Name the folder with --project, not a file.";
  return undefined;
}

/** The name of the selected project file. */
function nameOf({ known }: ProjectPlace, environment: string | undefined): string {
  if (known !== undefined) return basename(known);
  return environment === undefined ? "trueup.yaml" : `${environment}.yaml`;
}

function namesIn({ files }: ProjectPlace): readonly string[] {
  return files.map(({ path }) => basename(path));
}

/**
 * The existing target from which an import continues, or the reason why `--dialect` is refused. In an existing project,
 * only an import may name a product. Undefined if neither applies.
 */
async function earlierTarget(
  place: ProjectPlace,
  { import: url, dialect }: InitOptions,
): Promise<EarlierTarget | undefined> {
  if (url !== undefined) return targetAt(place, { url, dialect });
  if (dialect === undefined) return undefined;
  return {
    refusal: `--dialect is for a new target, but ${namesIn(place).join(", ")} exists already: leave out --dialect.`,
  };
}

/**
 * True if a new environment gets the targets of the existing project, because the user has named neither a controller
 * nor a product for it.
 */
function isAfterAnother({ files }: ProjectPlace, { import: url, dialect }: InitOptions): boolean {
  return files.length > 0 && url === undefined && dialect === undefined;
}

interface MadeProject {
  readonly place: ProjectPlace;
  readonly environment: string | undefined;
  readonly options: InitOptions;
  readonly product: ChosenProduct | undefined;
  readonly refs: string | undefined;
}

/** The files of a new project. The example is for a dashboard. */
async function firstFiles({
  place,
  environment,
  options: { import: url, dialect },
  product,
  refs,
}: MadeProject): Promise<readonly WorkflowFile[] | { readonly refusal: string }> {
  const path = nameOf(place, environment);
  const pattern = await patternText(place.files[0]?.path);
  const folders = environment === undefined ? [] : foldersFor(environment, pattern);
  const beside = environment === undefined ? [] : keptFolders(place.folder, { environment, folders });
  if (product === undefined) {
    if (pattern === undefined || environment === undefined) return [];
    return [{ path, content: projectAfter(pattern, environment, folders) }, ...beside];
  }
  if (url === undefined && product.name.interface !== "dashboard")
    return {
      refusal: `the example is for a dashboard. For ${dialect}, import the live state: --import URL.`,
    };
  const text = projectText({ product, url: url ?? "https://dashboard.example.net", refs });
  const content = environment === undefined ? text : withFolders(text, environment, folders);
  const project = { path, content };
  if (url !== undefined || place.files.length > 0) return [project, ...beside];
  const [shared = "desired-state"] = folders;
  return [project, { path: `${shared}/acme.yaml`, content: exampleText(product) }, ...beside];
}

function thereText(paths: readonly string[]): string {
  return `${paths.join(", ")} ${paths.length === 1 ? "exists" : "exist"} already.`;
}

function refuse(cli: Cli, why: string): 1 {
  cli.err(`Nothing was written: ${why}\n`);
  return 1;
}

function refuseProblems(cli: Cli, problems: readonly Problem[]): 1 {
  tellProblems(cli, problems);
  return refuse(cli, "see above.");
}
