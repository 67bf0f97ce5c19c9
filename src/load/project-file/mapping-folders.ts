/** Mappings that targets name: which of them a project file has, before its targets are checked. */

import { isObject } from "../../model/json.ts";
import { ownFolderPattern } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import { parse } from "../yaml/parse.ts";
import { textFile } from "../yaml/text-file.ts";

/** The names or folders that a project file has, each once. What is wrong with the file is said when it is loaded. */
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
