/** Reads the folders and variables of an earlier project file, even if other parts of the file are invalid today. */

import { z } from "zod";
import { isObject } from "../../model/json.ts";
import type { SourceText } from "../../model/source.ts";
import { parse } from "../../yaml/parse.ts";
import { textFile } from "../../yaml/text-file.ts";
import { type DesiredSettings, desiredSettings } from "./variables.ts";
import { desiredStateSchema, inputsSchema, varsSchema } from "./variables-schema.ts";

const schema = z.object({
  desiredState: desiredStateSchema.exactOptional(),
  vars: varsSchema.exactOptional(),
  inputs: inputsSchema.exactOptional(),
});

/** Returns the file's settings for desired state; undefined if the file does not clearly define them. */
export function settingsOf(file: SourceText): DesiredSettings | undefined {
  const { documents, faults } = parse(textFile(file.path, file.text), new Map());
  const [document] = documents;
  if (faults.length > 0 || !document || !isObject(document.value)) return undefined;
  const checked = schema.safeParse(document.value);
  return checked.success
    ? desiredSettings({ document, value: document.value, findings: [] }, checked.data)
    : undefined;
}
