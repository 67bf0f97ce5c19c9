/** The scheduled workflow that brings rows of sources into a request, where a project has sources. Pure. */

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

/** What GitLab's own file includes besides, for those jobs. */
export const gitlabPullPath = ".trueup/gitlab-pull.yml";
