/** P13: what somebody else changes is not overwritten, but within the window that RELIABILITY.md states. */

import type { Arrival } from "../../servers/virtual-time/network.ts";
import { type Commit, commitsOf, isWrite } from "../commits.ts";
import type { Evidence } from "../evidence.ts";
import type { Happened } from "../interfere.ts";
import { liveLeaves, objectIn } from "../leaves.ts";
import type { Run } from "../run.ts";

/** How long before a write its look was, where a change came in between and was lost; undefined: none was lost. */
export function raceMs({ first }: Evidence): number | undefined {
  const [one] = first.foreign.flatMap((happened) => overwritten(first, happened));
  return one && one.commit.at - (lookBefore(first, one) ?? first.began);
}

/**
 * P13. A change that came before the run's first look at that object is seen, and so is one that came before a write
 * was refused or lost: then the run looks again. In both cases it must stay. Between look and write nobody can know.
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

/** A change that was lost, and the write that did it. */
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

/** Of a router, a write replaces what is below its path only. */
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

/** Whether a read shows the object of a write. */
function shows({ request: { method, path, interface: name } }: Arrival, { object }: Commit): boolean {
  if (method !== "GET") return false;
  if (name === "restconf") return path.startsWith(`/devices/${object.split(" ")[1]}/`);
  if (name === "fabric") return path === `/api/mo/${object.slice("fabric ".length)}.json`;
  return object.startsWith("cloud ") && /\/networks(?:\?|$)/.test(path);
}
