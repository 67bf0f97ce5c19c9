/** `trueup render`: shows composed desired state, or its differences from a revision. Needs no network. */

import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { compareComposed } from "../../../diff/composed.ts";
import { namedBase } from "../../../engine/base.ts";
import { matchesNothing, onlyMatching } from "../../../engine/sides/only.ts";
import { yamlDocuments } from "../../../import/edit/yaml-text.ts";
import { plainDocuments } from "../../../load/render/documents.ts";
import { type PlainFile, plainFiles } from "../../../load/render/files.ts";
import type { Address } from "../../../model/address.ts";
import type { Desired, Resource } from "../../../model/desired.ts";
import type { Json } from "../../../model/json.ts";
import { problem } from "../../../model/problem.ts";
import { kindTitles } from "../../../project/kind-titles.ts";
import { outcomeOf } from "../../../project/outcomes.ts";
import { loadInputs, type ReadProject, type ReadProjectResult, readInputs } from "../../../project/read.ts";
import { composedDiffDocument, composedDiffText } from "../../../report/composed/composed-diff.ts";
import { type FormatFor, resultIn } from "../../../report/formats/registry.ts";
import { visible } from "../../../report/text/escape.ts";
import { counted } from "../../../report/text/value.ts";
import { writeAll } from "../../../runtime/files/files.ts";
import { computed, fromFiles } from "../../../runtime/signals.ts";
import type { Cli } from "../../cli.ts";
import { checkedProject, readChecked, reportProblems } from "../../prepare.ts";
import { printProblems } from "../../terminal/printing.ts";

/** The command's arguments and options. */
export interface RenderOptions {
  readonly format: FormatFor<"result">;
  readonly only?: readonly string[] | undefined;
  /** The revision or folder with which desired state is compared. */
  readonly diff?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
  /** A new or empty folder for plain files, relative to the working directory. */
  readonly out?: string | undefined;
}

/** Exit status: 0; 1 if there is an error; 2 if there are differences and `--detailed-exitcode` was given. */
export async function runRender(cli: Cli, options: RenderOptions): Promise<number> {
  const { out, diff, ...reading } = options;
  if (out === undefined && diff === undefined) return printed(cli, reading);
  const checked = await readChecked(cli, reading);
  if ("status" in checked) return checked.status;
  const { read, folder, problems } = checked;
  reportProblems(cli, problems, { ...options, folder });
  if (diff !== undefined) return compared(cli, read, { ...options, diff, folder });
  const selected = selectedOf(read, options);
  if (!selected) return nothingMatches(cli, { ...options, folder }, read.loaded.desired.resources.keys());
  const files = await computed(selected.size, () => plainFiles({ ...read, resources: selected.values() }));
  return writtenOut(cli, files, { ...options, folder, out: out ?? "" });
}

/** Prints desired state. If the inputs are the same as in an earlier run, its cached text is printed. */
async function printed(cli: Cli, options: PrintedOptions): Promise<number> {
  const found = await readInputs(cli.cwd, cli.global.project);
  const { format, only = [] } = options;
  const rendered =
    "inputs" in found
      ? await outcomeOf<Rendered>(
          found.inputs,
          { command: ["render", format, ...only], env: cli.env, ...keptText },
          async () => renderedText(cli, await loadInputs(found.inputs), options),
        )
      : await renderedText(cli, found, options);
  if ("status" in rendered) return rendered.status;
  cli.out(rendered.text);
  return 0;
}

type PrintedOptions = Omit<RenderOptions, "out" | "diff">;

/** The text to print, or the exit status after a printed problem. */
type Rendered = { readonly text: string; readonly isWarned: boolean } | { readonly status: number };

/** Only texts without warnings are cached, so that warnings are printed each time. */
const keptText = {
  kept: (made: Rendered): Json | undefined => ("text" in made && !made.isWarned ? made.text : undefined),
  read: (kept: Json): Rendered | undefined =>
    typeof kept === "string" ? { text: kept, isWarned: false } : undefined,
};

