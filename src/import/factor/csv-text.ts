/** Tables as CSV (RFC 4180), with line feeds: what a template is made for. Pure. */

import type { Column } from "./columns.ts";

/** A header, and a line for each row. */
export function csvText(columns: readonly Column[]): string {
  const rows = columns[0]?.cells.map((_, at) => columns.map(({ cells }) => quoted(cells[at] ?? ""))) ?? [];
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.join(",")}\n`).join("");
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
