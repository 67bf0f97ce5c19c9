/** Reads a file that is a single map, such as the project file, and reports YAML errors. */

import { isObject } from "../model/json.ts";
import type { SourceText } from "../model/source.ts";
import type { LoadFinding } from "./findings.ts";
import type { FileReading } from "./issue-reporter.ts";
import { parse } from "./parse.ts";
import { textFile } from "./text-file.ts";

/**
 * Reads a file that must be a single map. `other`: the message for any other content. The result has no `reading` if
 * the file is not a map.
 */
export function readOneMap(
  file: SourceText,
  other: Pick<LoadFinding, "message" | "hint">,
): { readonly findings: LoadFinding[]; readonly reading?: FileReading | undefined } {
  const text = textFile(file.path, file.text);
  const { documents, faults } = parse(text, new Map());
  const findings: LoadFinding[] = faults.map((fault) => ({ ...fault, file: text, only: true }));
  const [document] = documents;
  if (faults.length === 0 && (documents.length !== 1 || !isObject(document?.value ?? null)))
    findings.push({ code: "wrong-type", ...other, file: text, offset: 0 });
  return document && isObject(document.value)
    ? { findings, reading: { document, value: document.value, findings } }
    : { findings };
}
