/** P13: somebody else's change is not overwritten, except in the window of time that RELIABILITY.md describes. */

import type { Arrival } from "../../servers/virtual-time/network.ts";
import { type Commit, commitsOf, isWrite } from "../commits.ts";
import type { Evidence } from "../evidence.ts";
import type { Happened } from "../interfere.ts";
import { liveLeaves, objectIn } from "../leaves.ts";
import type { Run } from "../run.ts";

/**
 * Returns how long before the write the object was last read, if a change by somebody else was overwritten; otherwise
 * undefined.
 */
export function raceMs({ first }: Evidence): number | undefined {
  const [one] = first.foreign.flatMap((happened) => overwritten(first, happened));
  return one && one.commit.at - (lookBefore(first, one) ?? first.began);
}

/**
 * Checks P13. trueup can see a change that was made before the run's first read of the object, or before a refused or
 * lost write, because it then reads again. Such a change must stay. trueup cannot see a change between a read and the
 * write.
 */
export function twoWriters({ first, second, declared }: Evidence): readonly string[] {
  const lost = first.foreign.flatMap((happened) => overwritten(first, happened));
  const seen = lost.filter((one) => wasSeen(first, one));
  const [then, now] = [liveLeaves(first.after), liveLeaves(second.after)];
  const theirs = first.foreign.flatMap(({ leaves }) =>
    [...leaves.keys()].filter((name) => !declared.has(name)),
  );
  const later = theirs.filter((name) => then.get(name) !== now.get(name));
  return [
    ...seen.map(({ leaf, commit }) => `P13: ${leaf} was overwritten by ${commit.method} ${commit.path}`),
    ...later.map((leaf) => `P13: ${leaf} was changed by the second run`),
  ];
}

/** A change that was overwritten, and the write that did so. */
interface Overwritten {
  readonly leaf: string;
  readonly at: number;
  readonly commit: Commit;
}

function overwritten({ after, arrivals }: Run, { at, leaves }: Happened): readonly Overwritten[] {
  const live = liveLeaves(after);
  const commits = commitsOf(arrivals);
  return [...leaves].flatMap(([leaf, value]) => {
    if (live.get(leaf) === value) return [];
    const commit = commits.find((one) => one.at >= at && concerns(one, leaf));
    return commit ? [{ leaf, at, commit }] : [];
  });
}

/** True if a write concerns the leaf. A write to a router replaces only what is below its path. */
function concerns({ object }: Commit, leaf: string): boolean {
  const own = objectIn(leaf);
  if (!object.startsWith(`${own} `)) return object === own;
  const path = decodeURIComponent(object.slice(own.length + 1)).replace("=", "/");
  return leaf.startsWith(`${own} | /${path}`);
}

function wasSeen(run: Run, { at, commit }: Overwritten): boolean {
  const looks = run.arrivals.filter((one) => shows(one, commit));
  const firstLook = looks[0]?.at ?? Number.POSITIVE_INFINITY;
  const rebuffed = run.arrivals.some(
    (one) =>
      isWrite(one) &&
      one.request.path === commit.path &&
      one.at > at &&
      one.at < commit.at &&
      (one.reply.status === 409 || one.reply.cut !== undefined),
  );
  return at < firstLook || rebuffed;
}

function lookBefore(run: Run, { at, commit }: Overwritten): number | undefined {
  return run.arrivals.findLast((one) => one.at <= at && shows(one, commit))?.at;
}

/** True if a read shows the object that a write concerns. */
function shows({ request: { method, path, interface: name } }: Arrival, { object }: Commit): boolean {
  if (method !== "GET") return false;
  if (name === "restconf") return path.startsWith(`/devices/${object.split(" ")[1]}/`);
  if (name === "fabric") return path === `/api/mo/${object.slice("fabric ".length)}.json`;
  return object.startsWith("cloud ") && /\/networks(?:\?|$)/.test(path);
}
