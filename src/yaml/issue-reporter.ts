/** Reading one file by its schema: notes what is wrong with the value at a path of it. */

import type { JsonObject } from "../model/json.ts";
import type { SourcePosition } from "../model/source.ts";
import { caretIn, positionOf } from "./caret.ts";
import type { YamlDocument } from "./compose.ts";
import type { LoadFinding } from "./findings.ts";
import type { SchemaIssue } from "./schema-issues.ts";

/** A file that is being read: the project file, one of a catalog, one of mappings. */
export interface FileReading {
  readonly document: YamlDocument;
  readonly value: JsonObject;
  readonly findings: LoadFinding[];
}

/** Notes what is wrong with the value at a path, or at paths inside it. */
export function note(reading: FileReading, path: readonly string[], said: readonly SchemaIssue[]): void {
  for (const { at, path: inside, ...what } of said)
    reading.findings.push({ ...what, ...caretIn(rootOf(reading), [...path, ...inside], at) });
}

/** Where the value at a path of the file was written: its key, where it has one. */
export function keyPosition(reading: FileReading, path: readonly string[]): SourcePosition {
  return positionOf(caretIn(rootOf(reading), path, "key"));
}

function rootOf({ document }: FileReading): { outline: YamlDocument["outline"]; path: readonly string[] } {
  return { outline: document.outline, path: [] };
}
