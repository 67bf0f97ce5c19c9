/** The scheduled workflow that proposes rows of sources in a pull request, for projects with sources. Pure. */

import type { WorkflowHost } from "./remote.ts";

/** The files for a code host, and the template of each. */
export const pullFiles: Readonly<Record<WorkflowHost, Readonly<Record<string, string>>>> = {
  github: { ".github/workflows/trueup-pull.yml": "github/pull.yml", ".trueup/pull.sh": "pull.sh" },
  gitlab: { ".trueup/gitlab-pull.yml": "gitlab-pull.yml", ".trueup/pull.sh": "pull.sh" },
  other: { ".trueup/pull.sh": "pull.sh" },
};

/** The text for a project. `prefix` is the project's folder in its repository: empty, or with a trailing slash. */
export function pullWorkflowText(text: string, prefix: string): string {
  const folder = prefix.replace(/\/$/, "");
  return folder === "" ? text : text.replace("PROJECT: .\n", () => `PROJECT: ${JSON.stringify(folder)}\n`);
}

/** The next steps for the files that were just written, one per line. */
export function pullNotes(written: readonly { readonly path: string }[]): readonly string[] {
  return written.flatMap(({ path }) => notes[path] ?? []);
}

const notes: Readonly<Record<string, string>> = {
  ".github/workflows/trueup-pull.yml":
    "- trueup-pull.yml opens pull requests: allow that under Settings, Actions. TRUEUP_PULL_TOKEN gets them a plan",
  ".trueup/gitlab-pull.yml":
    "- trueup:pull runs on a schedule with the variable TRUEUP_PULL=true (CI/CD, Schedules)",
};

/** The file with the jobs for sources of rows, which `.gitlab-ci.yml` includes in addition. */
export const gitlabPullPath = ".trueup/gitlab-pull.yml";
