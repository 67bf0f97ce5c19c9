/**
 * Protects files and programs that the project file names, with --config-from: a pull request must not change the
 * files, and cannot change which programs run.
 */

import { comparedAt } from "../git/file.ts";
import { storedFiles } from "../git/stored-files.ts";
import { type Problem, problem } from "../model/problem.ts";
import { desiredFolders, type Project } from "../model/project.ts";
import { environmentWithout } from "../runtime/environment.ts";
import { scratchFolder } from "../runtime/files/scratch.ts";
import { type PathToPlace, placeInside } from "../runtime/files/work-tree.ts";
import type { ProgramPlaces } from "../runtime/secrets/command.ts";
import type { TrustedRevision } from "./config-from.ts";
import { namedInputs } from "./trust-inputs.ts";

/**
 * Returns an error for each file that differs from the revision, and for each path that would select another program.
 */
export async function changedInputs(trusted: TrustedRevision, project: Project): Promise<readonly Problem[]> {
  const { files, programs } = namedInputs(project);
  const { top } = trusted.workTree;
  const found = files.map((file) => changedFile(trusted, project, file));
  const words = new Set(programs.flatMap(({ command }) => command));
  const outside = [...words].map(async (word) =>
    (await leavesCopy(word, { top, folder: project.folder })) ? [outsideCopy(word)] : [],
  );
  return [
    ...(await Promise.all(found)).flatMap(toDiffering(decidesHosts)),
    ...(await Promise.all(outside)).flat(),
  ];
}

/**
 * Returns an error for each file that contains a secret of desired state, if the file differs from the revision. A
 * secret is redacted in all output, so a pull request that chose the content of the file could hide text from
 * reviewers.
 */
export async function changedSecrets(
  trusted: TrustedRevision,
  project: Project,
  references: readonly string[],
): Promise<readonly Problem[]> {
  const files = new Set(references.flatMap((each) => /^file:(.+)$/s.exec(each)?.[1] ?? []));
  const found = [...files].sort().map((file) => changedFile(trusted, project, file));
  return (await Promise.all(found)).flatMap(toDiffering("the plan would hide that content"));
}

/** A file, and why it is not trusted; undefined if it is the same as in the revision, or is unknown to Git. */
type ChangedFile = { readonly revision: string; readonly path: string; readonly how: string } | undefined;

async function changedFile(trusted: TrustedRevision, project: Project, file: string): Promise<ChangedFile> {
  const place = await placeInside({ top: trusted.workTree.top, folder: project.folder, path: file });
  if (!place) return undefined;
  const { path } = place;
  const compared = place.linked ? undefined : await comparedAt({ ...trusted, path });
  const how = compared === undefined ? "a link in its path leads to another file" : refusals[compared];
  return how === undefined ? undefined : { revision: trusted.name, path, how };
}

/** Why a file is refused, by the result of its comparison with the revision. If undefined, the file is not refused. */
const refusals = {
  same: undefined,
  unknown: undefined,
  other: "its content is different",
  submodule: "it is in a submodule, whose commit a pull request can change",
};

/**
 * Returns the place for programs: a copy of the project's folder from the revision, which is created when the first
 * program runs.
 */
export function trustedPrograms(trusted: TrustedRevision, project: Project): ProgramPlaces {
  let made: ReturnType<ProgramPlaces> | undefined;
  return () => {
    made ??= copied(trusted, desiredFolders(project)).catch(() => ({
      failed: "cannot run: no copy of the folder could be written",
    }));
    return made;
  };
}

async function copied(trusted: TrustedRevision, without: readonly string[]): ReturnType<ProgramPlaces> {
  const files = await storedFiles({ ...trusted, without });
  if (!files) return { failed: `cannot run: git cannot provide the files of ${trusted.name}` };
  return { cwd: await scratchFolder(files), env: environmentWithout(trusted.workTree.top) };
}

/** True for an argument that a program may interpret as a path into the work tree, or out of the copy. */
async function leavesCopy(word: string, { top, folder }: Omit<PathToPlace, "path">): Promise<boolean> {
  if ([top, folder].some((each) => word.includes(`${each}/`))) return true;
  if (/^[\\/]/.test(word)) return (await placeInside({ top, folder, path: word })) !== undefined;
  return word.split("=").some((path) => climbs(path.split(/[\\/]/)));
}

/** True if a path leads above its starting folder at any point. */
function climbs(parts: readonly string[]): boolean {
  let depth = 0;
  return parts.some((part) => {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    return depth < 0;
  });
}

const decidesHosts = "this file determines where credentials are sent";

function toDiffering(why: string): (changed: ChangedFile) => readonly Problem[] {
  const hint = "First merge the change of that file separately. Do not keep such a file in a submodule.";
  return (changed) => {
    if (changed === undefined) return [];
    const { revision, path, how } = changed;
    const message = `the pull request's ${path} differs from that of ${revision}: ${how}, and ${why}.`;
    return [problem("trusted-file-differs", message, { hint })];
  };
}

function outsideCopy(word: string): Problem {
  const where = "programs run in a copy of the project's folder";
  const message = `with --config-from, \`${word}\` would come from the pull request: ${where}.`;
  return problem("program-outside", message, {
    hint: "Use relative paths for programs in the project's folder, and keep other programs outside the repository.",
  });
}
