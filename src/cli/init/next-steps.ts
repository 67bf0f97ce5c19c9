/** The next steps after `trueup init`, as text. Pure. */

import type { WorkflowHost } from "./remote.ts";

/** The facts on which the next steps depend. */
export interface NextStepsInput {
  /** The origin of desired state: an example, a new import, existing files, or another environment. */
  readonly files: "example" | "imported" | "own" | "added";
  readonly host: WorkflowHost | undefined;
  /** The variables that contain the credential. */
  readonly variables?: readonly string[] | undefined;
  /** The selected environment. */
  readonly environment?: string | undefined;
  /** The names of the environments, if the project has several. */
  readonly environments?: readonly string[] | undefined;
  /** The name of the project file. Default: `trueup.yaml`. */
  readonly project?: string | undefined;
  /** The names of project files that existed before. */
  readonly names?: readonly string[] | undefined;
}

/** A numbered list under `Next:`. */
export function nextSteps(input: NextStepsInput): string {
  const { files, host, variables = [], environments = [], project = "trueup.yaml" } = input;
  const names = variables.length === 0 ? `the secrets that ${project} refers to` : variables.join(", ");
  const first = { example: [...exampleSteps(input)], added: [...addedSteps(input)], imported: [], own: [] };
  const steps = [...first[files], ...(host ? ofHost[host](names) : [alone(input)])];
  const others = files === "example" && input.environment !== undefined ? [another] : [];
  const several = environments.length > 1 && host === "github" ? [approvals] : [];
  const list = [...steps, ...others, ...several].map((step, index) => `  ${index + 1}. ${step}`).join("\n");
  return `\nNext:\n${list}\n${files === "imported" ? renameNothing : ""}`;
}

/**
 * The step for approvals: each environment gets a GitHub environment of the same name, and only some of these require
 * approval.
 */
const approvals =
  "If each environment has its own reviewers, use `{0}` in TRUEUP_APPROVAL for the environment's name.";

function exampleSteps({ environment, project = "trueup.yaml" }: NextStepsInput): readonly string[] {
  const option = environment === undefined ? "" : `--environment ${environment} `;
  const shared = environment === undefined ? "desired-state/" : "common/";
  return [
    `Name your controllers in ${project}, and your networks in ${shared}.`,
    `${command(`${option}validate`)}checks both; needs no network`,
    `export DASHBOARD_API_KEY=...       then: trueup ${option}check`,
    `${command(`${option}plan`)}shows what would change`,
  ];
}

function addedSteps({ environments = [], project = "", names = [] }: NextStepsInput): readonly string[] {
  const own = project.replace(/\.ya?ml$/, "");
  return [
    `Name the controllers and credentials of ${own} in ${project}: addresses that end with .invalid are placeholders.`,
    `Put declarations for ${own} only into ${own}/; if ${environments.join(" and ")} share some, use a common folder.`,
    `${command(`--environment ${own} validate`)}checks both; needs no network`,
    `${command(`--environment ${own} plan`)}shows what would change`,
    ...(names.includes("trueup.yaml") ? [renameDefault] : []),
  ];
}

/** The default project file is renamed, because every command that names no environment would use it. */
const renameDefault = "Rename trueup.yaml after its environment: then no command uses it by default.";

/** A command, padded to the column of its description. */
function command(words: string): string {
  return `${`trueup ${words}`.padEnd(33)}  `;
}

/** The next steps if there is no code host that runs workflows. */
function alone({ files, environment, environments = [] }: NextStepsInput): string {
  const name = environment ?? (environments.length > 1 ? "NAME" : undefined);
  const apply = name === undefined ? "apply" : `--environment ${name} apply`;
  return files === "imported"
    ? `Commit the files as they are, and run \`trueup ${apply}\`: it changes nothing, and records the live resources.`
    : `${command(apply)}changes it, after asking`;
}

/** This step comes last, because most projects need it only later. */
const another = `${command("--environment NAME init")}adds another environment`;

/** Until the first apply, only names link declared resources to live ones. */
const renameNothing = `
Rename nothing before the first apply: until it has recorded the live resources, trueup recreates a renamed resource.
`;

const ofHost: Readonly<Record<WorkflowHost, (names: string) => readonly string[]>> = {
  github: (names) => [
    `Settings, Secrets and variables, Actions: add ${names}. No workflow has to be changed for that.`,
    "Commit all of it and push: from then on each pull request is planned, and each merge is applied.",
    "trueup doctor --workflow           says what is missing",
    "To have unreviewed changes approved, set the variable TRUEUP_APPROVAL to an environment with reviewers.",
  ],
  other: (names) => [
    `Add ${names} to the variables of your pipelines.`,
    "Write a pipeline that begins with `sh .trueup/install.sh`: docs/ has examples for " +
      "Bitbucket, Azure DevOps and Gitea.",
  ],
  gitlab: (names) => [
    `Settings, CI/CD, Variables: add ${names}, GITLAB_TOKEN and TRUEUP_PUSH_TOKEN (docs/gitlab.md), masked.`,
    "Commit all of it and push: each merge request is planned; each merge waits in the job `trueup:apply`.",
    "CI/CD, Schedules: add an hourly schedule, for drift.",
    "trueup doctor --workflow           says what is missing",
  ],
};
