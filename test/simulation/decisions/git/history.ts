/** Draws commit histories with branches and merges, and checks the reported relations between commits. */

import { lineages } from "../../../../src/git/ancestry.ts";
import type { Lineage } from "../../../../src/model/record.ts";
import { commit, historyOf, type VirtualObjects } from "../../../servers/virtual-time/git/store.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { clonesOf } from "./clones.ts";

/** Draws a history of commits, oldest first. Each commit has one or two earlier parents, and rarely none. */
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

/** Returns the relation of a commit to the planned one, according to the whole history. */
export function lineageIn(objects: VirtualObjects, one: string, planned: string): Lineage {
  if (historyOf(objects, planned).has(one)) return "behind";
  return historyOf(objects, one).has(planned) ? "ahead" : "apart";
}

/**
 * The reported relation of each commit must be right. A shallow clone that cannot fetch must report a relation as
 * unknown if it cannot see it.
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
