/** The scheduled workflow that proposes rows of sources in a pull request, if a project has sources. Pure. */

import type { WorkflowHost } from "./remote.ts";

/** The files of a host, and where each text comes from. */
export const pullFiles: Readonly<Record<WorkflowHost, Readonly<Record<string, string>>>> = {
  github: { ".github/workflows/trueup-pull.yml": "github/pull.yml", ".trueup/pull.sh": "pull.sh" },
  gitlab: { ".trueup/gitlab-pull.yml": "gitlab-pull.yml", ".trueup/pull.sh": "pull.sh" },
  other: { ".trueup/pull.sh": "pull.sh" },
};

/** The text for a project in a folder of its repository: empty, or with a slash at its end. */
export function pullWorkflowText(text: string, prefix: string): string {
  const folder = prefix.replace(/\/$/, "");
  return folder === "" ? text : text.replace("PROJECT: .\n", () => `PROJECT: ${JSON.stringify(folder)}\n`);
}

/** The next steps for the files just written, a line each. */
export function pullNotes(written: readonly { readonly path: string }[]): readonly string[] {
  return written.flatMap(({ path }) => notes[path] ?? []);
}

const notes: Readonly<Record<string, string>> = {
  ".github/workflows/trueup-pull.yml":
    "- trueup-pull.yml opens pull requests: Settings, Actions has to allow it; TRUEUP_PULL_TOKEN gives them a plan",
  ".trueup/gitlab-pull.yml":
    "- trueup:pull runs on a schedule with the variable TRUEUP_PULL=true (CI/CD, Schedules)",
};

/** What GitLab's own file includes besides, for those jobs. */
export const gitlabPullPath = ".trueup/gitlab-pull.yml";
