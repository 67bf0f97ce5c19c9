/** The words of catalogs and facts, as tables for the pages that explain them. Generated from their schemas. */

import { z } from "zod";
import { authentication, endedToken } from "../../src/catalog/schema/authentication.ts";
import { batches } from "../../src/catalog/schema/batch.ts";
import { field } from "../../src/catalog/schema/field.ts";
import { kindFile } from "../../src/catalog/schema/kind.ts";
import { pages } from "../../src/catalog/schema/pages.ts";
import { productFile } from "../../src/catalog/schema/product.ts";
import { operation, read, wholeRead } from "../../src/catalog/schema/request.ts";
import { settings } from "../../src/catalog/schema/setting.ts";
import { finish, task } from "../../src/catalog/schema/tasks.ts";
import { fieldFacts, resourceFacts } from "./client-facts.ts";

/** A word, with its path in its table: `limits.concurrency`. */
export interface WordRow {
  readonly word: string;
  /** If the table has several forms, the forms that have this word, by their `by` or `is`. */
  readonly forms: readonly string[];
  readonly required: boolean;
  readonly means: string;
}

/** The tables of each page, by their markers. */
export const tablesOfPages: Readonly<Record<string, readonly string[]>> = {
  "catalogs.md": [
    ...["product", "authentication", "ended", "pages", "task", "finish", "batches", "settings", "kind"],
    ...["read", "whole", "write", "field"],
  ],
  "renewing-facts.md": ["resource", "fact"],
};

/** The schemas of the tables. A word whose value has a table of its own is listed in both tables. */
const tables: Readonly<Record<string, z.core.$ZodType>> = {
  product: productFile,
  authentication,
  ended: endedToken,
  pages,
  task,
  finish,
  batches,
  settings,
  kind: kindFile,
  read,
  whole: wholeRead,
  write: operation,
  field,
  resource: resourceFacts,
  fact: fieldFacts,
};

/** All words of a table, without duplicates, in the order of the schema. */
export function wordsOf(table: string): readonly WordRow[] {
  const schema = tables[table];
  if (schema === undefined) throw new Error(`a page asks for the words of ${table}, which there are not`);
  const found = rowsIn(schema, { prefix: "", forms: [], root: schema });
  const byWord = Map.groupBy(found, ({ word }) => word);
  return [...byWord].map(([word, rows]) => ({
    word,
    forms: [...new Set(rows.flatMap(({ forms }) => forms))],
    required: rows.every(({ required }) => required),
    means: meaningsOf(rows),
  }));
}

/** Returns the meaning of a word. If the word has several meanings, each is listed with its forms. */
function meaningsOf(rows: readonly WordRow[]): string {
  const byMeaning = [...Map.groupBy(rows, ({ means }) => means)];
  if (byMeaning.length === 1) return byMeaning[0]?.[0] ?? "";
  return byMeaning
    .map(([means, own]) => `${own.flatMap(({ forms }) => forms).join(", ")}: ${means}`)
    .join(" ");
}

/** The page with its tables regenerated between their markers: `<!-- words: read -->` and `<!-- /words -->`. */
export function withWords(page: string): string {
  return page.replace(
    /<!-- words: (\w+) -->[\s\S]*?<!-- \/words -->/g,
    (_, table: string) => `<!-- words: ${table} -->\n${tableOf(table)}\n<!-- /words -->`,
  );
}

function tableOf(table: string): string {
  const rows = wordsOf(table).map(({ word, forms, required, means }) => {
    const notes = [...(forms.length > 0 ? [`of ${forms.join(", ")}`] : []), ...(required ? ["needed"] : [])];
    return `| \`${word}\` | ${notes.join("; ")} | ${means.replaceAll("|", "\\|")} |`;
  });
  return ["| word | | says |", "|---|---|---|", ...rows].join("\n");
}

interface Place {
  readonly prefix: string;
  readonly forms: readonly string[];
  readonly root: z.core.$ZodType;
}

/** The words inside a schema. Words with a table of their own are not expanded. */
function rowsIn(schema: z.core.$ZodType, at: Place): readonly WordRow[] {
  const isOther = (own: z.core.$ZodType) => own._zod.def === schema._zod.def && own !== at.root;
  if (at.prefix !== "" && Object.values(tables).some((own) => own._zod.def === schema._zod.def)) return [];
  if (Object.values(tables).some(isOther)) return [];
  if (schema instanceof z.ZodObject) return ofObject(schema, at);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => rowsIn(option, at));
  if (schema instanceof z.ZodArray) return rowsIn(schema.element, at);
  if (schema instanceof z.ZodRecord) return rowsIn(schema.valueType, at);
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodOptional)
    return rowsIn(schema.unwrap(), at);
  return [];
}

function ofObject(schema: z.ZodObject, at: Place): readonly WordRow[] {
  const form = formOf(schema);
  const forms = form === undefined ? at.forms : [form];
  return Object.entries(schema.shape).flatMap(([name, member]): readonly WordRow[] => {
    const word = `${at.prefix}${name}`;
    const isOptional = member instanceof z.ZodExactOptional || member instanceof z.ZodOptional;
    const isForm = form !== undefined && ["by", "is"].includes(name);
    const means = isForm ? (schema.description ?? "") : meaningOf(member);
    const own = { word, forms, required: !isOptional, means };
    return [own, ...rowsIn(member, { ...at, prefix: `${word}.`, forms })];
  });
}

/** The constant that distinguishes one form from the others; undefined if a form has none. */
function formOf({ shape }: z.ZodObject): string | undefined {
  const told: unknown = shape.by ?? shape.is;
  return told instanceof z.ZodLiteral ? String(told.value) : undefined;
}

/** The description of a word in the schema; for an enum, with its values. */
function meaningOf(schema: z.core.$ZodType): string {
  const described = schema instanceof z.ZodType ? schema.description : undefined;
  const inner = schema instanceof z.ZodExactOptional ? schema.unwrap() : schema;
  const text = described ?? (inner instanceof z.ZodType ? inner.description : undefined) ?? "";
  const choices = inner instanceof z.ZodEnum ? inner.options.map((each) => `\`${each}\``).join(", ") : "";
  return [choices, text].filter((each) => each !== "").join(". ");
}
