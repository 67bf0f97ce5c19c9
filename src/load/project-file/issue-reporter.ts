/** Reading the project file: notes what is wrong with the value at a path of it. */

import type { JsonObject } from "../../model/json.ts";
import { caretOf, type FieldPlace, spotOf } from "../desired/field-places.ts";
import type { LoadFinding } from "../findings.ts";
import type { SchemaIssue } from "../schema-issues.ts";
import type { YamlDocument } from "../yaml/compose.ts";

/** A project file that is being read. */
export interface ProjectFileReading {
  readonly document: YamlDocument;
  readonly value: JsonObject;
  readonly findings: LoadFinding[];
}

/** Notes what is wrong with the value at a path, or at paths inside it. */
export function note(
  reading: ProjectFileReading,
  path: readonly string[],
  said: readonly SchemaIssue[],
): void {
  for (const { at, path: inside, ...what } of said)
    reading.findings.push({ ...what, ...caretOf(spotIn(reading, [...path, ...inside]), at) });
}

/** Where the value at a path of the file was written. */
export function spotIn(reading: ProjectFileReading, path: readonly string[]): FieldPlace {
  return spotOf(
    { within: { outline: reading.document.outline, layer: "entry", path: [] }, section: [], defaults: [] },
    path,
  );
}
