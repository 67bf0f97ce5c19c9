/** Reading the project file: notes what is wrong with the value at a path of it. */

import type { JsonObject } from "../model/json.ts";
import type { YamlDocument } from "./compose.ts";
import type { Finding } from "./findings.ts";
import type { Said } from "./issues.ts";
import { caretOf, type Spot, spotOf } from "./place.ts";

/** A project file that is being read. */
export interface Reading {
  readonly document: YamlDocument;
  readonly value: JsonObject;
  readonly findings: Finding[];
}

/** Notes what is wrong with the value at a path, or at paths inside it. */
export function note(reading: Reading, path: readonly string[], said: readonly Said[]): void {
  for (const { at, path: inside, ...what } of said)
    reading.findings.push({ ...what, ...caretOf(spotIn(reading, [...path, ...inside]), at) });
}

/** Where the value at a path of the file was written. */
export function spotIn(reading: Reading, path: readonly string[]): Spot {
  return spotOf(
    { within: { outline: reading.document.outline, layer: "entry", path: [] }, step: [], defaults: [] },
    path,
  );
}
