/** `trueup import`: writes live state into new files of desired state, and reports whether the next plan is empty. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenTarget } from "../../drivers/contract/contract.ts";
import { makePlan } from "../../engine/reconcile.ts";
import { type ImportInput, type ImportResult, importLive } from "../../import/import.ts";
import type { NeededSecret, ReferenceSharing } from "../../import/references.ts";
import { type ImportSelection, ofKinds, selectionOf } from "../../import/selection.ts";
import { inheritedBy, load } from "../../load/load.ts";
import { allowFault } from "../../load/secret-references.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import { desiredFolders } from "../../model/project.ts";
import { type Discovery, discover } from "../../observe/discover.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import { importDocument, importText } from "../../report/import/import-report.ts";
import { repeatsSecret } from "../../report/value-without-secrets.ts";
import { planWithout, problemWithout } from "../../report/without-secrets.ts";
import { readTrees, writeAll } from "../../runtime/files/files.ts";
import { computed } from "../../runtime/signals.ts";
import type { Cli } from "../cli.ts";
import { costAhead, devicesOf, folderOf, kindFaults, targetOf } from "../import-from.ts";
import { undeclarableWithout, writeReport } from "../import-report-file.ts";
import { resumed } from "../import-resume.ts";
import { type RunningCommand, running } from "../running.ts";
import { printProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface ImportOptions {
  readonly format: FormatFor<"result">;
  readonly only?: readonly string[] | undefined;
  /** Names of the kinds to import. The parents of their resources are imported too. Default: all kinds. */
  readonly kinds?: readonly string[] | undefined;
  /**
   * The folder for new files, relative to the working directory. It must be inside the desired-state folder. Default: a
   * folder named after the target, inside the desired-state folder.
   */
  readonly out?: string | undefined;
  readonly host?: readonly string[] | undefined;
  readonly hostsFrom?: string | undefined;
  readonly secrets?: boolean | undefined;
  /** If true, all SSIDs of the same name in an organization share one secret reference. Implies `secrets`. */
  readonly sharedSecrets?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** If true, common values of several entries are written once. */
  readonly factor?: boolean | undefined;
  /** If true, everything is read again, including the lists of an interrupted import. */
  readonly fresh?: boolean | undefined;
  /** If true, values and children that cannot be declared make the import incomplete. */
  readonly strict?: boolean | undefined;
  /** True if the import is a part of `init`, which prints the next steps itself. */
  readonly isPart?: boolean | undefined;
}

/** Exit status: 0; 1 if something could not be read or declared, or the next plan would not be empty. */
export async function runImport(cli: Cli, name: string, options: ImportOptions): Promise<number> {
  const { format, hostsFrom } = options;
  const targets = (target: { readonly name: string }) => target.name === name || target.name === hostsFrom;
  const need = { format, secrets: "unused", ungated: true, first: true, targets } as const;
  return running(cli, need, async (on) => {
    const refuse = (problems: readonly Problem[]) => {
      on.progress.end();
      printProblems(cli, problems, { format });
      return 1;
    };
    const live = targetOf(on.prepared.context, name);
    if ("code" in live) return refuse([live]);
    const strange = kindFaults(live, options.kinds ?? []);
    if (strange.length > 0) return refuse(strange);
    const { open, close } = await resumed(cli, on.prepared.context, { live, fresh: options.fresh ?? false });
    let isDone = false;
    try {
      const begun = await begin(cli, on, { ...options, open });
      if ("problems" in begun) return refuse(begun.problems);
      const imported = await write(cli, on, { ...begun, options });
      if ("problems" in imported) return refuse(imported.problems);
      isDone = begun.discovery.unknown.length === 0;
      return await reportImport(cli, on, { ...begun, imported, options });
    } finally {
      await close(isDone);
    }
  });
}

interface Begun {
  readonly open: OpenTarget;
  readonly folder: string;
  readonly selection: ImportSelection;
  readonly discovery: Discovery;
}

type Refused = { readonly problems: readonly Problem[] };

/** Reads what exists; nothing is written yet. */
async function begin(
  cli: Cli,
  { prepared: { context }, run }: RunningCommand,
  options: ImportOptions & { readonly open: OpenTarget },
): Promise<Begun | Refused> {
  const { open, only = [], kinds = [] } = options;
  const { name } = open.target;
  const folder = folderOf(context.project, cli.cwd, { ...options, name });
  if (typeof folder !== "string") return { problems: [folder] };
  const devices = await devicesOf(context, options, run.signal);
  if ("problems" in devices) return devices;
  const selection = ofKinds(selectionOf(only, { target: name, driver: open.driver }), kinds);
  const foresee = (reads: number) => {
    const cost = costAhead(open, reads);
    if (cost) context.listener({ type: "warned", target: name, problem: cost });
  };
  const request = { ...selection, open, devices: devices.scopes, foresee };
  return { open, folder, selection, discovery: await discover(request, run.signal) };
}

