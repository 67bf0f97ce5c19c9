/** P3, P6 and P8: no step relies on something unknown, nothing unplanned is done, and nothing is done too early. */

import type { Step } from "../../../src/model/plan/step.ts";
import type { World } from "../../../src/simulator/world.ts";
import { commitsOf, committedBy } from "../commits.ts";
import type { Evidence } from "../evidence.ts";
import { liveLeaves, objectIn, objectOf } from "../leaves.ts";
import type { Run } from "../run.ts";

/** Checks P3 by what the engine observed, and by the servers' state when the plan was made. */
export function noInvention({ first, second, desired }: Evidence): readonly string[] {
  return [first, second].flatMap((run) => {
    const there = new Set([...liveLeaves(run.planned).keys()].map(objectIn));
    return run.made.plan.steps.flatMap((step) => {
      const seen = run.made.snapshot.observations.get(step.address)?.state;
      const resource = resourceOf(run, step, desired);
      const is = resource && there.has(objectOf(resource.of, resource.resource)) ? "present" : "absent";
      const right = step.operation === "create" ? "absent" : "present";
      return [
        ...(seen === right ? [] : [`P3: ${step.id} from an observation that is ${seen}`]),
        ...(is === right ? [] : [`P3: ${step.id}, which is ${is}`]),
      ];
    });
  });
}

/** Checks P6 by what the run reports, and by what the servers carried out. */
export function planIsApply({ first, second, desired }: Evidence): readonly string[] {
  return [first, second].flatMap((run) => {
    const { steps } = run.made.plan;
    const ids = new Set(steps.map(({ id }) => id));
    const said = (run.result?.settled ?? []).filter(({ step }) => !ids.has(step));
    const planned = new Set(
      steps.map((step) => {
        const found = resourceOf(run, step, desired);
        return found ? committedBy(found.of, found.resource) : "";
      }),
    );
    const done = [...commitsOf(run.arrivals), ...commitsBesides(run)].filter(
      ({ object }) => !planned.has(object),
    );
    return [
      ...said.map(({ step }) => `P6: ${step} was not planned`),
      ...done.map(({ method, path, object }) => `P6: ${method} ${path} was not planned: ${object}`),
    ];
  });
}

/** Checks P8: a step may begin only when all steps that it needs have succeeded. */
export function order({ first, second }: Evidence): readonly string[] {
  return [first, second].flatMap(({ on, made }) => {
    const after = new Map(made.plan.steps.map((step) => [step.id, step.after]));
    const done = new Set<string>();
    return on.events.flatMap((event) => {
      if (event.type === "stepSettled" && ["applied", "converged"].includes(event.outcome.state))
        done.add(event.step);
      if (event.type !== "stepStarted") return [];
      const missing = after.get(event.step)?.filter((one) => !done.has(one)) ?? [];
      return missing.map((one) => `P8: ${event.step} began before ${one} was done`);
    });
  });
}

/** Returns the resource of a step as Git declares it. A resource to be removed is declared only in base. */
function resourceOf({ made: { request } }: Run, { address }: Step, desired: Evidence["desired"]) {
  for (const side of [desired, request.base]) {
    const resource = side?.resources.get(address);
    if (side && resource) return { of: side, resource };
  }
  return undefined;
}

/** Returns new objects that no request of the run has created. */
function commitsBesides({ before, after, arrivals, foreign }: Run) {
  const objects = (world: World) => new Set([...liveLeaves(world).keys()].map(objectIn));
  const known = new Set([...objects(before), ...commitsOf(arrivals).map(({ object }) => object)]);
  for (const { leaves } of foreign) for (const name of leaves.keys()) known.add(objectIn(name));
  const made = [...objects(after)].filter((object) => !known.has(object));
  return made.map((object) => ({ method: "something", path: "made it", object }));
}
