/**
 * `trueup catalog new`: starts a catalog, or adds a kind to one, without a description of the product. Sends no
 * requests.
 */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sketchedKind, sketchedProduct } from "../../../catalog/derive/sketch.ts";
import { type KindFile, kindFile } from "../../../catalog/schema/kind.ts";
import type { Problem } from "../../../model/problem.ts";
import type { SourceText } from "../../../model/source.ts";
import { catalogAt } from "../../../project/own-catalogs.ts";
import { plural } from "../../../report/text/value.ts";
import type { Cli } from "../../cli.ts";
import { BadFile, valueIn } from "../../described.ts";
import { isTaken, obstacleOf, writeFiles } from "../../init/write-files.ts";
import { tellProblems } from "../../terminal/printing.ts";
import { catalogPlace, catalogSchemaLine, productOfFolder } from "./folder.ts";

/** The command's arguments and options. */
export interface CatalogNewOptions {
  readonly folder: string;
  readonly kind: string;
  readonly form: KindFile["form"];
  /** The parent kind. If absent, the kind has no parent. */
  readonly in?: string | undefined;
}

/**
 * Exit status: 0; 1 if a file exists already, or if the files would add errors to the catalog. In both cases nothing is
 * written.
 */
export async function runCatalogNew(cli: Cli, options: CatalogNewOptions): Promise<number> {
  try {
    const [root, folder] = catalogPlace(cli.cwd, options.folder);
    const files = await sketched({ cwd: cli.cwd, root, folder }, options);
    const faults = await faultsOf(files, { root, folder });
    if (faults.length > 0) {
      tellProblems(cli, faults);
      cli.err("Nothing was written.\n");
      return 1;
    }
    const written: string[] = [];
    const failed = await writeFiles(
      files.map(({ path, text }) => ({ folder: root, path, content: text })),
      ({ path }) => written.push(path.slice(folder.length + 1)),
    );
    if (failed !== undefined) throw new BadFile(failed);
    cli.out(textOf(cli, options, written));
    return 0;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    cli.err(`${error.message}\n`);
    return 1;
  }
}

interface Place {
  readonly cwd: string;
  readonly root: string;
  readonly folder: string;
}

/** The new files, by their paths below the root. */
async function sketched(
  { cwd, root, folder }: Place,
  { kind, form, in: parentName }: CatalogNewOptions,
): Promise<readonly SourceText[]> {
  const path = join(root, folder);
  const product = productOfFolder(path);
  checkKindName(kind);
  const kindPath = `${folder}/${kind}.yaml`;
  const productPath = `${folder}/product.yaml`;
  for (const taken of [kindPath, `${folder}/${kind}.yml`])
    if (isTaken({ folder: root, path: taken }))
      throw new BadFile(`${taken} exists already, and is not overwritten. Nothing was written.`);
  const obstacle = obstacleOf({ folder: root, path: kindPath, content: "" });
  if (obstacle !== undefined) throw new BadFile(`${obstacle}. Nothing was written.`);
  const there = (await readdir(path).catch(() => [])).filter((each) => /\.ya?ml$/.test(each)).sort();
  const parent = parentName === undefined ? undefined : await parentIn(path, parentName, there);
  const own = there.find((each) => /^product\.ya?ml$/.test(each));
  const schemaLine =
    (own !== undefined &&
      /^# yaml-language-server: .*\n/.exec(await readFile(join(path, own), "utf8").catch(() => ""))?.[0]) ||
    catalogSchemaLine(path, cwd);
  const text = sketchedKind({ kind, form, plural: plural(kind), parent, schemaLine });
  return [
    ...(own === undefined
      ? [{ path: productPath, text: sketchedProduct(product, { check: kind, schemaLine }) }]
      : []),
    { path: kindPath, text },
  ];
}

function checkKindName(kind: string): void {
  const { success } = kindFile.shape.kind.safeParse(kind);
  if (success && kind !== "product") return;
  const why =
    kind === "product" ? "product.yaml describes the product itself" : "names are in camelCase: guestNetwork";
  throw new BadFile(`A kind cannot be called ${kind}: ${why}. Nothing was written.`);
}

async function parentIn(path: string, name: string, there: readonly string[]): Promise<KindFile> {
  const file = there.find((each) => each.replace(/\.ya?ml$/, "") === name && name !== "product");
  if (file === undefined) {
    const kinds = there.map((each) => each.replace(/\.ya?ml$/, "")).filter((each) => each !== "product");
    const has = kinds.length === 0 ? "it has none yet" : `it has ${kinds.slice(0, 20).join(", ")}`;
    throw new BadFile(
      `The catalog has no kind ${name} that could be the parent: ${has}. Nothing was written.`,
    );
  }
  const { data } = kindFile.safeParse(await valueIn(join(path, file)));
  if (data === undefined)
    throw new BadFile(
      `${file} is not a valid kind: run \`trueup catalog check\` to see why. Nothing was written.`,
    );
  return data;
}

/** The errors that the new files would add to the catalog. */
async function faultsOf(
  files: readonly SourceText[],
  { root, folder }: { readonly root: string; readonly folder: string },
): Promise<readonly Problem[]> {
  const before = await catalogAt(root, folder);
  const after = await catalogAt(root, folder, files);
  const known = new Set(before.problems.map((each) => JSON.stringify(each)));
  return after.problems.filter((each) => !known.has(JSON.stringify(each)));
}

function textOf({ style }: Cli, { folder, kind }: CatalogNewOptions, written: readonly string[]): string {
  const shown = folder.replace(/\/+$/, "");
  return [
    `${style.green("✔")} ${style.bold(shown)}: ${kind}`,
    "",
    `Written (${written.length}):`,
    ...written.map((name) => `  ${name}`),
    "",
    "All facts in these files are assumed. Next: compare paths, fields, limits and answers with the API, then run",
    `  trueup catalog check ${shown}`,
    "",
  ].join("\n");
}
