/** A page for the kinds of a product, the table of all products, and the table of a mapping's sections. Pure. */

import type { MappedFields, MappingData } from "../src/catalog/schema/mapping.ts";
import {
  type KindFacts,
  type ProductFacts,
  verifiedCounts,
  verifiedWords,
} from "../src/report/kinds/facts.ts";
import { notesOf } from "../src/report/kinds/kinds-text.ts";
import { counted } from "../src/report/text/value.ts";

/** The page `docs/kinds/<product>.md`. `first` is the text before all kinds. */
export function kindsPage(facts: ProductFacts, first: readonly string[] = []): string {
  const { product, title, kinds, changeLog } = facts;
  const rows = kinds.map(({ kind, title: what, section, operations, verified }) => {
    const cells = [what, `\`${section}\``, operations.join(", "), verifiedWords[verified]];
    return `| [${kind}](#${kind.toLowerCase()}) | ${cells.join(" | ")} |`;
  });
  return `${[
    "<!-- Generated from the catalog by `npm run kinds`. -->",
    "",
    `# Kinds of ${title}`,
    "",
    `\`dialect: ${product}\`, interface ${facts.interface}: ${counted(kinds.length, "kind")}. \`*\` stands for a key.`,
    ...first,
    "",
    "| kind | what it is | section | operations | how trueup knows this |",
    "|---|---|---|---|---|",
    ...rows,
    ...(changeLog ? changeLogPart(changeLog) : []),
    ...readingPart(facts),
    ...kinds.flatMap(kindPart),
  ].join("\n")}\n`;
}

const logWords = {
  tried: "tried on the product: with `changedSince: true`, trueup relies on the log",
  described: "from the vendor's description, not tried: with `changedSince: true`, trueup relies on the log",
  assumed: "assumed, not tried: only with `changedSince: assumed`, trueup relies on the log",
  unknown: "unknown: trueup always reads these resources",
};

function changeLogPart(changeLog: NonNullable<ProductFacts["changeLog"]>): readonly string[] {
  const rows = (["tried", "described", "assumed", "unknown"] as const).flatMap((how) => {
    const names = changeLog[how].map((kind) => `[${kind}](#${kind.toLowerCase()})`);
    return names.length === 0 ? [] : [`| ${logWords[how]} | ${names.join(", ")} |`];
  });
  return ["", "## What the change log tells", "", "| how trueup knows this | kinds |", "|---|---|", ...rows];
}

/** Returns the part about which reads a plan makes, and what verifies a write. */
function readingPart({ readBy, verifiedBy }: ProductFacts): readonly string[] {
  const rowsOf = (of: ProductFacts["readBy"]) =>
    [...of].map(
      ([words, kinds]) =>
        `| ${words} | ${kinds.map((kind) => `[${kind}](#${kind.toLowerCase()})`).join(", ")} |`,
    );
  return [
    "",
    "## What is read",
    "",
    "| a plan reads | kinds |",
    "|---|---|",
    ...rowsOf(readBy),
    "",
    "| a write is verified by | kinds |",
    "|---|---|",
    ...rowsOf(verifiedBy),
  ];
}

function kindPart(facts: KindFacts): readonly string[] {
  const { kind, title, description, section, short, reasons, fields, since } = facts;
  const rows = fields.map(
    (field) => `| \`${field.name}\` | ${cell(field.type)} | ${cell(notesOf(field).join("; "))} |`,
  );
  const places = [section, ...short].map((name) => `\`${name}\``);
  return [
    "",
    `## ${kind}`,
    "",
    `${title[0]?.toUpperCase()}${title.slice(1)}${description === undefined ? "" : `. ${description}`}`,
    "",
    `- Declared in ${places[0]}${places.length > 1 ? `; short: ${places.slice(1).join(", ")}` : ""}.`,
    `- Operations: ${facts.operations.join(", ")}.`,
    ...Object.entries(reasons).map(([operation, reason]) => `- No ${operation}: ${reason}.`),
    `- Verified: ${verifiedWords[facts.verified]} (${facts.source}).`,
    ...(since === undefined ? [] : [`- Needs: ${since}.`]),
    ...(rows.length === 0 ? [] : ["", "| field | type | |", "|---|---|---|", ...rows]),
    "",
    "```yaml",
    facts.example.trimEnd(),
    "```",
  ];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** Returns the table of products. For each product, it says how many kinds were verified, and how. */
export function productsTable(products: readonly ProductFacts[]): string {
  const order = ["tried", "client", "description", "assumed"] as const;
  const rows = products.map(({ product, interface: of, kinds }) => {
    const counts = new Map(verifiedCounts(kinds));
    const numbers = order.map((how) => String(counts.get(how) ?? 0));
    return `| [${product}](kinds/${product}.md) | ${of} | ${kinds.length} | ${numbers.join(" | ")} |`;
  });
  const head = order.map((how) => verifiedWords[how]);
  return [
    `| product | interface | kinds | ${head.join(" | ")} |`,
    `|---|---|---|${order.map(() => "---|").join("")}`,
    ...rows,
  ].join("\n");
}

/** The table of a mapping's sections. */
export function sectionsTable({ mapping, kinds }: MappingData): string {
  const rows = kinds
    .toSorted((a, b) => (a.section < b.section ? -1 : 1))
    .map(({ section, keys, single, places, fields }) => {
      const paths = [...new Set(places.map(({ path }) => path.split("[")[0] ?? ""))];
      const [first = "", ...others] = paths;
      const more = others.length === 0 ? "" : ` and ${others.length} more`;
      const key = single ? "one object" : (keys ?? "a name");
      return `| \`${section}\` | ${key} | ${fieldNames(fields)} | \`${first}\`${more} |`;
    });
  const head = `## Sections of \`${mapping.mapping}\`\n\n| section | key | fields | path |\n|---|---|---|---|`;
  return `${head}\n${rows.join("\n")}`;
}

function fieldNames(fields: MappedFields): string {
  return Object.entries(fields)
    .filter(([, { always }]) => always === undefined)
    .map(([name, { secret }]) => `\`${name}\`${secret ? " (a secret)" : ""}`)
    .join(", ");
}
