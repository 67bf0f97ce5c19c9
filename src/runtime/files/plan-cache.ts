/** Plans that were shown in this clone, by fingerprint: so that apply can say what moved since one was approved. */

import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isWholeFingerprint } from "../../model/plan/plan.ts";
import { readText, writeWhole } from "./files.ts";

/** So many are kept; the oldest go. */
const maxKept = 20;

/** Keeps a plan's text beside what git keeps. Where it cannot, nothing is kept: nothing depends on it. */
export async function rememberPlan(gitFolder: string, fingerprint: string, text: string): Promise<void> {
  try {
    const plans = plansIn(gitFolder);
    await mkdir(plans, { recursive: true, mode: 0o700 });
    if (!(await lstat(plans)).isDirectory()) return;
    await writeWhole(join(plans, `${fingerprint}.json`), text);
    await forgetOldest(plans);
  } catch {
    // A folder that cannot be written is not a reason not to show a plan.
  }
}

/** The text of a plan that was shown here; undefined when there is none, or it cannot be read. Not to be trusted. */
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
