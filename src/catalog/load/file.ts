/** One validated file of a catalog or a mapping, with the positions of its contents. */

import type { z } from "zod";
import { isObject } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import type { LoadFinding } from "../../yaml/findings.ts";
import { type FileReading, note } from "../../yaml/issue-reporter.ts";
import { parse } from "../../yaml/parse.ts";
import { explain } from "../../yaml/schema-issues.ts";
import { textFile } from "../../yaml/text-file.ts";

/** A validated file. */
export interface CatalogFile<T> {
  /** The name without its folder and `.yaml`. */
  readonly name: string;
  readonly data: T;
  readonly reading: FileReading;
}

/** Returns the name of a file, without its folder and `.yaml`. */
export function fileNameOf({ path }: SourceText): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}

interface Checking {
  readonly findings: LoadFinding[];
  readonly title: string;
}

/** Returns the file, if its schema accepts it. */
export function checkedFile<T>(
  source: SourceText,
  schema: z.ZodType<T>,
  { findings, title }: Checking,
): readonly CatalogFile<T>[] {
  const text = textFile(source.path, source.text);
  const { documents, faults } = parse(text, new Map());
  for (const fault of faults) findings.push({ ...fault, file: text, only: true });
  const [document] = documents;
  if (faults.length > 0) return [];
  if (documents.length !== 1 || !document || !isObject(document.value)) {
    const message = "a catalog file must be a single map";
    findings.push({
      code: "wrong-type",
      message,
      hint: "Write one file for each kind.",
      file: text,
      offset: 0,
    });
    return [];
  }
  const reading = { document, value: document.value, findings };
  const result = schema.safeParse(document.value);
  if (result.success) return [{ name: fileNameOf(source), data: result.data, reading }];
  note(reading, [], explain(result.error.issues, { schema, value: document.value, title, beside: [] }));
  return [];
}
