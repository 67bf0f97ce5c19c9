/** Counts the work of a process: see `work-counter.ts`. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Work } from "./work-counter.ts";

/** The module that must be loaded before the code whose work is counted. */
export const counter = new URL("work-counter.ts", import.meta.url).href;

/** Variables that disable the compile cache, because cached code would not be counted. */
export const uncached = { NODE_DISABLE_COMPILE_CACHE: "1" };

/** Starts a Node process with additional variables. Returns its result and the work that it did. */
export async function counted<T>(
  start: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<{ readonly ended: T; readonly work: Work }> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-work-"));
  const COST_FILE = join(folder, "work.json");
  try {
    const ended = await start({ ...uncached, NODE_OPTIONS: `--import=${counter}`, COST_FILE });
    return { ended, work: JSON.parse(await readFile(COST_FILE, "utf8")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
