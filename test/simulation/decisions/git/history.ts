/** How commits stand to each other: histories with branches and merges, drawn by seed, and what must be said of them. */

import { lineages } from "../../../../src/git/ancestry.ts";
import type { Lineage } from "../../../../src/model/record.ts";
import { commit, historyOf, type VirtualObjects } from "../../../servers/virtual-time/git/store.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { clonesOf } from "./clones.ts";

/** A history of commits, each of one or two of those before it; now and then of none. The oldest first. */
export function historyIn(objects: VirtualObjects, draw: Draw, count = 8): readonly string[] {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const another = () => ids[Math.max(0, ids.length - 1 - under(draw, 3))] ?? "";
    const parents =
      ids.length === 0 || maybe(draw, 0.1) ? [] : maybe(draw, 0.2) ? [another(), another()] : [another()];
    ids.push(commit(objects, { parents: [...new Set(parents)], files: {} }));
  }
  return ids;
}

/** How a commit stands to the planned one, by all of the history. */
export function lineageIn(objects: VirtualObjects, one: string, planned: string): Lineage {
  if (historyOf(objects, planned).has(one)) return "behind";
  return historyOf(objects, one).has(planned) ? "ahead" : "apart";
}

/**
 * What is said of each commit of a history is so; in a clone without all of it that can ask nobody, what it can see is
 * said, and of the rest that it is unknown.
 */
export async function judgeHistory(draw: Draw, said: (is: Lineage) => Lineage): Promise<readonly string[]> {
  const { objects, clone } = clonesOf({ hasRemote: true });
  const commits = historyIn(objects, draw);
  const planned = pick(draw, [commits[0] ?? "", ...commits]);
  const isShallow = maybe(draw, 0.5);
  const isAlone = maybe(draw, 0.5);
  const { of, repository } = clone(planned);
  if (isShallow) {
    const deep = commits.filter((id) => objects.commits.get(id)?.parents.length);
    for (const id of deep) if (maybe(draw, 0.4)) of.here.shallow.add(id);
  }
  const isKnown = !(isShallow && isAlone && of.here.shallow.size > 0);
  const sees = (from: string, to: string) => historyOf(objects, from, of.here.shallow).has(to);
  const seen = new Set(commits.filter((id) => isKnown || sees(planned, id) || sees(id, planned)));
  const found = await lineages({ ...repository, unreachable: isAlone }, commits);
  const is = commits.map((id, at) => `${at} ${said(found.get(id) ?? "unknown")}`);
  const must = commits.map((id, at) => `${at} ${seen.has(id) ? lineageIn(objects, id, planned) : "unknown"}`);
  return differ("history", is, must);
}
