/** Renders the result of `import` as text and JSON. */

import { type Address, addressParts } from "../../model/address.ts";
import type { UnknownResource } from "../../model/change.ts";
import type { Undeclarable } from "../../model/live/undeclarable.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { planText } from "../plan/plan-text.ts";
import { problemText } from "../problems.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, countedKind, fewOf, fieldName, kindName, nameShown } from "../text/value.ts";
import { byIdLines, type NamedById } from "./by-id-lines.ts";
import { countsOf, countsText, lackingText, undeclarableLines } from "./undeclarable-report.ts";

/** The result of an import. */
interface ImportReport {
  readonly files: readonly SourceText[];
  readonly addresses: readonly Address[];
  /** The number of live resources that were declared before. */
  readonly declared: number;
  readonly leftOut: readonly { readonly what: string; readonly reason: string }[];
  /** Live fields that were not written into files, with reasons. If the kind has no such field, there is no reason. */
  readonly omitted: readonly {
    readonly kind: string;
    readonly address: Address;
    readonly path: readonly string[];
    readonly reason?: string | undefined;
  }[];
  /** Live parts of imported resources that cannot be declared. */
  readonly undeclarable: readonly Undeclarable[];
  /** References to undeclared resources, which are written with the product's own ids. */
  readonly byId: readonly NamedById[];
  /** The number of values that were written to files. */
  readonly values: number;
  /** The file that lists undeclarable parts, relative to the project's folder; undefined if there is none. */
  readonly reportFile?: string | undefined;
  readonly secrets: readonly {
    readonly reference: string;
    readonly addresses: readonly Address[];
    /** Each field that uses the secret. */
    readonly places: readonly { readonly address: Address; readonly path: Pointer }[];
    /** `open`: nobody has asked to declare the secret. `barred`: `secrets.allow` does not match the reference. */
    readonly state: "declared" | "open" | "barred";
  }[];
  /** A sentence about the objects that no kind covers. */
  readonly unread?: string | undefined;
  /** The resources that could not be read. */
  readonly unknown: readonly Problem[];
  /** The next plan, computed from the present files. It covers imported resources and those declared before. */
  readonly plan: Plan;
  readonly dryRun: boolean;
  /** The result of `--factor`: the number of lines with and without factoring, and what could not be factored. */
  readonly factoring?:
    | {
        readonly lines: number;
        readonly plainLines: number;
        readonly notFactored: readonly { readonly what: string; readonly reason: string }[];
      }
    | undefined;
}

/**
 * The text for people: the files, what was left out and why, the secrets to set, and the next plan. `isLast`: the text
 * ends with the next steps.
 */
