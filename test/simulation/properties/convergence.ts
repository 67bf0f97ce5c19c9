/** P1 and P2: if nothing goes wrong, one run makes the live state as declared, and the next run has nothing to do. */

import type { Evidence } from "../evidence.ts";
import { liveLeaves, objectIn, objectOf } from "../leaves.ts";

/** Checks P1 by what the run reports, and by the live state. */
export function convergence(evidence: Evidence): readonly string[] {
  const { made, result, after } = evidence.second;
  const { unknown, unwritable, held } = made.plan;
  const { settled = [], nonConvergent = [], unverified = [], halted } = result ?? {};
  const undone = settled.filter(({ outcome: { state } }) => state !== "applied" && state !== "converged");
  const said = [...unknown, ...unwritable, ...held, ...undone, ...nonConvergent, ...unverified];
  return [
    ...said.map((one) => `P1: ${JSON.stringify(one)}`),
    ...(halted ? [`P1: halted ${JSON.stringify(halted)}`] : []),
    ...differing(evidence, liveLeaves(after)),
    ...left(evidence, liveLeaves(after)),
  ];
}

/** Checks P2. */
export function idempotence({ last: { plan } }: Evidence): readonly string[] {
  return [
    ...plan.steps.map(({ id }) => `P2: the next run still wants to ${id}`),
    ...plan.unknown.map((one) => `P2: unknown: ${JSON.stringify(one)}`),
  ];
}

/**
 * Reports the fields that differ from their declaration. Passwords cannot be read. Only that of a new object counts,
 * because it was certainly written.
 */
function differing({ declared, first }: Evidence, live: ReadonlyMap<string, string>): readonly string[] {
  const before = liveLeaves(first.before);
  const objects = new Set([...before.keys()].map(objectIn));
  return [...declared].flatMap(([name, value]) => {
    const known = !name.endsWith("| /password") || !objects.has(objectIn(name));
    return known && live.get(name) !== value ? [`P1: ${name} is ${live.get(name)}, not ${value}`] : [];
  });
}

/** Reports resources that still exist although Git no longer declares them. */
function left({ first, desired }: Evidence, live: ReadonlyMap<string, string>): readonly string[] {
  const { base } = first.made.request;
  if (!base) return [];
  const objects = new Set([...live.keys()].map(objectIn));
  return [...base.resources].flatMap(([address, resource]) =>
    !resource.observed && !desired.resources.has(address) && objects.has(objectOf(base, resource))
      ? [`P1: ${address} is still there`]
      : [],
  );
}
