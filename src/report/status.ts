/** Site health and device inventory → text, Markdown and JSON. */

import Table from "cli-table3";
import type { Json } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import type { Problem } from "../model/problem.ts";
import { code, prose, visible } from "./escape.ts";
import { problemText } from "./problems.ts";
import { plain, type Style } from "./style.ts";
import { counted } from "./value.ts";

/** What one controller says. A list that could not be read whole is missing, and its problem is there. */
export interface TargetStatus {
  readonly target: string;
  readonly sites?: readonly Json[];
  readonly devices?: readonly Json[];
  readonly problems: readonly Problem[];
}

/** A site at or below this health is badly degraded (the specification's example of a low value). */
const badlyDegraded = 10;

const siteColumns = ["siteName", "healthScore", "numberOfClients"] as const;
const deviceColumns = ["name", "status", "managementIpAddress", "type", "softwareVersion"] as const;

/** Sites with the lowest health first, devices that are unreachable first; then by name. */
function sorted(status: TargetStatus): TargetStatus {
  const { sites, devices } = status;
  return {
    ...status,
    ...(sites && { sites: sites.toSorted((a, b) => health(a) - health(b) || byText(a, b, "siteName")) }),
    ...(devices && { devices: devices.toSorted((a, b) => reach(a) - reach(b) || byText(a, b, "name")) }),
  };
}

/** Tables for people; `rows` at most of each list, all when it is 0. */
export function statusText(all: readonly TargetStatus[], style: Style, rows: number): string {
  return all.map((one) => targetText(sorted(one), style, rows)).join("\n");
}

/** Tables for an issue or a page. */
export function statusMarkdown(all: readonly TargetStatus[], rows: number): string {
  return all
    .map((one) => {
      const { target, sites, devices, problems } = sorted(one);
      const parts = [`## ${code(target)}`, ...problems.map(({ message }) => `- ${prose(message)}`)];
      if (sites) parts.push(`${sitesHead(sites)}\n\n${markdownTable(siteColumns, cut(sites, rows))}`);
      if (devices)
        parts.push(`${devicesHead(devices)}\n\n${markdownTable(deviceColumns, cut(devices, rows))}`);
      return `${parts.join("\n\n")}\n`;
    })
    .join("\n");
}

/** `{ format: "trueup.status", version: 1, targets: [...] }`: every site and device. */
export function statusDocument(all: readonly TargetStatus[]): object {
  return { format: "trueup.status", version: 1, targets: all.map(sorted) };
}

function targetText({ target, sites, devices, problems }: TargetStatus, style: Style, rows: number): string {
  const parts = [style.bold(visible(target)), ...problems.map((one) => problemText(one, style).trimEnd())];
  if (sites)
    parts.push(
      `${sitesHead(sites)}\n${table(siteColumns, cut(sites, rows), style)}${more(sites, rows, style)}`,
    );
  if (devices) {
    parts.push(
      `${devicesHead(devices)}\n${table(deviceColumns, cut(devices, rows), style)}${more(devices, rows, style)}`,
    );
  }
  return `${parts.join("\n\n")}\n`;
}

function sitesHead(sites: readonly Json[]): string {
  const bad = sites.filter((site) => health(site) <= badlyDegraded).length;
  return `${counted(sites.length, "site")}, ${bad} badly degraded (health ${badlyDegraded} or below)`;
}

function devicesHead(devices: readonly Json[]): string {
  return `${counted(devices.length, "device")}, ${devices.filter((one) => reach(one) === 0).length} unreachable`;
}

function table(columns: readonly string[], rows: readonly Json[], style: Style): string {
  const drawn = new Table({ head: [...columns], style: { head: [], border: [], compact: true } });
  for (const row of rows) {
    const mark = health(row) <= badlyDegraded || reach(row) === 0 ? style.red : plain.red;
    drawn.push(columns.map((column) => mark(cell(row, column))));
  }
  return drawn.toString();
}

function markdownTable(columns: readonly string[], rows: readonly Json[]): string {
  const lines = rows.map((row) => `| ${columns.map((column) => code(cell(row, column))).join(" | ")} |`);
  return [`| ${columns.join(" | ")} |`, `|${columns.map(() => "---|").join("")}`, ...lines].join("\n");
}

function more(all: readonly Json[], rows: number, style: Style): string {
  const left = rows === 0 ? 0 : all.length - rows;
  return left > 0 ? `\n${style.dim(`and ${left} more; --all shows them`)}` : "";
}

function cut(all: readonly Json[], rows: number): readonly Json[] {
  return rows === 0 ? all : all.slice(0, rows);
}

function cell(row: Json, column: string): string {
  const value = isObject(row) ? row[column] : undefined;
  return value === undefined || value === null ? "" : visible(String(value));
}

/** Health as a number; unknown health sorts first, since nobody can say that it is good. */
function health(site: Json): number {
  if (!isObject(site) || !("siteName" in site)) return Number.POSITIVE_INFINITY;
  return typeof site.healthScore === "number" ? site.healthScore : -1;
}

function reach(device: Json): 0 | 1 {
  return isObject(device) && String(device.status).toLowerCase() === "unreachable" ? 0 : 1;
}

function byText(a: Json, b: Json, column: string): number {
  const [x, y] = [cell(a, column), cell(b, column)];
  return x < y ? -1 : x > y ? 1 : 0;
}
