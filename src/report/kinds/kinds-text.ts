/** Shows the kinds of a product, or one kind, as text for a terminal. Pure. */

import { kindsNamed } from "../../model/references.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../text/value.ts";
import {
  type FieldFacts,
  type KindFacts,
  type ProductFacts,
  verifiedCounts,
  verifiedWords,
} from "./facts.ts";

/** The available products. */
export function productsText(products: readonly Pick<ProductFacts, "product" | "interface">[]): string {
  const rows = products.map((each) => [each.product, `interface: ${each.interface}`]);
  return `${columns(rows).join("\n")}\n`;
}

/** The kinds of a product, one line each: all of them, or the results of a search. */
export function kindsText(
  { product, title, kinds }: ProductFacts,
  style: Style,
  foundBy: string | undefined = undefined,
): string {
  const rows = kinds.map(({ kind, section, operations, verified }) => [
    kind,
    section,
    operations.join(", "),
    verifiedWords[verified],
  ]);
  const counts = verifiedCounts(kinds).map(([how, count]) => `${count} ${verifiedWords[how]}`);
  const found = foundBy === undefined ? "" : ` with "${foundBy}"`;
  const all = `${counted(kinds.length, "kind")}${found} (${counts.join(", ")})`;
  const sum = `${style.bold(product)}, ${title}: ${all}`;
  const next = style.dim(`To see a kind with its fields, run: trueup kinds ${product} KIND`);
  return `${sum}\n\n${columns(rows).join("\n")}\n\n${next}\n`;
}

/** One kind: its place, its operations, its fields, an example. */
export function kindText(facts: KindFacts, style: Style): string {
  const { kind, title, description, section, short, reasons, fields, example } = facts;
  const said = [
    ["section", [section, ...short.map((name) => `short: ${name}`)].join("; ")],
    ["can be", facts.operations.join(", ")],
    ...Object.entries(reasons).map(([operation, reason]) => [`no ${operation}`, reason]),
    ["known", `${verifiedWords[facts.verified]} (${facts.source})`],
    ...(facts.since === undefined ? [] : [["since", facts.since]]),
  ];
  const rows = fields.map((field) => [field.name, field.type, notesOf(field).join("; ")]);
  const shown = example
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`);
  return `${[
    `${style.bold(kind)}: ${title}${description === undefined ? "" : `. ${description}`}`,
    ...columns(said),
    "",
    ...(rows.length === 0 ? ["This kind has no fields."] : columns(rows)),
    "",
    style.dim("For example:"),
    ...shown,
  ].join("\n")}\n`;
}

/** The article, by pronunciation: an area, a uuidPool. */
function articleOf(name: string): "a" | "an" {
  return /^(?:[aeio]|u(?!uid|ni))/i.test(name) ? "an" : "a";
}

function spoken(kind: string): string {
  return `${articleOf(kind)} ${kind}`;
}

/** Returns the notes on a field, without its type. */
export function notesOf(field: FieldFacts): readonly string[] {
  const { refersTo, also, access } = field;
  return [
    ...(field.required ? ["required"] : []),
    ...(field.secret ? ["a secret: only a reference can be declared"] : []),
    ...(field.enum ? [`${field.open ? "known" : "one of"}: ${field.enum.map(String).join(", ")}`] : []),
    ...(refersTo === undefined ? [] : [`the key of ${kindsNamed(refersTo).map(spoken).join(" or ")}`]),
    ...(also === undefined ? [] : [`also called ${also}`]),
    ...(field.default === undefined ? [] : [`default: ${JSON.stringify(field.default)}`]),
    ...(access === "writeOnly" ? ["never shown by the product"] : []),
    ...(access === "createOnly" ? ["cannot be changed later"] : []),
    ...(access === "updateOnly" ? ["set by an update after the create"] : []),
    ...(field.since === undefined ? [] : [`needs ${field.since}`]),
    ...(field.assumed ? ["assumed to be shown by the product"] : []),
    ...(field.description === undefined ? [] : [field.description]),
  ];
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? "").length)),
  );
  return rows.map((row) => `  ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd());
}
