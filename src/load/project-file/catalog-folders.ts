/** The folders of catalogs that targets name. They must be known before the targets are checked. */

import { z } from "zod";
import { isObject } from "../../model/json.ts";
import { noFolder, ownFolderPattern } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import { parse } from "../../yaml/parse.ts";
import { textFile } from "../../yaml/text-file.ts";

/** The allowed values of a target's `catalog:`. */
export const catalogFolderSchema = z
  .string()
  .max(1024)
  .regex(ownFolderPattern, noFolder)
  .describe("The folder of the product's catalog, beside this file.");

/** The canonical spelling of a folder. */
export function folderName(written: string): string {
  return written
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

/** Returns the folders that a project file names, each once. Errors in the file are reported when it is loaded. */
export function catalogFolders(file: SourceText): readonly string[] {
  if (!file.text.includes("catalog")) return [];
  const [document] = parse(textFile(file.path, file.text), new Map()).documents;
  const targets = isObject(document?.value) ? document.value.targets : undefined;
  const named = Object.values(isObject(targets) ? targets : {}).flatMap((target) => {
    if (!isObject(target) || target.interface !== "rest") return [];
    const { success, data } = catalogFolderSchema.safeParse(target.catalog);
    return success ? [folderName(data)] : [];
  });
  return [...new Set(named)];
}
