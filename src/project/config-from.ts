/** What a proposal may not decide for itself: `trueup.yaml`, and the authorities it names, as a revision has them. */

import { fileAt } from "../git/file.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { childEnvironment } from "../runtime/environment.ts";
import { readText } from "../runtime/files/files.ts";
import { type ProjectFile, pathInside } from "../runtime/files/project-file.ts";

/** A project file that counts, and what there is to say of the one that does not. */
export interface TrustedConfig {
  readonly found?: ProjectFile;
  readonly problems: readonly Problem[];
}

/** The project file as the revision has it; a warning says so when the proposal's own is another. */
export async function configFrom(revision: string, proposed: ProjectFile): Promise<TrustedConfig> {
  const { folder, file, name } = proposed;
  const read = await textAt(folder, revision, name);
  if ("problem" in read) return { problems: [read.problem] };
  const found = { ...proposed, file: { path: file.path, text: read.text } };
  return { found, problems: read.text === file.text ? [] : [configDiffers(revision, name)] };
}

/** An error for each certificate authority of this repository that the proposal changes. */
export async function changedAuthorities(revision: string, project: Project): Promise<readonly Problem[]> {
  const named = new Set([...project.targets.values()].flatMap(({ tls }) => tls.ca ?? []));
  const checked = [...named].map(async (path) => {
    const inside = pathInside(project.folder, path);
    if (inside === undefined) return [];
    const [there, here] = await Promise.all([
      textAt(project.folder, revision, inside),
      readText(path, inside),
    ]);
    const same = "text" in there && "file" in here && there.text === here.file.text;
    return same ? [] : [authorityDiffers(revision, inside)];
  });
  return (await Promise.all(checked)).flat();
}

async function textAt(folder: string, revision: string, path: string) {
  const read = await fileAt({ repository: folder, revision, path, environment: childEnvironment() });
  return "text" in read ? read : { problem: missing[read.missing](revision, path) };
}

const missing: Readonly<
  Record<"repository" | "revision" | "file", (revision: string, path: string) => Problem>
> = {
  repository: () =>
    problem("no-repository", "--config-from needs a Git work tree that can be read.", {
      hint: "Run `git status` there: it says why.",
    }),
  revision: (revision) =>
    problem("unknown-revision", `there is no commit \`${revision}\` in this repository.`, {
      hint: "Check the name. In a shallow clone, fetch it first (in a workflow: fetch-depth: 0).",
    }),
  file: (revision, path) =>
    problem("no-project", `revision ${revision} has no file ${path} that --config-from could take.`, {
      hint: "Name the branch that the proposal goes to.",
    }),
};

function configDiffers(revision: string, path: string): Problem {
  const used = `this plan uses the one of ${revision}`;
  const rest = `${used}: targets, hosts, credentials and guards of the proposal don't count`;
  return {
    ...problem("config-differs", `the proposal changes ${path}, and ${rest} before it is merged.`, {
      at: { file: path, line: 1, column: 1 },
      hint: "Review that change by itself: it decides where credentials go.",
    }),
    severity: "warning",
  };
}

function authorityDiffers(revision: string, path: string): Problem {
  const why = "it decides whom credentials are sent to";
  return problem("authority-differs", `the proposal's ${path} is not the one of ${revision}, and ${why}.`, {
    hint: "Merge the new certificate authority by itself first.",
  });
}