export function importText(document: ImportReport, style: Style, isLast = true): string {
  const { files, unknown, dryRun } = document;
  const parts = [
    ...unknown.map((one) => problemText(one, style).trimEnd()),
    ...blockOf(fileLines(document, style)),
    ...blockOf(
      document.leftOut.map(({ what, reason }) => `  ${style.red("✗")} ${visible(what)}: ${visible(reason)}`),
    ),
    ...blockOf(factoringLines(document)),
    ...blockOf(omittedLines(document)),
    ...blockOf(byIdLines(document.byId, document.plan.titles)),
    ...blockOf(secretLines(document)),
    [headline(document, style), ...nextPlan(document, style)].join("\n"),
    ...(files.length === 0 || dryRun || !isLast ? [] : [nextSteps]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** This warns about renaming because, before the first apply, only names link declarations to live resources. */
const nextSteps = [
  "Next: commit the files as they are, then run `trueup apply` once. It records the live state as applied, and sends",
  "nothing if the plan is empty. Rename nothing before that: trueup would create a renamed resource again.",
].join("\n");

/** An import's result as a document for machines. */
export function importDocument({ files, plan, values, reportFile, ...document }: ImportReport): object {
  const { addresses, undeclarable } = document;
  const counts = { resources: addresses.length, values, undeclarable: countsOf(undeclarable) };
  return {
    format: "trueup.import",
    version: 1,
    ...document,
    undeclarable: undeclarable.slice(0, mostUndeclarable),
    counts,
    ...(reportFile !== undefined && { reportFile }),
    files: files.map(({ path }) => path),
    planIsEmpty: isEmpty(plan),
  };
}

/** The maximum number of undeclarable parts in the document; its counts include all. */
const mostUndeclarable = 10_000;

function blockOf(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function fileLines({ files }: ImportReport, style: Style): readonly string[] {
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return [...folders].map(([folder, own]) => {
    const names = own.map(({ path }) => path.slice(folder.length + 1));
    const first = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    return `  ${style.green("✓")} ${visible(folder)}/  ${style.dim(visible(first.join(", ")))}`;
  });
}

/** The maximum number of unfactored parts named. */
const maxNotFactored = 5;

function factoringLines({ factoring }: ImportReport): readonly string[] {
  if (!factoring) return [];
  const { lines, plainLines, notFactored } = factoring;
  const named = notFactored.slice(0, maxNotFactored);
  const left = notFactored.length - named.length;
  const saved = plainLines - lines;
  return [
    ...(saved > 0 ? [`Factored: ${counted(lines, "line")} instead of ${plainLines}; ${saved} saved.`] : []),
    ...named.map(({ what, reason }) => `Not factored: ${visible(what)}: ${reason}.`),
    ...(left > 0 ? [`  and ${left} more; --format json names all`] : []),
  ];
}

function omittedLines(report: ImportReport): readonly string[] {
  const refused = report.undeclarable.filter(({ reason }) => reason !== undefined);
  const unknown = report.undeclarable.filter(({ reason }) => reason === undefined);
  const more = report.reportFile === undefined ? "--format json names all" : "the report has all";
  const said = refused.slice(0, maxRefused);
  const left = refused.length - said.length;
  return [
    ...undeclarableLines({ ...report, undeclarable: unknown, titles: report.plan.titles }, more),
    ...(said.length > 0 ? ["Live values that cannot be declared, and stay unchanged:"] : []),
    ...said.map(({ address, reason = "" }) => `  ${nameShown(address)}: ${visible(reason)}`),
    ...(left > 0 ? [`  and ${left} more; ${more}`] : []),
    ...(report.unread !== undefined && report.undeclarable.length + report.leftOut.length > 0
      ? [`Not examined: ${report.unread}.`]
      : []),
  ];
}

/** The maximum number of refused values named. */
const maxRefused = 20;

/** The maximum number of undeclared references in the list. They need not be set now, so a few are enough. */
const maxUndeclared = 5;

function secretLines({ secrets }: ImportReport): readonly string[] {
  const lines = (state: ImportReport["secrets"][number]["state"], ...head: readonly string[]) => {
    const own = secrets.filter((one) => one.state === state);
    const each = own.map(({ reference, places }) => `  ${reference}  ${visible(fewest(places))}`);
    const more = state === "declared" ? 0 : each.length - maxUndeclared;
    if (more > 1) each.splice(maxUndeclared, more, `  and ${more} more; --format json names all`);
    return each.length > 0 ? [...head, ...each] : [];
  };
  return [
    ...lines(
      "declared",
      "Set these before the next apply. The API never returns these secrets, so trueup cannot verify them:",
    ),
    ...lines(
      "open",
      "Secrets that no interface shows are not declared, and stay as they are. To declare them, write for example",
      "`password: { secret: env:NAME }`. `trueup import --secrets` declares them under these names:",
    ),
    ...lines(
      "barred",
      `Not declared, since trueup.yaml does not allow them; add secrets: { allow: [${allowing(secrets)}] } to it:`,
    ),
  ];
}

/** Globs that would allow the secret references that are not allowed yet, built from the ends of their names. */
function allowing(secrets: ImportReport["secrets"]): string {
  const barred = secrets.filter(({ state }) => state === "barred");
  const endings = new Set(barred.map(({ reference }) => reference.slice(reference.lastIndexOf("_") + 1)));
  return [...endings].map((each) => `"env:*_${each}"`).join(", ");
}

/** The first field, and the number of the others. */
function fewest(places: ImportReport["secrets"][number]["places"]): string {
  const [first, ...others] = places.map(({ address, path }) => `${address}: ${segments(path).join(".")}`);
  return others.length === 0 ? (first ?? "") : `${first} and ${others.length} more`;
}

function headline(report: ImportReport, style: Style): string {
  const { addresses, files, declared, dryRun, plan } = report;
  const kinds = Map.groupBy(addresses, (each) => kindName(addressParts(each), plan.titles));
  const counts = [...kinds].map(([title, each]) => countedKind(each.length, title));
  const before = declared === 0 ? "" : `; ${declared} declared before`;
  const where = files.length === 0 ? "" : ` in ${counted(files.length, "file")}`;
  const verb = dryRun ? "Would import:" : "Imported:";
  const head = `${style.bold(verb)} ${counts.join(", ") || "nothing"}${where}${before}`;
  return addresses.length === 0 ? head : `${head}\n${countsLine(report)}`;
}

/** The line about the import: how many resources and values it declares, and how many parts cannot be declared. */
function countsLine({ addresses, values, undeclarable, reportFile }: ImportReport): string {
  const said = countsText({ resources: addresses.length, values, undeclarable });
  return reportFile === undefined ? said : `${said}, see ${visible(reportFile)}`;
}

function nextPlan(report: ImportReport, style: Style): readonly string[] {
  const { plan, addresses } = report;
  if (isEmpty(plan) && addresses.length === 0) return [];
  if (isEmpty(plan)) return [`${style.green("✓")} The next plan is empty${exceptFor(report)}.`];
  return [`${style.red("✗")} The next plan is not empty:`, "", planText(plan, style).trimEnd()];
}

/** The exceptions to an empty plan: what the import has not declared. */
function exceptFor({ undeclarable, leftOut, unknown }: ImportReport): string {
  const lacking = [
    ...[lackingText(undeclarable) ?? []].flat().map((text) => `the ${text} that no file declares`),
    ...(leftOut.length > 0 ? [`what was not imported (${leftOut.length})`] : []),
    ...(unknown.length > 0 ? [`what could not be read (${unknown.length})`] : []),
  ];
  return lacking.length === 0 ? "" : `; it does not cover ${lacking.join(", or ")}`;
}

function isEmpty({ changes, unknown }: Plan): boolean {
  return changes.length + unknown.length === 0;
}

/** The result of an adoption. */
interface AdoptionReport {
  readonly files: readonly SourceText[];
  /** The paths of files that did not exist before. */
  readonly made: readonly string[];
  readonly adopted: readonly {
    readonly address: string;
    readonly fields: readonly string[];
    readonly file: string;
  }[];
  readonly notAdopted: readonly { readonly address: string; readonly reason: string }[];
  /** Undeclarable live parts of adopted resources. */
  readonly undeclarable: readonly Undeclarable[];
  readonly unknown: readonly UnknownResource[];
  readonly dryRun: boolean;
}

/** The text for people: each resource with its fields and file, then whatever could not be adopted, with reasons. */
export function adoptionText(
  { files, made, adopted, notAdopted, undeclarable, unknown, dryRun }: AdoptionReport,
  style: Style,
): string {
  const lines = adopted.map(({ address, fields, file }) => {
    const what =
      fields.length > 0 ? fields.map(fieldName).join(", ") : "removed: the resource no longer exists";
    return `  ${style.green("✓")} ${nameShown(address)}: ${visible(what)}  ${style.dim(visible(file))}`;
  });
  const not = [
    ...notAdopted,
    ...unknown.map(({ address, problem }) => ({ address, reason: `live state unknown: ${problem.message}` })),
  ].map(({ address, reason }) => `  ${style.red("✗")} ${nameShown(address)}: ${visible(reason)}`);
  if (lines.length + not.length === 0)
    return "Nothing to adopt: the live state of the named resources is as declared.\n";
  const would = dryRun ? "would be " : "";
  const changed = `${counted(files.length, "file")} ${would}changed`;
  const sum = `${style.bold("Adopted:")} ${counted(adopted.length, "resource")}; ${changed}`;
  const next = files.length === 0 || dryRun ? "" : `. ${reviewOf(files, made)}, then open a pull request.`;
  const lacking = lackingText(undeclarable);
  const others =
    lacking === undefined ? [] : [`Of these resources, ${lacking} cannot be declared, and stay as they are:`];
  const named = undeclarableLines({ undeclarable, leftOut: [] }, "--format json names all").slice(1);
  return `${[...lines, ...not, ...others, ...named, `${sum}${next}`].join("\n")}\n`;
}

/** How to review the files: Git shows no differences for new files. */
function reviewOf(files: AdoptionReport["files"], made: readonly string[]): string {
  if (made.length === 0) return "Review them with `git diff`";
  const names = fewOf(made, (path) => visible(path));
  return files.length === made.length
    ? `\`git diff\` does not show new files: review ${names}`
    : `Review them with \`git diff\`, and the new files: ${names}`;
}

/** An adoption's result as a document for machines. */
export function adoptionDocument(report: AdoptionReport): object {
  const { files, adopted, notAdopted, undeclarable, unknown, dryRun } = report;
  const names = files.map(({ path }) => path);
  const lacking = undeclarable.slice(0, mostUndeclarable);
  const result = { adopted, notAdopted, undeclarable: lacking, unknown };
  return { format: "trueup.adoption", version: 1, dryRun, files: names, ...result };
}
