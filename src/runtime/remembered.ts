/** Plans that were shown here, by fingerprint: so that apply can say what moved since one was approved. */

import { constants } from "node:fs";
import { lstat, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./files.ts";
import { makeJournalFolder } from "./journal.ts";

/** So many are kept; the oldest go. */
const mostKept = 20;

/** Keeps a plan's text in `.trueup/plans/`. Where it cannot, nothing is kept: nothing depends on it. */
export async function rememberPlan(folder: string, fingerprint: string, text: string): Promise<void> {
  try {
    await makeJournalFolder(folder);
    const plans = plansIn(folder);
    await mkdir(plans, { recursive: true, mode: 0o700 });
    if (!(await lstat(plans)).isDirectory()) return;
    await writeWhole(join(plans, `${fingerprint}.json`), text);
    await forgetOldest(plans);
  } catch {
    // A folder that cannot be written is no reason not to show a plan.
  }
}

/** The text of a plan that was shown here; undefined when there is none, or it cannot be read. Not to be trusted. */
export async function rememberedPlan(folder: string, fingerprint: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) return undefined;
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
  return readFile(join(plansIn(folder), `${fingerprint}.json`), { encoding: "utf8", flag }).catch(
    () => undefined,
  );
}

async function forgetOldest(plans: string): Promise<void> {
  const names = (await readdir(plans)).filter((name) => name.endsWith(".json"));
  if (names.length <= mostKept) return;
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(plans, name), ms: (await stat(join(plans, name))).mtimeMs })),
  );
  const oldest = files.sort((a, b) => b.ms - a.ms).slice(mostKept);
  await Promise.all(oldest.map(({ path }) => rm(path, { force: true })));
}

function plansIn(folder: string): string {
  return join(folder, ".trueup", "plans");
}
