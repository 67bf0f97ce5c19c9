/** Problems that prevent an environment from being followed. */

import { type Problem, problem } from "../../model/problem.ts";
import { RunnerEnded } from "../runner/thread/remote.ts";
import type { ShardProject } from "../served.ts";

/** The problem for a bug of our own, or for a thread that ended before it answered. */
export function ownMistake(error: unknown): Problem {
  if (error instanceof RunnerEnded)
    return problem("serve-engine", error.message, {
      hint: "trueup restarts the engine. If the machine ran out of memory, give the server more.",
    });
  const what = `trueup itself failed: ${error instanceof Error ? error.message : String(error)}`;
  return problem("crashed", what, { hint: "Report this error. trueup tries again." });
}

/** The problem of two files, or two branches, that describe the same environment. */
export function namedTwice({ project: { environment }, fileName }: ShardProject): Problem {
  const what = `${fileName} describes the environment ${environment}, but so does another followed file or branch`;
  const hint = "Give each environment a different name, or remove one of the two from serve.yaml.";
  return problem("serve-twice", what, { hint });
}

/** The problem of a branch that has never existed. */
export function noBranch(name: string): Problem {
  const hint = "Push the branch, or correct its name in serve.yaml.";
  return problem("serve-branch", `the repository has no branch ${name}`, { hint });
}
