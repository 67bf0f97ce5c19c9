/** `trueup catalog derive`: drafts a project's own catalog from an OpenAPI description. Sends no requests. */

import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Description, readDescription } from "../../../catalog/derive/document.ts";
import { type Overlay, overlayOf } from "../../../catalog/derive/overlay.ts";
import { draftOwn, type OwnDraft } from "../../../catalog/derive/own-catalog.ts";
import { counted } from "../../../report/text/value.ts";
import { writeWhole } from "../../../runtime/files/files.ts";
import type { Cli } from "../../cli.ts";
import { BadFile, valueIn } from "../../described.ts";
import { catalogSchemaLine, productOfFolder } from "./folder.ts";

/** The command's arguments and options. */
export interface CatalogDeriveOptions {
  /** The file with the OpenAPI description. */
  readonly description: string;
  readonly out: string;
  /** Prefixes of the paths to use. If absent, all paths are used. */
  readonly only?: readonly string[] | undefined;
  readonly dryRun?: boolean | undefined;
}

const notice = "# Derived by `trueup catalog derive`.";

/** Exit status: 0; 1 if there is nothing to write, or a file has an error. */
export async function runCatalogDerive(cli: Cli, options: CatalogDeriveOptions): Promise<number> {
  try {
    const folder = resolve(cli.cwd, options.out);
    const product = productOfFolder(folder);
    const description = await descriptionIn(resolve(cli.cwd, options.description));
    const overlay = await overlayIn(join(folder, "overlay"));
    const drafted = draftOwn(description, {
      product,
      overlay,
      only: options.only ?? [],
      schemaLine: catalogSchemaLine(folder, cli.cwd),
      notice: derivedNotice,
    });
    if ("refused" in drafted) throw new BadFile(drafted.refused);
    const { dryRun = false } = options;
    const files = await changedFiles(folder, drafted);
    if (!dryRun) for (const [name, text] of files.changed) await writeWhole(join(folder, name), text);
    cli.out(textOf(cli, drafted, { ...files, ...options, dryRun }));
    return 0;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    cli.err(`${error.message}\n`);
    return 1;
  }
}

async function descriptionIn(path: string): Promise<Description> {
  const value = await valueIn(path);
  try {
    return readDescription(value);
  } catch (error) {
    throw new BadFile(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function overlayIn(folder: string): Promise<Overlay> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  const values = await Promise.all(files.map((name) => valueIn(join(folder, name))));
  try {
    return overlayOf(values.map((value) => value ?? {}));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new BadFile(`${folder} is not valid:\n${z.prettifyError(error)}`);
  }
}

const derivedNotice = `${notice} To correct a derived fact, write a file in the folder \`overlay\`.\n`;

interface DraftedFiles {
  /** The new and changed files, by name; files that are up to date are left out. */
  readonly changed: ReadonlyMap<string, string>;
  /** Files written by people, which stay unchanged. */
  readonly kept: readonly string[];
  /** Files that were derived earlier, and are not derived any more. */
  readonly stale: readonly string[];
}

async function changedFiles(folder: string, { kinds, product }: OwnDraft): Promise<DraftedFiles> {
  const there = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".yaml")).sort();
  const texts = new Map(
    await Promise.all(there.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
  const isOwn = (name: string) => texts.get(name)?.includes(notice) === false;
  const all = [...(texts.has("product.yaml") ? [] : [["product.yaml", product] as const]), ...kinds];
  const changed = all.filter(([name, text]) => texts.get(name) !== text && !isOwn(name));
  return {
    changed: new Map(changed),
    kept: [...kinds.keys()].filter(isOwn),
    stale: there.filter((name) => texts.get(name)?.includes(notice) && !kinds.has(name)),
  };
}

interface Outcome extends DraftedFiles, CatalogDeriveOptions {
  readonly dryRun: boolean;
}

function textOf({ style }: Cli, draft: OwnDraft, of: Outcome): string {
  const { kinds, notKinds } = draft.derivation;
  const forms = Map.groupBy(Object.values(kinds), ({ form }) => String(form));
  const counts = [...forms]
    .map(([form, all]) => `${all.length} ${form}${form === "collection" && all.length > 1 ? "s" : ""}`)
    .join(", ");
  const folder = of.out.replace(/\/+$/, "");
  const next = `trueup catalog check ${folder} --openapi ${of.description}`;
  return [
    `${style.green("✔")} ${style.bold(folder)}: ${counted(Object.keys(kinds).length, "kind")} (${counts})`,
    ...part(of.dryRun ? "Would write" : "Written", [...of.changed.keys()]),
    ...part("Not changed, because people wrote these files", of.kept),
    ...part("No longer in the description: remove these files", of.stale),
    ...part("Paths that did not become kinds", byReason(notKinds), notKinds.size),
    ...part("Facts that you must add", draft.says),
    "",
    `Next: add the missing facts to product.yaml and ${folder}/overlay/*.yaml, derive again, then run`,
    `  ${next}`,
    "",
  ].join("\n");
}

const mostOfReason = 10;

/**
 * The skipped paths by reason. Reasons with few paths come first. Of a reason with many paths, only some paths are
 * listed.
 */
function byReason(notKinds: ReadonlyMap<string, string>): readonly string[] {
  const groups = [...Map.groupBy(notKinds, ([, reason]) => reason)].toSorted(
    ([, a], [, b]) => a.length - b.length,
  );
  return groups.flatMap(([reason, all]) => {
    const left = all.length - mostOfReason;
    const shown = all.slice(0, left > 1 ? mostOfReason : all.length).map(([path]) => `${path}: ${reason}`);
    return left > 1 ? [...shown, `${left} others: ${reason}`] : shown;
  });
}

const mostLines = 100;

function part(title: string, lines: readonly string[], count = lines.length): readonly string[] {
  if (lines.length === 0) return [];
  const left = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).map((line) => `  ${line}`);
  return ["", `${title} (${count}):`, ...shown, ...(left > 0 ? [`  and ${left} more`] : [])];
}