/** Arranges the new files and writes them, unless a file is in the way. */
async function write(
  cli: Cli,
  { prepared: { context, read }, progress }: RunningCommand,
  { open, folder, selection, discovery, options }: Begun & { readonly options: ImportOptions },
): Promise<ImportResult | Refused> {
  progress.end();
  const { dryRun = false, only = [], factor = false } = options;
  const { project, desired } = context;
  const { drivers } = read;
  const { files } = await readTrees(project.folder, desiredFolders(project));
  const isAllowed = allowedIn(project);
  const { isAsked, sharing } = secretsOf(options);
  const input: ImportInput = {
    target: open.target.name,
    driver: open.driver,
    found: discovery.found,
    desired,
    isWanted: selection.isWanted,
    repeatsSecret: (value) => repeatsSecret(value, cli.secrets.of(open.target.name)),
    layout: {
      target: open.target.name,
      folder,
      ...schemaIn(project.folder, open),
      there: files.map(({ path }) => path),
      inherited: (of) => inheritedBy({ project, files, drivers, target: open.target }, of),
    },
    sharing,
    isDeclared: (secret) => isAsked && isAllowed(secret),
    references: isAsked,
    factor,
    reload: (more) => load({ project, files: [...files, ...more], drivers }),
  };
  const imported = await computed(discovery.found.length, () => importLive(input));
  const isNothing = imported.addresses.length + imported.declared.length + imported.refused === 0;
  if (only.length > 0 && discovery.unknown.length === 0 && isNothing)
    return { problems: [matchesNothing(only)] };
  const inTheWay = imported.files.filter(({ path }) => existsSync(join(project.folder, path)));
  if (inTheWay.length > 0) return { problems: inTheWay.map(({ path }) => there(path)) };
  if (!dryRun) await writeAll(project.folder, imported.files);
  return imported;
}

/** Plans with the new files, and prints the import's result. */
async function reportImport(
  cli: Cli,
  { prepared: { context }, run, progress }: RunningCommand,
  of: Begun & { readonly imported: ImportResult; readonly options: ImportOptions },
): Promise<number> {
  const { imported, discovery, options } = of;
  const target = of.open.target.name;
  // The plan also covers live resources that were declared before, because they may differ.
  const own = new Set([...imported.addresses, ...imported.declared]);
  const request = { only: (address: ImportResult["addresses"][number]) => own.has(address), ungated: true };
  // The plan uses the import's own reads, so that nothing is read twice.
  const targets = new Map(context.targets).set(target, of.open);
  const { plan } = await makePlan({ ...context, targets, desired: imported.desired }, request, run.signal);
  progress.end();
  const { dryRun = false, format } = options;
  const { isAsked } = secretsOf(options);
  const { files, addresses, declared, leftOut, omitted, byId, values, factoring } = imported;
  const isAllowed = allowedIn(context.project);
  const stateOf = (one: NeededSecret) => (!isAsked ? "open" : isAllowed(one) ? "declared" : "barred");
  const secrets = imported.secrets.map((one) => ({ ...one, state: stateOf(one) }) as const);
  const { unknown } = discovery;
  const undeclarable = undeclarableWithout(imported.undeclarable, cli);
  const said = { undeclarable, leftOut, values, resources: addresses.length };
  const where = { target: of.open.target.name, root: context.project.folder, folder: of.folder };
  const { unread } = of.open.dialect;
  const titles = plan.titles;
  const reportFile = dryRun ? undefined : await writeReport(cli, { ...said, ...where, unread, titles });
  const report = {
    files,
    addresses,
    declared: declared.length,
    leftOut,
    omitted,
    byId,
    undeclarable,
    values,
    reportFile,
    unread,
    secrets,
    dryRun,
    factoring,
    plan: planWithout(plan, cli.secrets),
    unknown: unknown.map((one) => problemWithout(one, cli.secrets, target)),
  };
  const text = () => importText(report, cli.style, !options.isPart);
  cli.out(resultIn(format, { text, document: () => importDocument(report) }));
  const isEmpty = plan.changes.length + plan.unknown.length === 0;
  const lacking = leftOut.length + unknown.length + (options.strict ? undeclarable.length : 0);
  return isEmpty && lacking === 0 ? 0 : 1;
}

function secretsOf({
  secrets = false,
  sharedSecrets = false,
}: Pick<ImportOptions, "secrets" | "sharedSecrets">): {
  readonly isAsked: boolean;
  readonly sharing: ReferenceSharing;
} {
  return { isAsked: secrets || sharedSecrets, sharing: sharedSecrets ? "name" : "each" };
}

function allowedIn({ secretsAllowed }: Project): (needed: NeededSecret) => boolean {
  return ({ reference }) => allowFault(reference, secretsAllowed) === undefined;
}

/**
 * The path of the schema for editors, relative to the project's folder. The schema of the product is preferred, because
 * it has more sections than the general schema.
 */
function schemaIn(folder: string, { driver, target }: OpenTarget): { readonly schema?: string } {
  const own = driver.products?.includes(target.dialect) ? [`products/${target.dialect}.json`] : [];
  const schema = [...own, "desired-state.json"]
    .flatMap((name) => ["node_modules/trueup/schemas", "schemas"].map((path) => `${path}/${name}`))
    .find((path) => existsSync(join(folder, path)));
  return schema === undefined ? {} : { schema };
}

function matchesNothing(only: readonly string[]): Problem {
  const hint =
    "Addresses are target/kind/key, such as cloud/network/berlin-office; * stands for any characters.";
  return problem("matches-nothing", `--only ${only.join(" ")} matches no live resource`, { hint });
}

function there(path: string): Problem {
  const hint = "Nothing was written. Name another folder with --out, or move the file.";
  return problem("file-exists", `${path} exists already, and import overwrites nothing`, { hint });
}
