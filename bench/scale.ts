/**
 * Measures how the work grows with the number of resources: from YAML files on disk to the finished plan, in a new
 * process.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
// Bounds the memory as the installed command does.
import "../bin/bound-memory.js";
import { diff } from "../src/diff/diff.ts";
import { observe } from "../src/observe/observe.ts";
import { plan } from "../src/plan/plan.ts";
import { readProject } from "../src/project/read.ts";
import { digest } from "../src/runtime/digest.ts";
import { generate, projectText } from "./generate.ts";
import { memoryTargets } from "./memory-session.ts";

/** The result of one process. Megabytes are MiB, and count the peak of the whole process. */
export interface Scale {
  readonly resources: number;
  readonly changes: number;
  readonly steps: number;
  readonly load: number;
  readonly observe: number;
  readonly diff: number;
  readonly plan: number;
  readonly total: number;
  readonly peakMegabytes: number;
}

/** Writes the files of a project of this size to a new folder; `remove` deletes it. */
export async function projectOf(resources: number): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await writeFile(join(folder, "trueup.yaml"), projectText);
  for (const { path, text } of generate({ resources, files: 1000 })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Loads, checks, compares and plans the project in `folder`, once, in this process. */
export async function scale(folder: string): Promise<Scale> {
  const marks = [performance.now()];
  const { read, problems } = await readProject(folder);
  marks.push(performance.now());
  if (!read || problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));
  const { project, loaded } = read;
  const { desired } = loaded;
  const targets = memoryTargets(project, desired);
  await setImmediate();
  const begun = performance.now();
  const takenAt = "2026-01-01T00:00:00Z";
  const snapshot = await observe({ desired, targets, takenAt }, new AbortController().signal);
  const observed = performance.now();
  const comparison = diff({ desired, snapshot });
  const compared = performance.now();
  const facts = new Map(
    [...targets].map(([name, { driver, dialect }]) => {
      const kinds = new Map(driver.kinds.map((kind) => [kind.name, kind]));
      return [name, { kinds, dialect, requestsPerSecond: dialect.limits.requestsPerSecond }];
    }),
  );
  const { environment } = project;
  const reads = snapshot.requests;
  const made = plan({ comparison, desired, environment, facts, reads, prune: false, digest });
  const ended = performance.now();
  const [start = 0, read0 = 0] = marks;
  const seconds = (from: number, to: number) => Number(((to - from) / 1000).toFixed(3));
  return {
    resources: desired.resources.size,
    changes: made.changes.length,
    steps: made.steps.length,
    load: seconds(start, read0),
    observe: seconds(begun, observed),
    diff: seconds(observed, compared),
    plan: seconds(compared, ended),
    total: seconds(start + (begun - read0), ended),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}
