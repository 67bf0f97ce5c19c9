/** A project's own catalogs: the folders that its targets name, from disk or from a trusted revision. */

import { type LoadedCatalog, loadCatalog } from "../catalog/load/catalog.ts";
import type { Catalog } from "../catalog/schema/kind.ts";
import type { Driver } from "../drivers/contract/contract.ts";
import { type OwnCatalogSource, withOwnCatalogs } from "../drivers/index.ts";
import { Stage } from "../kept/kept.ts";
import { catalogFolders } from "../load/project-file/catalog-folders.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { SourceText } from "../model/source.ts";
import { type ProjectChoice, type ProjectFile, readProjectFile } from "../runtime/files/project-file.ts";
import { drivers } from "./drivers.ts";
import {
  type FolderFiles,
  type OwnFolderOptions,
  ownFiles,
  type ProjectFolder,
  type ProposedFolder,
  proposedChange,
  textsIn,
} from "./own-folder.ts";
import { ownPattern } from "./own-patterns.ts";
import { reading } from "./reading.ts";

/** A project's own catalogs, read and checked. */
export interface OwnCatalogs {
  /** All drivers, including the project's own catalogs. */
  readonly drivers: readonly Driver[];
  /** The valid catalogs. */
  readonly catalogs: readonly Catalog[];
  /** The problems of all files, by folder. */
  readonly problems: readonly Problem[];
}

const loads = new Stage<LoadedCatalog>();
const withOwn = new Stage<readonly Driver[]>();

const maxFiles = 1_000;
const maxCharacters = 8_000_000;

/**
 * Returns the catalogs that a project file names. A catalog determines where credentials are sent. With a trusted
 * revision, the catalogs of that revision are used. If the pull request has different catalogs, a warning is added.
 */
export async function ownCatalogs(
  found: ProjectFile,
  { trusted, kept }: OwnFolderOptions = {},
): Promise<OwnCatalogs> {
  const read = await Promise.all(
    catalogFolders(found.file).map(async (folder) => {
      const of = await filesIn({ root: found.folder, folder, trusted, kept });
      const key = {
        place: folder,
        from: [...textsIn(of.files), ...of.problems.map(({ message }) => message)],
      };
      const loaded = await reading(() => loads.of(kept, key, () => loadedFrom(folder, of)));
      const told = trusted && of.changed.length > 0 ? [catalogDiffers(trusted.name, of.changed)] : [];
      return { folder, ...loaded, problems: [...told, ...loaded.problems] };
    }),
  );
  const catalogs = read.flatMap(({ catalog }) => catalog ?? []);
  const byName = new Map(catalogs.map((catalog) => [catalog.product.product, catalog]));
  const twice = read.filter(({ catalog }) => catalog && byName.get(catalog.product.product) !== catalog);
  const source = sourceOf(byName);
  const folders = Object.fromEntries(read.map(({ folder, catalog }) => [folder, catalog?.product.product]));
  const from = read.flatMap(({ folder, catalog }) => [folder, catalog]);
  return {
    drivers:
      read.length === 0
        ? drivers
        : withOwn.of(kept, { from }, () =>
            withOwnCatalogs(drivers, { source, folders, patterns: ownPattern }),
          ),
    catalogs: [...byName.values()],
    problems: [...read.flatMap(({ problems }) => problems), ...twice.map(({ folder }) => sameName(folder))],
  };
}

/** Returns a source of these catalogs, in the form that drivers need. */
export function sourceOf(byName: ReadonlyMap<string, Catalog>): OwnCatalogSource["source"] {
  return {
    names: [...byName.keys()].map((product) => ({ product, interface: "rest" as const })),
    read: (product) => {
      const catalog = byName.get(product);
      if (!catalog) throw new Error(`there is no catalog of ${product}`);
      return catalog;
    },
  };
}

/** Returns the project's own catalogs for the project that contains a folder; none outside of a project. */
export async function ownCatalogsOf(cwd: string, given?: ProjectChoice): Promise<OwnCatalogs> {
  const found = await readProjectFile(cwd, given);
  return found && !("problem" in found) ? ownCatalogs(found) : { drivers, catalogs: [], problems: [] };
}

/**
 * Reads and checks the catalog in a folder, even if no project names it. `added`: files that are checked as if they
 * were in the folder too.
 */
export async function catalogAt(
  root: string,
  folder: string,
  added: readonly SourceText[] = [],
): Promise<LoadedCatalog> {
  const { files, problems } = await filesIn({ root, folder });
  const isNew = added.length > 0 && problems.every(({ code }) => code === "no-catalog");
  return reading(() => loadedFrom(folder, { files: [...files, ...added], problems: isNew ? [] : problems }));
}

async function filesIn(of: ProjectFolder): Promise<ProposedFolder> {
  const { problems, ...read } = await ownFiles(of, isIn(of.folder));
  const errors = problems.filter(({ severity }) => severity === "error");
  return { ...read, problems: errors.map(asCatalogs(of.folder)) };
}

/**
 * Returns a function that rewords problems of desired state for a catalog. This includes the problem of a missing
 * folder.
 */
function asCatalogs(folder: string): (found: Problem) => Problem {
  return (found) => {
    if (found.code === "missing-folder") return noProduct(folder);
    const message = `${found.at?.file ?? folder}: this link leads out of the catalog's folder.`;
    return found.code === "link-outside" ? { ...found, message } : found;
  };
}

/**
 * Returns a function that selects the files directly in a folder. Its subfolders are not part of the catalog. One of
 * them may contain the overlay with which the catalog was derived.
 */
function isIn(folder: string): (file: SourceText) => boolean {
  return ({ path }) => path.slice(0, path.lastIndexOf("/")) === folder;
}

function loadedFrom(folder: string, { files, problems }: FolderFiles): LoadedCatalog {
  if (problems.length > 0) return { problems };
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (files.length > maxFiles || characters > maxCharacters) return { problems: [tooLarge(folder)] };
  if (!files.some(({ path }) => /\/product\.ya?ml$/.test(path))) return { problems: [noProduct(folder)] };
  return loadCatalog(files, { folder });
}

function catalogDiffers(revision: string, paths: readonly string[]): Problem {
  return proposedChange({
    code: "catalog-differs",
    paths,
    counts: `this plan uses the catalog of ${revision}`,
    hint: "Review that change separately, because a catalog determines where credentials are sent.",
  });
}

function noProduct(folder: string): Problem {
  return problem("no-catalog", `the folder ${folder} has no product.yaml, so it contains no catalog.`, {
    hint: "Draft one from an OpenAPI description with `trueup catalog derive`, or start one with `trueup catalog new`.",
  });
}

function tooLarge(folder: string): Problem {
  return problem("too-large", `the catalog ${folder} has over ${maxFiles} files, or over 8 MB.`, {
    hint: "Leave out the kinds that you do not declare.",
  });
}

function sameName(folder: string): Problem {
  return problem(
    "no-catalog",
    `the catalog ${folder} describes the same product as the catalog of another folder.`,
    {
      hint: "Use the same folder for both targets.",
    },
  );
}
