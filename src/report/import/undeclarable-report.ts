/** Shows live values that an import has read but cannot declare: as one clause, as a few lines, or as a file. */

import { addressParts } from "../../model/address.ts";
import type { Undeclarable } from "../../model/live/undeclarable.ts";
import type { KindTitles } from "../../model/place.ts";
import { segments } from "../../model/pointer.ts";
import { code, prose, visible } from "../text/escape.ts";
import { counted, kindName, nameCode, shown } from "../text/value.ts";

/** The input of a report about parts that cannot be declared. */
export interface UndeclarableReport {
  /** The parts that cannot be declared, in order of kind, address and path. */
  readonly undeclarable: readonly Undeclarable[];
  /** The resources that were not imported at all, with reasons. */
  readonly leftOut: readonly { readonly what: string; readonly reason: string }[];
  /** A sentence about the objects that were not read because no kind covers them. */
  readonly unread?: string | undefined;
  readonly titles?: KindTitles | undefined;
}

/** `50 resources with 1204 values; 71 children and 312 values cannot be declared`. */
export function countsText(of: {
  readonly resources: number;
  readonly values: number;
  readonly undeclarable: readonly Undeclarable[];
}): string {
  const written = `${thousands(of.resources, "resource")} with ${thousands(of.values, "value")}`;
  const lacking = lackingText(of.undeclarable);
  return lacking === undefined ? written : `${written}; ${lacking} cannot be declared`;
}

/** `71 children and 312 values`; undefined if everything can be declared. */
export function lackingText(all: readonly Undeclarable[]): string | undefined {
  const { children, values } = countsOf(all);
  const parts = [
    ...(children > 0 ? [thousands(children, "child", "children")] : []),
    ...(values > 0 ? [thousands(values, "value")] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}

/** The number of children, and of values. */
export function countsOf(all: readonly Undeclarable[]): Readonly<Record<"children" | "values", number>> {
  const children = all.filter(({ what }) => what === "child").length;
  return { children, values: all.length - children };
}

function thousands(count: number, one: string, many?: string): string {
  return counted(count, one, many).replace(/\B(?=(?:\d{3})+ )/g, ",");
}

/** All parts that have the same name, in the resources of one kind. */
interface Group {
  readonly kind: string;
  readonly name: string;
  readonly what: Undeclarable["what"];
  readonly all: readonly Undeclarable[];
}

function groupsOf({ undeclarable, titles }: UndeclarableReport): readonly Group[] {
  const groups = Map.groupBy(undeclarable, ({ address, what, name, path }) =>
    JSON.stringify([kindName(addressParts(address), titles), what, name ?? segments(path).at(-1) ?? ""]),
  );
  return [...groups].map(([key, all]): Group => {
    const [kind = "", what = "", name = ""] = [...textsIn(key)];
    return { kind, name, what: what === "child" ? "child" : "value", all };
  });
}

function textsIn(key: string): readonly string[] {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts.map(String) : [];
}

/** The number of names on the terminal. A single further name is shown too. */
const fewGroups = 8;

/** Lines for the terminal: the names that most resources have. */
export function undeclarableLines(report: UndeclarableReport, more: string): readonly string[] {
  const groups = groupsOf(report).toSorted((a, b) => b.all.length - a.all.length);
  if (groups.length === 0) return [];
  const said = groups.slice(0, groups.length === fewGroups + 1 ? groups.length : fewGroups);
  const left = groups.length - said.length;
  return [
    "Live values that no field can declare; trueup leaves them unchanged:",
    ...said.map(
      ({ kind, name, all }) => `  ${kind} ${visible(name)}${all.length > 1 ? ` (${all.length})` : ""}`,
    ),
    ...(left > 0 ? [`  and ${counted(left, "name")} more; ${more}`] : []),
  ];
}

/** The maximum number of names in the file. */
const mostGroups = 500;
/** The maximum number of places per name in the file. */
const mostPlaces = 50;

/**
 * A report as a Markdown file of limited size; its counts include all parts. It contains no secrets if the report
 * contains none.
 */
export function undeclarableMarkdown(
  report: UndeclarableReport,
  { target, counts }: { readonly target: string; readonly counts: string },
): string {
  const groups = groupsOf(report);
  const kinds = Map.groupBy(groups.slice(0, mostGroups), ({ kind }) => kind);
  const parts = [
    `# What trueup could not import from ${code(target)}`,
    `${counts}. ${meaning}`,
    ...(report.unread === undefined ? [] : [`Not examined: ${prose(report.unread)}`]),
    ...leftOutPart(report),
    ...[...kinds].map(([kind, own]) => [`## ${prose(capital(kind))}`, ...own.map(groupPart)].join("\n\n")),
    ...(groups.length > mostGroups
      ? [`And ${counted(groups.length - mostGroups, "name")} more: \`--format json\` has them.`]
      : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const meaning =
  "These values are live, but no file declares them: `trueup` leaves them unchanged, and sets them nowhere else.";

function leftOutPart({ leftOut }: UndeclarableReport): readonly string[] {
  if (leftOut.length === 0) return [];
  const said = leftOut.slice(0, mostGroups).map(({ what, reason }) => `- ${prose(what)}: ${prose(reason)}`);
  const left = leftOut.length - said.length;
  return [["## Not imported at all", "", ...said, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n")];
}

function groupPart({ name, what, all }: Group): string {
  const lines = all.slice(0, mostPlaces).map(placeLine);
  const left = all.length - lines.length;
  const count = what === "child" ? counted(all.length, "child", "children") : counted(all.length, "value");
  return [`### ${code(name)}: ${count}`, "", ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join(
    "\n",
  );
}

function placeLine({ address, path, value, reason }: Undeclarable): string {
  const where = path === "" ? "" : `, ${nameCode(segments(path).join(" → "))}`;
  const said = value === undefined ? "" : `: ${code(shown(value))}`;
  const why = reason === undefined ? "" : `: ${prose(reason)}`;
  return `- ${nameCode(address)}${where}${said}${why}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
