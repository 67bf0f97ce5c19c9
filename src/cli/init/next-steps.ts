/** What to do after `trueup init`. Pure. */

import type { WorkflowHost } from "./remote.ts";

/** What the steps depend on. */
export interface NextStepsInput {
  /** What desired state is: an example, what was just imported, or what was there before. */
  readonly files: "example" | "imported" | "own";
  readonly host: WorkflowHost | undefined;
  /** The variables of the credential. */
  readonly variables?: readonly string[] | undefined;
}

/** A numbered list under `Next:`. */
export function nextSteps({ files, host, variables = [] }: NextStepsInput): string {
  const names = variables.length === 0 ? "what trueup.yaml refers to" : variables.join(", ");
  const own =
    files === "example"
      ? [
          "Name your controllers in trueup.yaml, and your networks in desired-state/.",
          "trueup validate                    checks both; needs no network",
          "export DASHBOARD_API_KEY=...       then: trueup check",
          "trueup plan                        shows what would change",
        ]
      : [];
  const steps = [...own, ...(host ? ofHost[host](names) : [alone[files]])];
  const list = steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");
  return `\nNext:\n${list}\n${files === "imported" ? renameNothing : ""}`;
}

/** Where no host runs anything. */
const alone: Readonly<Record<NextStepsInput["files"], string>> = {
  example: "trueup apply                       changes it, after asking",
  imported:
    "Commit the files as they are, and run `trueup apply`: it changes nothing, and records what is there.",
  own: "trueup apply                       changes it, after asking",
};

/** Until then nothing but names ties what is declared to what is live. */
const renameNothing = `
Rename nothing before the first apply: until it has recorded what is there, what has a new name is made anew.
`;

const ofHost: Readonly<Record<WorkflowHost, (names: string) => readonly string[]>> = {
  github: (names) => [
    `Settings, Secrets and variables, Actions: add ${names}. No workflow has to be changed for one.`,
    "Commit all of it and push: from then on each pull request is planned, and each merge is applied.",
    "trueup doctor --workflow           says what is missing",
    "For changes that no pull request reviewed: name an environment with reviewers in the variable TRUEUP_ENVIRONMENT.",
  ],
  other: (names) => [
    `Add ${names} to the variables of your pipelines.`,
    "Write a pipeline that begins with `sh .trueup/install.sh`: docs/ has Bitbucket, Azure DevOps and Gitea.",
  ],
  gitlab: (names) => [
    `Settings, CI/CD, Variables: add ${names}, GITLAB_TOKEN and TRUEUP_PUSH_TOKEN (docs/gitlab.md), masked.`,
    "Commit all of it and push: each merge request is planned; each merge waits in the job `trueup:apply`.",
    "CI/CD, Schedules: an hourly one, for drift.",
    "trueup doctor --workflow           says what is missing",
  ],
};
