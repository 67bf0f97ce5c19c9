/** The YANG modules of a project: the folders that its targets name, each read once it is asked for. */

import type { Driver } from "../drivers/contract/contract.ts";
import type { SchemaSource } from "../drivers/contract/target-model.ts";
import { modulesFolder, withModules } from "../drivers/yang/with-modules.ts";
import { parseWithin } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { type ModuleCache, moduleCache } from "../runtime/files/yang-cache.ts";
import { type ModuleTexts, modulesPlace, moduleTexts, textBeside } from "../runtime/files/yang-files.ts";
import { type LibraryModule, libraryFile, libraryIn, librarySchema } from "../yang/library/library.ts";
import type { KnownTexts } from "../yang/modules/module-set.ts";
import { Schema } from "../yang/schema/schema.ts";
import { statementsVersion } from "../yang/syntax/keywords.ts";
import type { Statement } from "../yang/syntax/statement.ts";
import { repositoryOf } from "./work-tree.ts";

/** A project's modules. */
export interface OwnModules {
  /** Every driver there is, with the schemas of these modules. */
  readonly drivers: readonly Driver[];
  /** What was found wrong so far: grows as modules are read. */
  readonly problems: () => readonly Problem[];
  /** Keeps what was read for the next time. */
  readonly keep: () => void;
}

/**
 * The modules that a project's targets name. They decide what is said of declared values and how these are compared,
 * and nothing of where credentials go: a proposal's own count, as its desired state does.
 */
export async function ownModules(project: Project, drivers: readonly Driver[]): Promise<OwnModules> {
  const folders = new Set(
    [...project.targets.values()].flatMap(({ settings }) => modulesFolder(settings) ?? []),
  );
  if (folders.size === 0) return { drivers, problems: () => [], keep: () => undefined };
  const faults: Problem[] = [];
  const schemas = new Map<string, SchemaSource>();
  const made: KeptSchema[] = [];
  const gitFolder = await gitFolderOf(project);
  for (const folder of folders) {
    const place = await modulesPlace(project.folder, folder);
    if ("problem" in place) faults.push(place.problem);
    else {
      let kept: KeptSchema | undefined;
      schemas.set(folder, () => {
        if (kept === undefined) {
          const read = moduleTexts(place.real, folder);
          faults.push(...read.problems);
          const library = libraryBeside(place.real, folder);
          if ("problem" in library) faults.push(library.problem);
          kept = keptSchema(read, gitFolder, "modules" in library ? library.modules : undefined);
          made.push(kept);
        }
        return kept.schema;
      });
    }
  }
  return {
    drivers: withModules(drivers, schemas),
    problems: () => [...faults, ...made.flatMap(({ schema }) => schema.problems.map(asWarning))],
    keep: () => {
      for (const { schema, cache } of made) {
        const texts = cache && schema.newTexts;
        if (texts) cache.write(linesOf(texts));
      }
    },
  };
}

/** A schema, and where what its texts were read as is kept. */
interface KeptSchema {
  readonly schema: Schema;
  readonly cache: ModuleCache | undefined;
}

function keptSchema(
  { files, digest }: ModuleTexts,
  gitFolder: string | undefined,
  library: readonly LibraryModule[] | undefined,
): KeptSchema {
  const cache =
    gitFolder === undefined ? undefined : moduleCache(gitFolder, `${digest} ${statementsVersion}`);
  const lines = cache?.read();
  const known = lines && knownIn(lines);
  // Which deviations hold on a device only the device can say: folders of vendors have those of all their models.
  const said = library ? librarySchema(library) : { deviates: () => false };
  return { schema: new Schema(files, { ...said, known }), cache };
}

/** The index, then for each text its path and what it was read as. */
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

/** What the device said of its modules when they were taken from it. */
function libraryBeside(real: string, folder: string): LibraryBeside {
  const text = textBeside(real, libraryFile);
  if (text === undefined) return { modules: undefined };
  const tree = parseWithin(text, { bytes: 32 * 1024 * 1024, values: 1_000_000, depth: 50 });
  const modules = tree === undefined ? undefined : libraryIn(tree);
  if (modules !== undefined) return { modules };
  const message = `${folder}/${libraryFile} is not an ietf-yang-library file: all features count, and no deviations.`;
  const hint = "`trueup yang fetch` writes it.";
  return { problem: problem("bad-module", message, { severity: "warning", hint }) };
}

async function gitFolderOf({ folder, git }: Project): Promise<string | undefined> {
  const found = await repositoryOf(folder, false, git?.timeoutSeconds);
  return found && "repository" in found ? found.repository.gitFolder : undefined;
}

/** Modules are someone else's, and what is wrong in one is nobody's to correct here. */
function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
