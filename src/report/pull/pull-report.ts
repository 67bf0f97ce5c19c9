/** Shows the rows that a pull has changed, or would change, as text for people and as a document for machines. */

import type { Json } from "../../model/json.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../text/value.ts";

/** A row that differs: its key, and the differing columns. */
interface ChangedRow {
  readonly key: string;
  readonly columns: readonly { readonly name: string; readonly before: Json; readonly after: Json }[];
}

/** The result of a pull for one file. */
interface PulledReport {
  readonly path: string;
  readonly source: string;
  readonly rows: number;
  readonly isWritten: boolean;
  readonly changes: {
    readonly added: readonly string[];
    readonly changed: readonly ChangedRow[];
    readonly removed: readonly string[];
  };
}

/** The files, and what was done with them. `seen`: nothing was written. `refused`: an obstacle prevented writing. */
export interface PullReport {
  readonly files: readonly PulledReport[];
  readonly done: "written" | "seen" | "refused";
}

/** The maximum number of rows shown for a file. */
const rowsShown = 20;
/** The maximum number of columns shown for a row. */
const columnsShown = 4;
const longest = 60;

/** Each file with its differing rows, then what was done. */
export function pullText({ files, done }: PullReport, style: Style): string {
  const isNew = (file: PulledReport) => file.isWritten;
  const blocks = files
    .filter(isNew)
    .map((file) => [headOf(file, style), ...rowLines(file, style)].join("\n"));
  const same = files.filter((file) => !isNew(file)).map((file) => headOf(file, style));
  const parts = [...blocks, ...(same.length > 0 ? [same.join("\n")] : []), ...endOf({ files, done }, style)];
  return `${parts.join("\n\n")}\n`;
}

function endOf({ files, done }: PullReport, style: Style): readonly string[] {
  if (done === "refused") return [];
  const different = files.filter((file) => file.isWritten).length;
  const all = counted(files.length, "file");
  if (different === 0) return [`${style.green("✔")} ${all}: same as in the sources.`];
  return done === "written"
    ? [`${style.green("✔")} ${different} of ${all} written. \`trueup plan\` shows the resulting changes.`]
    : [`${different} of ${all} would be written.`];
}

function headOf({ path, source, rows, isWritten, changes }: PulledReport, style: Style): string {
  const counts = [
    [changes.added.length, "added"],
    [changes.changed.length, "changed"],
    [changes.removed.length, "removed"],
  ] as const;
  const said = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const what =
    said.length > 0 ? said.join(", ") : isWritten ? "the same rows, written differently" : "as it is";
  return `${style.bold(visible(path))}  from ${visible(source)}, ${counted(rows, "row")}: ${what}`;
}

function rowLines({ changes }: PulledReport, style: Style): readonly string[] {
  const lines = [
    ...changes.added.map((key) => `  ${style.green("+")} ${shortened(key)}`),
    ...changes.changed.map((row) => `  ${style.yellow("~")} ${shortened(row.key)}  ${columnsText(row)}`),
    ...changes.removed.map((key) => `  ${style.red("-")} ${shortened(key)}`),
  ];
  const left = lines.length - rowsShown;
  return left <= 0 ? lines : [...lines.slice(0, rowsShown), `  and ${left} more`];
}

function columnsText({ columns }: ChangedRow): string {
  const shown = columns
    .slice(0, columnsShown)
    .map(({ name, before, after }) => `${name} ${valueText(before)} → ${valueText(after)}`);
  const left = columns.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

function valueText(value: Json): string {
  if (value === "" || value === null) return "(none)";
  return shortened(typeof value === "string" ? value : JSON.stringify(value));
}

function shortened(text: string): string {
  return visible(text.length <= longest ? text : `${text.slice(0, longest)}...`);
}

/** A pull's result as a document for machines. */
export function pullDocument({ files, done }: PullReport): object {
  return {
    format: "trueup.pull",
    version: 1,
    written: done === "written",
    files: files.map(({ path, source, rows, isWritten: differs, changes }) => ({
      path,
      source,
      rows,
      differs,
      ...changes,
    })),
  };
}
