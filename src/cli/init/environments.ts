/** Derives workflows for several environments from the texts for one: each job runs once for each environment. Pure. */

/** The inputs of an action's step: they come from the matrix of its job, or from the workflow that calls it. */
const inputs = {
  matrix: "environment: ${{ matrix.environment }}",
  called: "environment: ${{ inputs.environment }}",
} as const;

/** A GitHub workflow in which each job runs for each environment, and a failure does not stop the others. */
export function forEach(text: string, environments: readonly string[]): string {
  const list = `[${environments.map(scalar).join(", ")}]`;
  const there = text.replace(matrixLine, (_, start: string, end: string) => `${start}${list}${end}`);
  if (there !== text) return there;
  return withInput(text, "matrix").replace(
    /^( *)runs-on: /gm,
    (line, indent: string) =>
      `${indent}strategy:\n${indent}  fail-fast: false\n${indent}  matrix: { environment: ${list} }\n${line}`,
  );
}

/** The workflow for applies, in a form that another workflow can call with an environment. */
export function called(text: string): string {
  const on = `on:\n  workflow_call:\n    inputs:\n${["environment", "approved-plans"].map(callInput).join("")}`;
  const approval = "vars.TRUEUP_APPROVAL";
  return withInput(text, "called")
    .replace(/^name: .*$/m, (name) => `${name} environment`)
    .replace(/^on:\n(?: .*\n)+/m, on)
    .replace(/^ *group: .*$/gm, (group) => `${group}-\${{ inputs.environment }}`)
    .replace(`\${{ ${approval} }}`, `\${{ format(${approval}, inputs.environment) }}`);
}

/** The condition for a pipeline that a comment has started, with a plan of this environment. */
const approvedHere =
  '$CI_PIPELINE_SOURCE == "api" && $TRUEUP_APPROVED =~ /:*:/ && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';

/** The part of a GitLab job that is specific to an environment, with `*` for its name. */
const gitlabJobs: Readonly<Record<string, string>> = {
  plan: "",
  planned: "",
  apply: ', needs: ["trueup:planned:*"], environment: "*", resource_group: "*"',
  drift: "",
  approved: `, environment: "*", resource_group: "*", rules: [{ if: '${approvedHere}' }]`,
};

/** GitLab jobs: the jobs for one environment become hidden templates, and each environment gets its own jobs. */
export function forEachAtGitlab(text: string, environments: readonly string[]): string {
  // The job that reads comments runs once, whatever environment a comment names.
  const hidden = text.replace(/^trueup:(?!command:)(\w+):$/gm, ".trueup:$1:");
  const jobs = environments.flatMap((environment) =>
    Object.entries(gitlabJobs).map(([job, own]) => {
      const extending = `extends: ".trueup:${job}", variables: { TRUEUP_ENVIRONMENT: ${scalar(environment)} }`;
      return `"trueup:${job}:${environment}": { ${extending}${own.replaceAll("*", environment)} }\n`;
    }),
  );
  return `${hidden}\n${jobs.join("")}`;
}

/**
 * The text as it would be for a single environment. A workflow that calls another workflow keeps an empty list of
 * environments.
 */
export function withoutEnvironments(text: string): string {
  return text
    .replace(/^ *strategy:\n *fail-fast: false\n *matrix: \{ environment: .*\}\n(?= *runs-on:)/gm, "")
    .replace(matrixLine, "$1[]$2")
    .replace(/^ *environment: \$\{\{ (?:matrix|inputs)\.environment \}\}\n/gm, "")
    .replace(/\n(?:"trueup:\w+:.*\n)+$/, "")
    .replace(/^\.trueup:(\w+):$/gm, "trueup:$1:");
}

/** The text with its environments ordered by name, since a person may have reordered them. */
export function inOrderOfNames(text: string): string {
  return text
    .replace(/(?<=^ *matrix: \{ environment: \[)[^\]\n]*/gm, (list) => list.split(/, */).sort().join(", "))
    .replace(/(?:^"trueup:\w+:.*\n)+/gm, (jobs) =>
      jobs
        .split(/(?<=\n)/)
        .sort()
        .join(""),
    );
}

function callInput(name: string): string {
  return `      ${name}: { type: string, required: true }\n`;
}

const matrixLine = /^( *matrix: \{ environment: )\[.*\]( \})$/gm;

function withInput(text: string, from: keyof typeof inputs): string {
  return text.replace(/^( *)command: .*$/gm, (line, indent: string) => `${line}\n${indent}${inputs[from]}`);
}

/** A name as a YAML scalar: in quotes if YAML would not read it as a text. */
export function scalar(name: string): string {
  const isText = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z][\w-]*$/i.test(name);
  return isText ? name : JSON.stringify(name);
}
