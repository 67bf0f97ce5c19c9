/**
 * P4 and P5: nothing is written without need, undeclared values stay exactly as they are, and nothing is created twice
 * or left over.
 */

import { resolve } from "../../../src/apply/journal.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Arrival } from "../../servers/virtual-time/network.ts";
import { type Commit, commitsOf, committedBy, isWrite } from "../commits.ts";
import { intentsOf } from "../disk.ts";
import type { Evidence } from "../evidence.ts";
import { liveLeaves, objectIn, objectOf } from "../leaves.ts";
import type { Run } from "../run.ts";

/** Checks P4. */
export function minimality(evidence: Evidence): readonly string[] {
  const { first, second, scenario } = evidence;
  const odd = scenario.trouble.oddity !== undefined;
  return [
    ...touched(evidence),
    ...(odd ? [] : [first, second].flatMap(needless)),
    ...(odd || first.foreign.length > 0 ? [] : miscounted(first)),
    ...miscounted(second),
  ];
}

/** Checks P5, whether the process was killed or not. */
export function crashConsistency(evidence: Evidence): readonly string[] {
  const { first, second } = evidence;
  return [
    ...orphans(evidence),
    ...[first, second].flatMap(({ hasty }) => hasty.map((one) => `P5: the journal came after ${one}`)),
    ...extraReads(evidence),
    ...misjudged(evidence),
  ];
}

/** No undeclared field may have changed, unless somebody else changed it. */
function touched({ first, second, declared, desired }: Evidence): readonly string[] {
  const [before, after] = [liveLeaves(first.before), liveLeaves(second.after)];
  const theirs = new Set(first.foreign.flatMap(({ leaves }) => [...leaves.keys()]));
  const gone = goneByPlan(first, desired);
  const moved = first.planned.dashboard !== first.before.dashboard || depotWent(first);
  const objects = new Set([...before.keys()].map(objectIn));
  const ours = (name: string) => declared.has(name) || theirs.has(name) || gone.has(objectIn(name));
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const object = objectIn(name);
    if (ours(name) || !objects.has(object) || before.get(name) === after.get(name)) return [];
    if (moved && object === "cloud Acme/Depot North") return [];
    if ([...gone].some((one) => object.startsWith(`${one}/`))) return [];
    return [`P4: ${name} was ${before.get(name)} and is ${after.get(name)}`];
  });
}

/** True if the page-shifting fault has removed a network. */
function depotWent({ arrivals }: Run): boolean {
  return arrivals.some((one) => !isWrite(one) && one.before.dashboard !== one.after.dashboard);
}

function goneByPlan({ made: { request } }: Run, desired: Evidence["desired"]): ReadonlySet<string> {
  const { base } = request;
  const all = [...(base?.resources ?? [])].filter(([at, one]) => !one.observed && !desired.resources.has(at));
  return new Set(all.map(([, resource]) => (base ? objectOf(base, resource) : "")));
}

/**
 * Reports objects that were written twice. A second write is allowed after somebody else's change. It is also allowed
 * if no reply reported the first write and no read can confirm it, because it contains a secret.
 */
function needless({ on, arrivals, foreign }: Run): readonly string[] {
  const seen = new Map<string, Commit>();
  const secret = withSecrets(on.context.desired);
  return commitsOf(arrivals).flatMap((commit) => {
    const { object } = commit;
    const before = seen.get(object);
    const isUnseen = before?.isTold === false && secret.has(object);
    const again = before && !isUnseen && foreign.length === 0;
    seen.set(object, commit);
    return again ? [`P4: ${commit.method} ${commit.path} was carried out twice`] : [];
  });
}

function withSecrets(desired: Desired): ReadonlySet<string> {
  const all = [...desired.resources.values()].filter(({ secrets, value }) =>
    secrets.some((path) => at(value, path) !== undefined),
  );
  return new Set(all.map((resource) => objectOf(desired, resource)));
}

