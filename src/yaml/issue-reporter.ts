/** Validates one file by its schema, and reports errors in the value at a path. */

import type { JsonObject } from "../model/json.ts";
import type { SourcePosition } from "../model/source.ts";
import { caretIn, positionOf } from "./caret.ts";
import type { YamlDocument } from "./compose.ts";
import type { LoadFinding } from "./findings.ts";
import type { SchemaIssue } from "./schema-issues.ts";

/** A file being read: the project file, a file of a catalog, or a file of a mapping. */
export interface FileReading {
  readonly document: YamlDocument;
  readonly value: JsonObject;
  readonly findings: LoadFinding[];
}

/** Reports errors in the value at a path, or at paths inside it. */
export function note(reading: FileReading, path: readonly string[], said: readonly SchemaIssue[]): void {
  for (const { at, path: inside, ...what } of said)
    reading.findings.push({ ...what, ...caretIn(rootOf(reading), [...path, ...inside], at) });
}

/** Returns the position of the value at a path of the file. If the value has a key, it is the position of the key. */
export function keyPosition(reading: FileReading, path: readonly string[]): SourcePosition {
  return positionOf(caretIn(rootOf(reading), path, "key"));
}

function rootOf({ document }: FileReading): { outline: YamlDocument["outline"]; path: readonly string[] } {
  return { outline: document.outline, path: [] };
}
