/**
 * Outcomes of commands that only read a project, kept for the next process: an unchanged project is not loaded again.
 * `plan`, `apply` and `drift` do not use kept outcomes, nor does any command in continuous integration.
 */

import { type Json, parseJson } from "../model/json.ts";
import { digest } from "../runtime/digest.ts";
import { inContinuousIntegration } from "../runtime/environment.ts";
import { outcomeFiles, programIdentity } from "../runtime/outcome-files.ts";
import { computed, fromFiles } from "../runtime/signals.ts";
import type { ProjectInputs } from "./read.ts";

/** Which outcome is wanted, and its form on disk. */
export interface WantedOutcome<T> {
  /** The command, and every option that its outcome depends on. */
  readonly command: readonly (string | undefined)[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The part of an outcome that is kept; undefined: nothing is kept. */
  readonly kept: (made: T) => Json | undefined;
  /** The inverse of `kept`. Undefined if `kept` did not make the value. */
  readonly read: (kept: Json) => T | undefined;
}

/** The outcome for these inputs: the one that an earlier process has kept, otherwise the result of `make`. */
export async function outcomeOf<T>(
  inputs: ProjectInputs,
  wanted: WantedOutcome<T>,
  make: () => Promise<T>,
): Promise<T> {
  const program = programIdentity();
  const isOff = inputs.trusted !== undefined || inContinuousIntegration(wanted.env);
  const files = isOff || program === undefined ? undefined : await outcomeFiles(inputs.file.folder);
  if (!files || program === undefined) return make();
  const key = await computed(fromFiles, () => keyOf(inputs, [program, ...wanted.command]));
  const text = files.read(key);
  const found = text === undefined ? undefined : parseJson(text);
  const known = found === undefined ? undefined : wanted.read(found);
  if (known !== undefined) return known;
  const made = await make();
  const kept = wanted.kept(made);
  if (kept !== undefined) files.write(key, JSON.stringify(kept));
  return made;
}

/** Everything that loading depends on: texts of files, and by target the catalogs, mappings and modules of its own. */
function keyOf(
  { file, tree, definitions, problems }: ProjectInputs,
  of: readonly (string | undefined)[],
): string {
  const texts = tree.files.map(({ path, text, fault }) => [path, text, fault]);
  const { folder, file: own } = file;
  return digest(JSON.stringify([of, folder, own.path, own.text, texts, definitions(), problems]));
}
