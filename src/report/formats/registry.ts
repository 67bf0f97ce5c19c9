/** All output formats: which documents each of them can write, and which format a file name selects. */

import type { Problem } from "../../model/problem.ts";
import type { CommandResult, Format, Writers } from "./format.ts";
import { htmlFormat } from "./html.ts";
import { jsonFormat } from "./json.ts";
import { junitFormat } from "./junit.ts";
import { markdownFormat } from "./markdown.ts";
import { sarifFormat } from "./sarif.ts";
import { textFormat } from "./text.ts";

/** The formats, in the order in which help lists them. For a new format, add a file and an entry here. */
const registered = [textFormat, markdownFormat, jsonFormat, sarifFormat, junitFormat, htmlFormat] as const;

type Registered = (typeof registered)[number];

/** The names of the documents that formats can write. */
export type DocumentName = keyof Writers | "problems" | "result";

/** The names of all formats. */
export type FormatName = Registered["name"];

/** The names of the formats that can write a document: `FormatFor<"status">`. */
export type FormatFor<D extends DocumentName> = Extract<Registered, { readonly [K in D]: unknown }>["name"];

/** All formats. */
export const formats: readonly (Format & { readonly name: FormatName })[] = registered;

/** The hosts for which `annotations.ts` writes annotations. */
export const annotationHosts = ["github"] as const;

/** A host that shows annotations beside lines of files. */
export type AnnotationHost = (typeof annotationHosts)[number];

/** The formats that write this document, in the order of help. */
export function formatsFor<D extends DocumentName>(document: D): readonly FormatFor<D>[] {
  return registered.map(({ name }) => name).filter(writing(document));
}

function writing<D extends DocumentName>(document: D) {
  return (name: FormatName): name is FormatName & FormatFor<D> => document in formatOf(name);
}

function formatOf(name: FormatName): Format {
  const found = registered.find((one) => one.name === name);
  if (!found) throw new Error(`there is no format ${name}`);
  return found;
}

/** The usual file extensions for this document, human-readable ones first. */
export function endingsFor(document: keyof Writers): readonly string[] {
  const all = formatsFor(document).map(formatOf);
  return (["people", "machines"] as const).flatMap((of) =>
    all.flatMap(({ readers, endings: [usual = ""] }) => (readers === of && usual !== "" ? [usual] : [])),
  );
}

/** Returns the format for a file with this extension; text if no other format matches. */
export function formatOfFile<D extends keyof Writers>(path: string, document: D): FormatFor<D> {
  const fitting = (name: FormatName) =>
    Math.max(-1, ...formatOf(name).endings.map((ending) => (path.endsWith(ending) ? ending.length : -1)));
  const [first] = formatsFor(document).toSorted((one, other) => fitting(other) - fitting(one));
  if (first === undefined) throw new Error(`no format writes ${document}`);
  return first;
}

/** A format's writer for a document, loaded lazily. */
export async function writerOf<D extends keyof Writers>(
  document: D,
  format: FormatFor<D>,
): Promise<Writers[D]> {
  const all: { readonly [E in keyof Writers]?: () => Promise<Writers[E]> } = formatOf(format);
  const load = all[document];
  if (!load) throw new Error(`${format} does not write ${document}`);
  return load();
}

/** The problems as a document for machines. Undefined for people, who read problems on standard error. */
export function problemsIn(
  format: FormatName,
  problems: readonly Problem[],
  folder: string,
): string | undefined {
  const { readers, problems: write } = formatOf(format);
  return readers === "machines" ? write?.(problems, folder) : undefined;
}

/** The content of a file if there is no plan; undefined for a format that writes no such file. */
export function noPlanIn(
  format: FormatName,
  problems: readonly Problem[],
  folder: string,
): string | undefined {
  const { noPlan, problems: write } = formatOf(format);
  return noPlan ? noPlan(problems) : write?.(problems, folder);
}

/** A command's result, for people or for a program. */
export function resultIn(format: FormatFor<"result">, result: CommandResult): string {
  const { result: write } = formatOf(format);
  if (!write) throw new Error(`${format} does not write results`);
  return write(result);
}
