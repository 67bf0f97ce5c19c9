/** Checks whether workflows run for exactly the environments that project files describe. */

import { parse } from "yaml";
import { z } from "zod";
import type { CheckupLine } from "../../report/checkup.ts";
import { fewOf } from "../../report/text/value.ts";

/** A trueup command of a workflow, and the environments that it names; empty if it names none. */
export interface EnvironmentRun {
  readonly command: string;
  readonly environments: readonly string[];
}

/** The environments of the project files. */
export interface DescribedEnvironments {
  readonly all: readonly string[];
  /** The environments that workflows must name: none if `trueup.yaml` is the only project file. */
  readonly named: readonly string[];
}

/**
 * Returns a line with the result, and a line for each error. Returns no lines if `trueup.yaml` is the only project
 * file.
 */
export function environmentLines(
  runs: readonly EnvironmentRun[],
  commands: readonly string[],
  { all, named: environments }: DescribedEnvironments,
): readonly CheckupLine[] {
  const line = { area: "workflows", about: "environments" } as const;
  const named = [...new Set(runs.flatMap((run) => run.environments))];
  const strange = named.filter((name) => !all.includes(name));
  const there = commands.filter((command) => runs.some((run) => run.command === command));
  const lacks = environments.flatMap((name) => {
    const missing = there.filter(
      (command) => !runs.some((run) => run.command === command && run.environments.includes(name)),
    );
    return missing.length === 0 ? [] : [`${name}: ${missing.join(", ")}`];
  });
  const hint = (name: string) =>
    `Run trueup --environment ${name} init: it writes the workflows for all existing project files.`;
  const [first = ""] = environments;
  return [
    ...(strange.length === 0
      ? []
      : [
          {
            ...line,
            state: "failed" as const,
            says: `workflows run for ${fewOf(strange)}, but no project file describes it`,
            hint:
              environments.length === 0
                ? "Run trueup init: it writes the workflows for trueup.yaml alone."
                : hint(first),
          },
        ]),
    ...(lacks.length === 0
      ? []
      : [
          {
            ...line,
            state: "failed" as const,
            says: `workflows do not run for all environments: ${lacks.join("; ")}`,
            hint: hint(lacks[0]?.split(":")[0] ?? first),
          },
        ]),
    ...(environments.length > 0 && strange.length + lacks.length === 0
      ? [{ ...line, state: "ok" as const, says: `each workflow runs for ${environments.join(", ")}` }]
      : []),
  ];
}

const job = z.object({ variables: z.record(z.string(), z.unknown()).optional() });

/** The commands that the jobs of `.trueup/gitlab.yml` run, with their environments. */
export function gitlabRuns(text: string): readonly EnvironmentRun[] {
  const { data = {} } = z.record(z.string(), z.unknown()).safeParse(parsed(text));
  return Object.entries(data).flatMap(([name, value]) => {
    const [, command] = /^trueup:(\w+)/.exec(name) ?? [];
    if (command === undefined) return [];
    const environment = job.safeParse(value).data?.variables?.TRUEUP_ENVIRONMENT;
    return [{ command, environments: environment === undefined ? [] : [String(environment)] }];
  });
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