/**
 * Compares the number of written objects with the outcomes of the steps. Each applied step must have written one
 * object, and each unknown or failed step may have written one.
 */
function miscounted({ arrivals, result }: Run): readonly string[] {
  if (!result) return [];
  const objects = new Set(commitsOf(arrivals).map(({ object }) => object)).size;
  const states = result.settled.map(({ outcome }) => outcome.state);
  const applied = states.filter((state) => state === "applied").length;
  const perhaps = states.filter((state) => state === "unknown" || state === "failed").length;
  if (objects >= applied && objects <= applied + perhaps) return [];
  return [`P4: ${applied} steps were applied, and ${objects} objects written`];
}

function orphans({ first, second, declared }: Evidence): readonly string[] {
  const known = new Set([...liveLeaves(first.before).keys(), ...declared.keys()].map(objectIn));
  for (const { leaves } of first.foreign) for (const name of leaves.keys()) known.add(objectIn(name));
  const now = new Set([...liveLeaves(second.after).keys()].map(objectIn));
  return [...now].filter((object) => !known.has(object)).map((object) => `P5: ${object} was made twice`);
}

/**
 * The second run may not read more than planned. A collection counts as one read, however many pages it has. The root
 * of a fabric does not count, since it only proves that something is absent. Pages without a total number are read
 * twice if something is missing, so such seeds are left out.
 */
function extraReads({ first, second, scenario }: Evidence): readonly string[] {
  const { cost, steps } = second.made.plan;
  const paged = scenario.settings.dashboardPageSize !== 0;
  const creates = steps.some(({ kind, operation }) => kind === "network" && operation === "create");
  if (paged && (creates || scenario.declared.base)) return [];
  const foreseen = cost
    .filter(({ target }) => target !== "campus")
    .reduce((sum, { verification }) => sum + verification, 0);
  const reads = second.arrivals.filter(
    ({ request: { method, path, interface: name } }) =>
      method === "GET" && name !== "controller" && !/startingAt=|uni\.json/.test(path),
  ).length;
  const extra = intentsOf(first).map(({ operation }) => (operation === "create" ? 5 : 1));
  const allowed = extra.reduce((sum, reads) => sum + reads, foreseen) + looksWhileNotReady(second.arrivals);
  return reads > allowed ? [`P5: ${reads} reads, and ${allowed} were foreseen`] : [];
}

/** How long a read stays fresh, in milliseconds. Before a later repetition of a write, trueup reads again. */
const goodForMs = 5000;

/** Returns how many reads were repeated because they became too old while a write was refused as not ready. */
function looksWhileNotReady(arrivals: readonly Arrival[]): number {
  const looked = new Map<string, number>();
  const refused = new Set<string>();
  let looks = 0;
  for (const { at, request, reply } of arrivals) {
    const list = request.path.replace(/\/\d+$/, "");
    if (request.method !== "GET") {
      if (reply.status === 400) refused.add(list);
      continue;
    }
    const before = looked.get(list);
    looked.set(list, at);
    if (refused.delete(list) && before !== undefined && at - before > goodForMs) looks += 1;
  }
  return looks;
}

/** What the next run reports about interrupted writes must be true. */
function misjudged({ first, second, scenario, desired }: Evidence): readonly string[] {
  if (first.foreign.length > 0 || scenario.trouble.oddity || first.result) return [];
  const written = new Set(commitsOf(first.arrivals).map(({ object }) => object));
  const { base } = first.made.request;
  return resolve(intentsOf(first), second.made.plan).flatMap(({ intent, is }) => {
    const of = desired.resources.has(intent.address) ? desired : (base ?? desired);
    const resource = of.resources.get(intent.address);
    if (!resource || is === "unknown") return [];
    const done = written.has(committedBy(of, resource));
    const said = is === "not applied";
    return done === said ? [`P5: ${intent.step} is said to be ${is}`] : [];
  });
}
