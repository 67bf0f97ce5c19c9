/** Rows of status tables: how they are sorted and rendered. Pure. */

import Table from "cli-table3";
import { byText } from "../../model/compare.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { DeviceStatusReport } from "../../model/status.ts";
import { code, prose, visible } from "../text/escape.ts";
import { plain, type Style } from "../text/style.ts";

/** A site at or below this health is badly degraded: the API's specification gives 10 as an example of a low value. */
export const badlyDegraded = 10;

/**
 * Sorts by health, lowest first; then by status, `unreachable` first, then rare statuses before common ones; then by
 * name.
 */
export function sickFirst(records: readonly Json[]): readonly Json[] {
  const ranks = new Map(statusesOf(records).map(({ status }, rank) => [status, rank]));
  const reach = (record: Json) => ranks.get(statusOf(record) ?? "") ?? ranks.size;
  const named = records.map((record) => ({ record, name: nameOf(record) }));
  named.sort(
    (a, b) =>
      health(a.record) - health(b.record) || reach(a.record) - reach(b.record) || byText(a.name, b.name),
  );
  return named.map(({ record }) => record);
}

/** Health as a number. Unknown health comes first, because it may be bad. */
export function health(site: Json): number {
  if (!isObject(site) || !("siteName" in site)) return Number.MAX_SAFE_INTEGER;
  return typeof site.healthScore === "number" ? site.healthScore : -1;
}

/** The number of devices for each status: `unreachable` first, then the other statuses, the rarest first. */
export function statusesOf(
  devices: readonly Json[],
): readonly { readonly status: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const device of devices) {
    const status = statusOf(device);
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const rank = (status: string) => (status.toLowerCase() === unreachable ? 0 : 1);
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => rank(a.status) - rank(b.status) || a.count - b.count || byText(a.status, b.status));
}

const unreachable = "unreachable";

function statusOf(device: Json): string | undefined {
  return isObject(device) && typeof device.status === "string" && device.status !== ""
    ? device.status
    : undefined;
}

/** True for a device whose record says that it is unreachable. */
function isUnreachable(device: Json): boolean {
  return statusOf(device)?.toLowerCase() === unreachable;
}

/** A table with borders; unhealthy rows are red. */
export function textTable(columns: readonly string[], rows: readonly Json[], style: Style): string {
  const drawn = new Table({ head: columns.map(visible), style: { head: [], border: [], compact: true } });
  for (const row of rows) {
    const mark = health(row) <= badlyDegraded || isUnreachable(row) ? style.red : plain.red;
    drawn.push(columns.map((column) => mark(cell(row, column))));
  }
  return drawn.toString();
}

/** Does the same as `textTable`, but returns Markdown. */
export function markdownTable(columns: readonly string[], rows: readonly Json[]): string {
  const lines = rows.map((row) => `| ${columns.map((column) => code(cell(row, column))).join(" | ")} |`);
  // Field names come from the device too.
  return [`| ${columns.map(prose).join(" | ")} |`, `|${columns.map(() => "---|").join("")}`, ...lines].join(
    "\n",
  );
}

const maxColumns = 8;

/** Device reports as rows. A record becomes one row, or one row for each element of its first list of records. */
export function reportRows(reports: readonly DeviceStatusReport[]): {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
} {
  const rows = reports
    .toSorted((a, b) => byText(a.name ?? a.device, b.name ?? b.device))
    .flatMap(({ device, name, records }) =>
      records.flatMap(unfolded).map((record) => ({ device, ...(name !== undefined && { name }), ...record })),
    );
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  return { columns: [...columns].slice(0, maxColumns), rows };
}

function unfolded(record: Json): readonly JsonObject[] {
  if (!isObject(record)) return [];
  const lists = Object.values(record).filter(isArray);
  const inner = lists.find((list) => list.length > 0 && list.every(isObject));
  return inner ? inner.filter(isObject) : [record];
}

function nameOf(record: Json): string {
  return cell(record, isObject(record) && "siteName" in record ? "siteName" : "name");
}

function cell(row: Json, column: string): string {
  const value = isObject(row) ? row[column] : undefined;
  if (value === undefined || value === null) return "";
  if (isArray(value) && value.every((one) => typeof one === "string")) return visible(value.join(", "));
  return visible(typeof value === "object" ? JSON.stringify(value) : String(value));
}
