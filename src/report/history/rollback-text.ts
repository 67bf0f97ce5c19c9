/** Describes a rollback: the message of its commit, the text for a terminal, and the text of its pull request. Pure. */

import type { HistoryEntry, PlacedEntry } from "../../model/history/history.ts";
import { code, visible } from "../text/escape.ts";
import { counted } from "../text/value.ts";
import { endingWords, moment, shortName } from "./history-view.ts";

/** A file that the rollback replaces or removes. `to` is absent if the file is removed. */
interface MovedFile {
  readonly path: string;
  readonly to?: object | undefined;
}

/** A rollback, before its plan is shown. */
export interface RollbackView {
  readonly placed: PlacedEntry;
  readonly moves: readonly MovedFile[];
  /** The number of resources that the rollback declares differently. */
  readonly changed: number;
  /** The name of the project file. Present if the rollback also changes folders or variables in it. */
  readonly projectFile?: string | undefined;
  /** Other environments whose desired state the rollback changes. */
  readonly shared: readonly string[];
  readonly head: string;
  /** The id of the new commit. */
  readonly commit: string;
  /** The new branch. Absent: nothing was created; the view only describes a possible rollback. */
  readonly branch?:
    | { readonly name: string; readonly isOld: boolean; readonly isPushed: boolean }
    | undefined;
  /** The pull request. Absent: none was requested. */
  readonly proposal?:
    | { readonly words: string; readonly isOld: boolean; readonly url?: string | undefined }
    | undefined;
}

/** The title of the pull request, which is also the first line of the commit's message. */
export function rollbackTitle({ environment, commit }: HistoryEntry): string {
  return `Roll ${environment} back to ${commit.slice(0, 12)}`;
}

/** The message of the commit. It contains no text from outside trueup. */
export function rollbackMessage(entry: HistoryEntry): string {
  const { environment, commit, ended, run } = entry;
  const lines = [
    rollbackTitle(entry),
    "",
    `Desired state of ${environment} as it was applied ${ended}`,
    `from commit ${commit},`,
    `apply ${run}.`,
    "Targets, credentials, guards and definitions stay as they are.",
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Says that no rollback is needed. `other` is the newest earlier apply with other declarations. Ends with a line break.
 */
export function rollbackNeedless({ entry }: PlacedEntry, other: PlacedEntry | undefined): string {
  const same = `The checked-out commit declares the same as ${shortName(entry.commit)}`;
  const names = other && `${shortName(other.entry.commit)}, ${moment(other.entry.ended)} UTC`;
  const next = other
    ? `\nThe newest earlier apply with other declarations (${names}): \`trueup rollback ${other.back}\`.`
    : "";
  return `${same}, so no rollback is needed.${next}\n`;
}

const filesShown = 10;

/** The text of a rollback for a terminal. Ends with a line break. */
export function rollbackText(view: RollbackView): string {
  const { placed, moves, changed, shared, head, branch, proposal } = view;
  const { entry, back } = placed;
  const files = moves.slice(0, filesShown).map((move) => `  ${moveText(move)}`);
  const more = moves.length > filesShown ? [`  and ${moves.length - filesShown} more files`] : [];
  const lines = [
    `Back to apply ${back} of ${visible(entry.environment)}: ${shortName(entry.commit)}, ${moment(entry.ended)} UTC`,
    ...notes(view).map((note) => `  ${note}`),
    `On top of ${shortName(head)}: ${counted(moves.length, "file")}, ${counted(changed, "resource")}`,
    ...files,
    ...more,
    ...shared.map((name) => `  shared: this also changes the desired state of ${visible(name)}`),
    branch ? branchLine(view, branch) : "No branch was created (--dry-run): it would have one commit.",
    ...(proposal ? [proposalLine(proposal)] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

function moveText({ path, to }: MovedFile): string {
  return `${to ? "~" : "-"} ${visible(path)}`;
}

/** Notes about the apply to which the rollback returns, and about the project file. */
function notes({ placed: { entry }, projectFile }: RollbackView): readonly string[] {
  const isWell = entry.ending === "applied" || entry.ending === "unchanged";
  return [
    ...(isWell ? [] : [`that apply did not succeed (${endingWords[entry.ending]}); its commit is restored`]),
    ...(entry.only
      ? [`that apply was limited to ${entry.only.map(visible).join(" ")}; its whole commit is restored`]
      : []),
    ...(projectFile === undefined
      ? []
      : [
          `folders and variables of ${visible(projectFile)} are restored too; the rest of that file stays as it is`,
        ]),
  ];
}

function branchLine({ commit }: RollbackView, branch: NonNullable<RollbackView["branch"]>): string {
  const { name, isOld, isPushed } = branch;
  const where = isPushed ? ", here and at the remote" : "";
  const had = isOld ? `existed already, with commit` : `has commit`;
  return `Branch ${visible(name)} ${had} ${shortName(commit)}${where}. The checked-out branch stays as it is.`;
}

function proposalLine({ words, isOld, url }: NonNullable<RollbackView["proposal"]>): string {
  const at = url === undefined ? "" : `: ${visible(url)}`;
  return `${isOld ? "Already open" : "Opened"}: ${visible(words)}${at}`;
}

/** What the next steps after a rollback depend on. */
interface RollbackAhead {
  readonly branch: string;
  /** The remote to which the branch must still be pushed. Undefined: it is pushed already, or there is no remote. */
  readonly push: string | undefined;
  /**
   * What the plan does with resources that are no longer declared. `removed`: apply needs the same option or setting as
   * the plan.
   */
  readonly undeclared: "kept" | "removed" | undefined;
}

/** The next steps. Ends with a line break. */
export function rollbackNext({ branch, push, undeclared }: RollbackAhead): string {
  const first = push === undefined ? "" : `\`git push ${visible(push)} ${visible(branch)}\`, then `;
  const apply = undeclared === "removed" ? "`trueup apply --prune`" : "apply";
  const more = undeclared === "kept" ? `\n${keeping}` : "";
  return `\nNothing was written to a controller. Next: ${first}merge ${visible(branch)}, and ${apply}.${more}\n`;
}

const keeping =
  "Resources no longer declared stay live: `trueup apply --prune`, or `prune: true` in trueup.yaml, removes them.";

/** The text of the pull request, as Markdown. */
export function rollbackMarkdown({
  placed,
  moves,
  changed,
  shared,
  ...view
}: Omit<RollbackView, "proposal">): string {
  const { run, commit, ended, environment, actor } = placed.entry;
  const files = moves.slice(0, filesShown).map((move) => `- ${code(moveText(move))}`);
  const more = moves.length > filesShown ? [`- and ${moves.length - filesShown} more files`] : [];
  const facts = [
    `Restores the desired state of ${code(environment)} from commit ${code(commit)}. It was applied`,
    `${moment(ended)} UTC by ${code(actor)}, run ${code(run)}.`,
  ];
  const told = [...notes({ placed, moves, changed, shared, ...view }), ...shared.map(sharedNote)];
  const parts = [
    facts.join(" "),
    `${counted(moves.length, "file")}, ${counted(changed, "resource")}:`,
    [...files, ...more].join("\n"),
    ...(told.length > 0 ? [told.map((note) => `- ${code(note)}`).join("\n")] : []),
    "Targets, credentials, guards and definitions stay as they are. Nothing is written to a controller until this is " +
      "merged and applied.",
  ];
  return `${parts.join("\n\n")}\n`;
}

function sharedNote(environment: string): string {
  return `shared: this also changes the desired state of ${environment}`;
}
