/** What the project file names, with --config-from: files that a pull request left alone, programs it can't change. */

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

/** An error for each file that is not as the revision has it, and for each path by which a program would be another. */
export async function changedInputs(trusted: TrustedRevision, project: Project): Promise<readonly Problem[]> {
  const { files, programs } = namedInputs(project);
  const { top } = trusted.workTree;
  const found = files.map(async (file) => {
    const place = await placeInside({ top, folder: project.folder, path: file });
    if (!place) return [];
    if (place.linked) return [differs(trusted, place.path, "a link leads away from it")];
    const compared = await comparedAt({ ...trusted, path: place.path });
    const how = refusals[compared];
    return how === undefined ? [] : [differs(trusted, place.path, how)];
  });
  const words = new Set(programs.flatMap(({ command }) => command));
  const outside = [...words].map(async (word) =>
    (await leavesCopy(word, { top, folder: project.folder })) ? [outsideCopy(word)] : [],
  );
  return (await Promise.all([...found, ...outside])).flat();
}

/** Why a file that was compared with the revision's is refused; undefined: it is not. */
const refusals = {
  same: undefined,
  unknown: undefined,
  other: "it differs there",
  submodule: "it is in a submodule, whose commit a pull request can change",
};

/** Where programs run: in a copy of the project's folder as the revision has it, made when the first one is run. */
export function trustedPrograms(trusted: TrustedRevision, project: Project): ProgramPlaces {
  let made: ReturnType<ProgramPlaces> | undefined;
  return () => {
    made ??= copied(trusted, desiredFolders(project)).catch(() => ({
      failed: "has no place to run: no copy could be written",
    }));
    return made;
  };
}

async function copied(trusted: TrustedRevision, without: readonly string[]): ReturnType<ProgramPlaces> {
  const files = await storedFiles({ ...trusted, without });
  if (!files) return { failed: `has no place to run: git cannot give the files of ${trusted.name}` };
  return { cwd: await scratchFolder(files), env: environmentWithout(trusted.workTree.top) };
}

/** True for a word that a program may take for a path into the work tree, or out of the copy. */
async function leavesCopy(word: string, { top, folder }: Omit<PathToPlace, "path">): Promise<boolean> {
  if ([top, folder].some((each) => word.includes(`${each}/`))) return true;
  if (/^[\\/]/.test(word)) return (await placeInside({ top, folder, path: word })) !== undefined;
  return word.split("=").some((path) => climbs(path.split(/[\\/]/)));
}

/** True when a path leads above where it begins, at any point. */
function climbs(parts: readonly string[]): boolean {
  let depth = 0;
  return parts.some((part) => {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    return depth < 0;
  });
}

function differs({ name }: TrustedRevision, path: string, how: string): Problem {
  const why = "and it decides whom credentials are sent to";
  return problem(
    "trusted-file-differs",
    `the pull request's ${path} is not that of ${name}: ${how}, ${why}.`,
    {
      hint: "Merge the change of that file by itself first. Keep no such file in a submodule.",
    },
  );
}

function outsideCopy(word: string): Problem {
  const where = "programs run in a copy of the project's folder";
  const message = `with --config-from \`${word}\` would be the pull request's: ${where}.`;
  return problem("program-outside", message, {
    hint: "Name what is in the project's folder relative to it, and keep other programs outside of the repository.",
  });
}
