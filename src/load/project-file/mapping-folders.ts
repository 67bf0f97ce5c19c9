/** The mappings that targets name. They must be known before the targets are checked. */

import { isObject } from "../../model/json.ts";
import { at } from "../../model/pointer.ts";
import type { Problem } from "../../model/problem.ts";
import { ownFolderPattern } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import { type LoadFinding, problemsOf } from "../../yaml/findings.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { parse } from "../../yaml/parse.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import { textFile } from "../../yaml/text-file.ts";

/**
 * Returns the names or folders of mappings in a project file, each once. Errors in the file are reported when it is
 * loaded.
 */
export function namedMappings(file: SourceText): readonly string[] {
  if (!file.text.includes("mapping")) return [];
  const [document] = parse(textFile(file.path, file.text), new Map()).documents;
  const targets = isObject(document?.value) ? document.value.targets : undefined;
  const named = Object.values(isObject(targets) ? targets : {}).flatMap((target) => {
    const settings = isObject(target) ? target.settings : undefined;
    const mapping = isObject(settings) ? settings.mapping : undefined;
    return typeof mapping === "string" && ownFolderPattern.test(mapping) ? [mapping] : [];
  });
  return [...new Set(named)];
}

/** Returns the errors in a mapping. They are reported at the first target that names the mapping. */
export function mappingProblems(
  file: SourceText,
  name: string,
  said: Pick<SchemaIssue, "code" | "message" | "hint">,
): readonly Problem[] {
  const [document] = parse(textFile(file.path, file.text), new Map()).documents;
  const value = document?.value;
  if (document === undefined || !isObject(value) || !isObject(value.targets)) return [];
  const [target = ""] =
    Object.entries(value.targets).find(([, own]) => at(own, "/settings/mapping") === name) ?? [];
  const findings: LoadFinding[] = [];
  note(
    { document, value, findings },
    ["targets", target, "settings", "mapping"],
    [{ ...said, path: [], at: "value" }],
  );
  return problemsOf(findings, []);
}
