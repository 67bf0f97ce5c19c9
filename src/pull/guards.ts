/**
 * Refuses actions of a pull without a consent: emptying a file, removing many rows, or overwriting someone else's file
 * or edits. Pure.
 */

import { type Problem, problem } from "../model/problem.ts";
import type { RowChanges } from "./changes.ts";
import type { PulledFile } from "./sources.ts";

/** The consents that a run accepts. */
export const consents = ["removals", "edits"] as const;

/** The name of a consent, as `--allow` takes it. */
export type Consent = (typeof consents)[number];

/**
 * The state of a file. `none`: it does not exist. `pulled`: it is unchanged since the last pull. `edited`: somebody has
 * changed it since the last pull. `foreign`: no pull has written it.
 */
export type FileState = "none" | "pulled" | "edited" | "foreign";

/** A file that is about to be written. */
export interface GuardedFile {
  readonly file: PulledFile;
  readonly standing: FileState;
  readonly changes: RowChanges;
  /** The number of rows before the pull. */
  readonly before: number;
  /** The number of rows after the pull. */
  readonly after: number;
  readonly allow: readonly Consent[];
}

const share = 30;
/** The number of rows below which a single row is already a large share of a file. */
const fewRows = 10;

/** Returns the reasons why the file may not be written; empty if it may be written. */
export function guardProblems({
  file,
  standing,
  changes,
  before,
  after,
  allow,
}: GuardedFile): readonly Problem[] {
  const { path, allowEmpty, maxRemoved } = file;
  const said: Problem[] = [];
  const refuse = (code: string, what: string, hint: string) =>
    said.push(problem(code, `${path} ${what}.`, { hint }));
  if (standing === "edited" && !allow.includes("edits"))
    refuse(
      "pulled-file-edited",
      "was edited since it was pulled",
      `Undo the edit, or make it at the source. ${consent("edits")}`,
    );
  if (standing === "foreign" && !allow.includes("edits"))
    refuse(
      "not-pulled",
      "already exists, and was not written by a pull",
      `Move this file, or give the rows another path in sources.yaml. ${consent("edits")}`,
    );
  if (after === 0 && !allowEmpty) {
    const hint =
      "Check the source, and the permissions of its token. If the list may be empty, set `allowEmpty: true`.";
    refuse("pull-empty", "would get no rows: the source returned an empty list", hint);
    return said;
  }
  const removed = changes.removed.length;
  const most = maxRemoved ?? { percent: share };
  const isOver =
    "rows" in most
      ? removed > most.rows
      : removed * 100 > before * most.percent && (before >= fewRows || maxRemoved !== undefined);
  if (isOver && !allow.includes("removals")) {
    const bound = "rows" in most ? `${most.rows}` : `${most.percent}%`;
    const what = `would lose ${removed} of ${before} rows; the maximum is ${bound}`;
    refuse(
      "pull-removals",
      what,
      `Check the source, and the permissions of its token. ${consent("removals")}`,
    );
  }
  return said;
}

function consent(what: Consent): string {
  return `To ${what === "edits" ? "overwrite the file" : "remove these rows"}, add --allow ${what}.`;
}