async function renderedText(cli: Cli, found: ReadProjectResult, options: PrintedOptions): Promise<Rendered> {
  const checked = await checkedProject(cli, found, options);
  if ("status" in checked) return checked;
  const { read, folder, problems } = checked;
  reportProblems(cli, problems, { ...options, folder });
  const selected = selectedOf(read, options);
  if (!selected) {
    const { resources } = read.loaded.desired;
    return { status: nothingMatches(cli, { ...options, folder }, resources.keys()) };
  }
  const documents = await computed(selected.size, () =>
    plainDocuments({ ...read, resources: selected.values() }),
  );
  const document = () => ({ format: "trueup.rendered", version: 1, documents });
  const text = resultIn(options.format, { text: () => yamlDocuments(documents), document });
  return { text, isWarned: problems.length > 0 };
}

/** The resources that `--only` selects, with their parents; undefined if it selects none. */
function selectedOf(
  { loaded }: ReadProject,
  options: Pick<RenderOptions, "only">,
): ReadonlyMap<Address, Resource> | undefined {
  const { resources } = loaded.desired;
  const only = onlyMatching(options.only);
  const selected = only ? withParents(resources, [...resources.keys()].filter(only)) : resources;
  return only && selected.size === 0 ? undefined : selected;
}

/** Writes plain files into an empty folder. Any other file in it would become desired state too. */
async function writtenOut(
  cli: Cli,
  files: readonly PlainFile[],
  options: RenderOptions & { readonly folder: string; readonly out: string },
): Promise<number> {
  const root = resolve(cli.cwd, options.out);
  const there = await readdir(root).catch((error: unknown) => (isAbsence(error) ? [] : undefined));
  if (there === undefined || there.length > 0) {
    const hint = "Nothing was written. Name a folder that does not exist yet, or empty it.";
    const message = there ? `${options.out} is not empty` : `${options.out} is not a folder that can be read`;
    printProblems(cli, [problem("file-exists", message, { hint })], options);
    return 1;
  }
  const texts = files.map(({ path, document }) => ({ path, text: yamlDocuments([document]) }));
  await writeAll(root, texts);
  const text = () => `${visible(options.out)}: ${counted(texts.length, "file")}\n`;
  const paths = texts.map(({ path }) => path);
  const document = () => ({ format: "trueup.rendered", version: 1, files: paths });
  cli.out(resultIn(options.format, { text, document }));
  return 0;
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The resources with the given addresses, and their parents. */
function withParents(
  resources: Desired["resources"],
  addresses: readonly Address[],
): ReadonlyMap<Address, Resource> {
  const found = new Map<Address, Resource>();
  const take = (address: Address | undefined): void => {
    const resource = address === undefined ? undefined : resources.get(address);
    if (!resource || found.has(resource.address)) return;
    take(resource.parent);
    found.set(resource.address, resource);
  };
  for (const address of addresses) take(address);
  return found;
}

async function compared(
  cli: Cli,
  read: ReadProject,
  options: RenderOptions & { readonly diff: string; readonly folder: string },
): Promise<number> {
  const { diff, format, detailedExitcode = false } = options;
  const { base, problems } = await namedBase(read, diff, cli.cwd);
  if (!base) {
    printProblems(cli, problems, options);
    return 1;
  }
  const only = onlyMatching(options.only);
  const [now, was] = [read.loaded.desired, base.desired].map((each) => narrowed(each, only));
  if (!now || !was || (only && now.resources.size + was.resources.size === 0))
    return nothingMatches(cli, options, [read.loaded.desired, base.desired].flatMap(addressesOf));
  const found = await computed(fromFiles, () => compareComposed(now, was));
  const titles = kindTitles(read);
  const text = () => composedDiffText(found, { style: cli.style, titles, revision: diff });
  cli.out(resultIn(format, { text, document: () => composedDiffDocument(found, diff) }));
  return detailedExitcode && found.changes.length > 0 ? 2 : 0;
}

function addressesOf({ resources }: Desired): readonly Address[] {
  return [...resources.keys()];
}

function narrowed(desired: Desired, only: ((address: Address) => boolean) | undefined): Desired {
  if (!only) return desired;
  return { ...desired, resources: new Map([...desired.resources].filter(([address]) => only(address))) };
}

function nothingMatches(
  cli: Cli,
  options: RenderOptions & { readonly folder: string },
  known: Iterable<Address>,
): 1 {
  printProblems(cli, [matchesNothing(options.only ?? [], known)], options);
  return 1;
}
