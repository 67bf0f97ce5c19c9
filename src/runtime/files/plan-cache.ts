/**
 * Stores the plans that this clone has shown, by fingerprint. With them, apply can report what has changed since a plan
 * was approved.
 */

import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isWholeFingerprint } from "../../model/plan/plan.ts";
import { readText, writeWhole } from "./files.ts";

/** The maximum number of stored plans; the oldest are removed. */
const maxKept = 20;

/** Stores a plan's text in git's folder. Failures are ignored, because nothing depends on the stored plan. */
export async function rememberPlan(gitFolder: string, fingerprint: string, text: string): Promise<void> {
  try {
    const plans = plansIn(gitFolder);
    await mkdir(plans, { recursive: true, mode: 0o700 });
    if (!(await lstat(plans)).isDirectory()) return;
    await writeWhole(join(plans, `${fingerprint}.json`), text);
    await forgetOldest(plans);
  } catch {
    // Even if the folder cannot be written, the plan is shown.
  }
}

/** The text of a plan that was shown here; undefined if there is none, or it cannot be read. Not trusted. */
export async function rememberedPlan(gitFolder: string, fingerprint: string): Promise<string | undefined> {
  if (!isWholeFingerprint(fingerprint)) return undefined;
  const path = join(plansIn(gitFolder), `${fingerprint}.json`);
  const isPlain = await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isPlain) return undefined;
  const read = await readText(path, path);
  return "file" in read ? read.file.text : undefined;
}

async function forgetOldest(plans: string): Promise<void> {
  const names = (await readdir(plans)).filter((name) => name.endsWith(".json"));
  if (names.length <= maxKept) return;
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(plans, name), ms: (await stat(join(plans, name))).mtimeMs })),
  );
  const oldest = files.sort((a, b) => b.ms - a.ms).slice(maxKept);
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })));
}

function plansIn(gitFolder: string): string {
  return join(gitFolder, "trueup", "plans");
}
