/** A plan from a published snapshot: no credentials are opened and nothing is asked of the network. */

import { spokenTo } from "../assemble.ts";
import { loadSnapshot } from "../load/snapshot.ts";
import type { Plan } from "../model/plan.ts";
import type { Problem } from "../model/problem.ts";
import { factsOf, planOf } from "../reconcile.ts";
import { clock } from "../runtime/clock.ts";
import { readText } from "../runtime/files.ts";
import type { Sides } from "./prepare.ts";

const largestBytes = 256 * 1024 * 1024;

/** Which snapshot, and what of it is asked for. */
export interface FromSnapshot {
  /** Absolute. */
  readonly path: string;
  readonly prune: boolean | undefined;
}

/** The preview, or the problem with the snapshot. */
export async function planOfSnapshot(
  { read, base, main, only }: Sides,
  { path, prune }: FromSnapshot,
): Promise<{ readonly plan: Plan } | { readonly problem: Problem }> {
  const { project, loaded } = read;
  const { desired } = loaded;
  const text = await readText(path, path, { largest: largestBytes });
  if ("problem" in text) return text;
  const sides = { desired, ...(base && { base }) };
  const { environment } = project;
  const taken = loadSnapshot({ ...sides, text: text.file.text, path, environment });
  if ("problem" in taken) return taken;
  const { snapshot } = taken;
  const ageSeconds = Math.max(
    0,
    Math.round((Date.parse(clock.date()) - Date.parse(snapshot.takenAt)) / 1000),
  );
  const facts = new Map([...project.targets].map(([name, target]) => [name, factsOf(spokenTo(target))]));
  const preview = { takenAt: snapshot.takenAt, ageSeconds };
  const wish = { ...(base && { base }), ...(main && { main }), ...(only && { only }) };
  const known = { desired, project, facts, snapshot, preview };
  return { plan: planOf(known, { ...wish, prune: prune ?? project.prune ?? false }) };
}
