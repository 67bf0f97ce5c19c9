/** Renders health of sites, inventories and device reports as text, Markdown and JSON. */

import type { Json } from "../../model/json.ts";
import type { DeviceStatusReport, TargetStatus } from "../../model/status.ts";
import { waitingLine } from "../finishing.ts";
import { problemText } from "../problems.ts";
import { code, prose, visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../text/value.ts";
import {
  badlyDegraded,
  health,
  markdownTable,
  reportRows,
  sickFirst,
  statusesOf,
  textTable,
} from "./status-rows.ts";

/** What to show, according to the user's options. */
export interface StatusView {
  /** The maximum number of rows per list; 0 means all rows. */
  readonly rows: number;
  /** How to see the rows that are left out. Undefined: the output does not say how. */
  readonly others?: string;
  /** The time range of the health of sites, as text: `the last 2 hours`. Absent: the user has requested none. */
  readonly range?: string | undefined;
}

const siteColumns = ["siteName", "healthScore", "numberOfClients"] as const;
const deviceColumns = [
  "organization",
  "name",
  "status",
  "serial",
  "managementIpAddress",
  "type",
  "model",
  "softwareVersion",
  "site",
  "tags",
  "description",
] as const;

const maxStatuses = 5;

const reportTitles: Readonly<Record<string, string>> = {
  uplink: "uplinks",
  wirelessStatus: "wireless status",
};

/** The status of targets, as tables for people. */
export function statusText(all: readonly TargetStatus[], style: Style, view: StatusView): string {
  return all.map((one) => targetText(one, style, view)).join("\n");
}

/** The status of targets, as tables for an issue or a page. */
export function statusMarkdown(all: readonly TargetStatus[], view: StatusView): string {
  return all
    .map((one) => {
      const parts = [`## ${code(one.target)}`, ...one.problems.map(({ message }) => `- ${prose(message)}`)];
      for (const { head, columns, rows } of tablesOf(one, view, code))
        parts.push(`${head}\n\n${markdownTable(columns, cut(rows, view.rows))}`);
      parts.push(...waiting(one).map(prose));
      return `${parts.join("\n\n")}\n`;
    })
    .join("\n");
}

/**
 * The document: `{ format: "trueup.status", version: 1, targets: [...] }`, with every site and device, the worst
 * first.
 */
export function statusDocument(
  all: readonly TargetStatus[],
  range?: { readonly from: number; readonly to: number } | undefined,
) {
  const times = range && {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
  };
  const targets = all.map((one) => ({
    ...one,
    sites: one.sites && sickFirst(one.sites),
    devices: one.devices && sickFirst(one.devices),
  }));
  return { format: "trueup.status", version: 1, range: times, targets };
}

interface Table {
  readonly head: string;
  readonly columns: readonly string[];
  readonly rows: readonly Json[];
}

function targetText(status: TargetStatus, style: Style, view: StatusView): string {
  const { target, problems } = status;
  const parts = [style.bold(visible(target)), ...problems.map((one) => problemText(one, style).trimEnd())];
  for (const { head, columns, rows } of tablesOf(status, view, visible)) {
    const left = rows.length - cut(rows, view.rows).length;
    const others = view.others === undefined ? "" : `; ${view.others}`;
    const more = left > 0 ? `\n${style.dim(`and ${left} more${others}`)}` : "";
    const drawn = rows.length === 0 ? "" : `\n${textTable(columns, cut(rows, view.rows), style)}`;
    parts.push(`${head}${drawn}${more}`);
  }
  parts.push(...waiting(status).map((line) => style.yellow(visible(line))));
  return `${parts.join("\n\n")}\n`;
}

/** Pending changes that wait for an activation, such as a deployment. If they are unknown, a problem says why. */
function waiting({ pending }: TargetStatus): readonly string[] {
  return pending && !pending.problem ? waitingLine(pending) : [];
}

/** The tables to show. `as` escapes the texts from live systems in them. */
function tablesOf(
  status: TargetStatus,
  { range }: StatusView,
  as: (text: string) => string,
): readonly Table[] {
  const { sites, devices, reports = [] } = status;
  const tables: Table[] = [];
  if (sites) {
    const head = range === undefined ? sitesHead(sites) : `${sitesHead(sites)}, in ${range}`;
    tables.push({ head, columns: siteColumns, rows: sickFirst(sites) });
  }
  if (devices) {
    const columns = deviceColumns.filter((column) => devices.some((one) => isFilled(one, column)));
    tables.push({ head: devicesHead(status, devices, as), columns, rows: sickFirst(devices) });
  }
  for (const [report, own] of Map.groupBy(reports, (one) => one.report))
    tables.push(reportTable(report, own));
  return tables;
}

function reportTable(report: string, own: readonly DeviceStatusReport[]): Table {
  const { columns, rows } = reportRows(own);
  const devices = counted(own.length, "device");
  const title = reportTitles[report];
  return { head: title === undefined ? devices : `${title} of ${devices}`, columns, rows };
}

function sitesHead(sites: readonly Json[]): string {
  const bad = sites.filter((site) => health(site) <= badlyDegraded).length;
  return `${counted(sites.length, "site")}, ${bad} badly degraded (health ${badlyDegraded} or below)`;
}

function devicesHead(
  { interface: of }: TargetStatus,
  devices: readonly Json[],
  as: (text: string) => string,
): string {
  const all = counted(devices.length, of === "servers" ? "server profile" : "device");
  const summary = statusesOf(devices).map(({ status, count }) => `${count} ${as(status)}`);
  return [all, ...summary.slice(0, maxStatuses)].join(", ");
}

function isFilled(record: Json, column: string): boolean {
  const value = Object(record)[column];
  return (
    value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
}

function cut(all: readonly Json[], rows: number): readonly Json[] {
  return rows === 0 ? all : all.slice(0, rows);
}
