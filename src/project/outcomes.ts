/**
 * Caches outcomes of commands that only read a project, so that the next process need not load an unchanged project
 * again. `plan`, `apply` and `drift` use no cached outcomes. In continuous integration, no command does.
 */

import { type Json, parseJson } from "../model/json.ts";
import { digest } from "../runtime/digest.ts";
import { inContinuousIntegration } from "../runtime/environment.ts";
import { outcomeFiles, programIdentity } from "../runtime/outcome-files.ts";
import { computed, fromFiles } from "../runtime/signals.ts";
import type { ProjectInputs } from "./read.ts";

/** The wanted outcome, and its form on disk. */
export interface WantedOutcome<T> {
  /** The command, and every option on which its outcome depends. */
  readonly command: readonly (string | undefined)[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the part of an outcome to cache; undefined if nothing is to be cached. */
  readonly kept: (made: T) => Json | undefined;
  /** The inverse of `kept`. Returns undefined if `kept` did not make the value. */
  readonly read: (kept: Json) => T | undefined;
}

/** Returns the outcome for these inputs: from the cache of an earlier process, otherwise the result of `make`. */
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

/**
 * Returns a key over everything on which loading depends: the texts of files, and the catalogs, mappings and modules of
 * each target.
 */
function keyOf(
  { file, tree, definitions, problems }: ProjectInputs,
  of: readonly (string | undefined)[],
): string {
  const texts = tree.files.map(({ path, text, fault }) => [path, text, fault]);
  const { folder, file: own } = file;
  return digest(JSON.stringify([of, folder, own.path, own.text, texts, definitions(), problems]));
}
