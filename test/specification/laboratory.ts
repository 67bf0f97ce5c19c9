/** Many servers, and one project with a target for each. So one process shows the results of every variant. */

import { type PlannedTarget, plannedOf, planOf } from "./plan.ts";
import { type Ended, type Project, project, type TargetEntry } from "./project.ts";
import { type Answer, type Fields, type Heard, type Listening, listen } from "./servers/http.ts";

/** A server, and its settings in the project. */
export interface Subject {
  readonly served: (heard: Heard) => Answer;
  readonly target: { readonly interface: TargetEntry["interface"] } & Fields;
  /** The path that follows the server's URL in the target, for example `/{host}` for many devices. */
  readonly path?: string;
  readonly desired?: Fields;
}

/** The servers and the project, by subject name. */
export interface Laboratory {
  readonly project: Project;
  /** Returns the name of the subject's target in `trueup.yaml`. */
  readonly targetOf: (name: string) => string;
  /** Returns all requests that the subject's server received. */
  readonly heard: (name: string) => readonly Heard[];
  /** Runs `trueup plan` with these additional options, and parses the plan. */
  readonly plan: (...args: readonly string[]) => Promise<LaboratoryPlan>;
  /** Runs any command. */
  readonly trueup: Project["trueup"];
  readonly close: () => void;
}

/** A plan of all subjects. */
export interface LaboratoryPlan {
  readonly ended: Ended;
  readonly of: (name: string) => PlannedTarget;
}

/** Starts a laboratory. The names of targets are `t0`, `t1` and so on, by position. */
export async function laboratory(
  subjects: Readonly<Record<string, Subject>>,
  more: Fields = {},
): Promise<Laboratory> {
  const names = Object.keys(subjects);
  const targetOf = (name: string) => {
    const at = names.indexOf(name);
    if (at < 0) throw new Error(`no subject is called: ${name}`);
    return `t${at}`;
  };
  const servers = new Map<string, Listening>();
  await Promise.all(
    Object.entries(subjects).map(async ([name, { served }]) => servers.set(name, await listen(served))),
  );
  const targets: Record<string, TargetEntry> = {};
  const desired: Record<string, Fields> = {};
  for (const [name, subject] of Object.entries(subjects)) {
    const url = `${servers.get(name)?.url}${subject.path ?? ""}`;
    targets[targetOf(name)] = { ...subject.target, url };
    if (subject.desired) desired[targetOf(name)] = subject.desired;
  }
  const made = project(targets, desired, more);
  return {
    project: made,
    targetOf,
    heard: (name) => servers.get(name)?.heard ?? [],
    plan: async (...args) => {
      const ended = await made.trueup(["plan", "--format", "json", ...args]);
      const plan = planOf(ended);
      return { ended, of: (name) => plannedOf(plan, targetOf(name)) };
    },
    trueup: made.trueup,
    close: () => {
      made.remove();
      for (const each of servers.values()) each.close();
    },
  };
}
