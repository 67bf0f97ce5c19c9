/** Plans from a published snapshot: opens no credentials and sends no requests. */

import { resolveTarget } from "../engine/assemble.ts";
import { factsOf } from "../engine/facts.ts";
import type { GitState } from "../engine/git-state.ts";
import { planOf } from "../engine/reconcile.ts";
import type { ComparedSides } from "../engine/sides/compared-sides.ts";
import { publishedSnapshot, snapshotRef } from "../git/snapshot.ts";
import { badSnapshot, loadSnapshot } from "../load/documents/snapshot.ts";
import { snapshotBounds } from "../model/live/snapshot.ts";
import { emptyMemory } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import { type Problem, problem } from "../model/problem.ts";
import { clock } from "../runtime/clock.ts";
import { readText } from "../runtime/files/files.ts";
import { computed, resourcesIn } from "../runtime/signals.ts";

/** Which snapshot to use, and the options of the plan. */
export interface SnapshotPlanOptions {
  /** An absolute path, or true for the snapshot that the repository publishes. */
  readonly from: string | true;
  readonly prune: boolean | undefined;
  readonly retry?: boolean | undefined;
}

/** The preview, or the problem with the snapshot. */
export async function planOfSnapshot(
  { read, state, base: history, main, only, driftOnly, memory }: ComparedSides,
  { from, prune, retry }: SnapshotPlanOptions,
): Promise<{ readonly plan: Plan } | { readonly problem: Problem }> {
  const { project, drivers, loaded } = read;
  const { desired } = loaded;
  const text = await textOf(from, state);
  if ("problem" in text) return text;
  const base = history?.desired;
  const sides = { desired, base };
  const { environment } = project;
  const input = { ...sides, text: text.text, path: text.name, environment };
  const taken = await computed(resourcesIn([text]), () => loadSnapshot(input));
  if ("problem" in taken) return taken;
  const { snapshot } = taken;
  const ageSeconds = Math.max(
    0,
    Math.round((Date.parse(clock.date()) - Date.parse(snapshot.takenAt)) / 1000),
  );
  const facts = new Map(
    [...project.targets].map(([name, target]) => [name, factsOf(resolveTarget(target, drivers))]),
  );
  const preview = { takenAt: snapshot.takenAt, ageSeconds };
  // A preview must not show ids, so it uses only the stored forms from trueup's memory.
  const forms = memory?.forms && { ...emptyMemory, forms: memory.forms };
  const request = { base, history, main, only, driftOnly, memory: forms, retry };
  const known = { desired, project, facts, snapshot, preview, definitions: read.definitions };
  const asked = { ...request, prune: prune ?? project.prune ?? false };
  return { plan: await planOf(known, asked) };
}

async function textOf(
  from: string | true,
  state: GitState | undefined,
): Promise<{ readonly text: string; readonly name: string } | { readonly problem: Problem }> {
  if (from !== true) {
    const read = await readText(from, from, { maxBytes: snapshotBounds.bytes });
    return "problem" in read ? read : { text: read.file.text, name: from };
  }
  const found = state && (await publishedSnapshot(state.repository, state.prefix));
  if (!found) return { problem: nonePublished };
  const name = snapshotRef(state.prefix);
  return found.text === undefined ? { problem: badSnapshot(name) } : { text: found.text, name };
}

const nonePublished = problem("no-snapshot", "the repository publishes no snapshot of this environment", {
  hint: "Run `trueup observe --publish` with credentials, or give --snapshot a file. With --base, a file is needed.",
});
