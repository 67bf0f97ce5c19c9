/** The results of the last count, as data in the repository, and their table in RELIABILITY.md. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "./copy.ts";

/** The result for one bug. */
export interface Counted {
  readonly name: string;
  /** The source folder of the bug, such as `src/plan`. */
  readonly folder: string;
  readonly set: "open" | "hidden";
  /**
   * The check that noticed the bug first: a simulation, or any other test. `no seed`: no seed noticed it, and the tests
   * were not run.
   */
  readonly by: "decisions" | "faults" | "tests" | "nobody" | "no seed";
  /** The maximum number of seeds of each simulation. */
  readonly asked: number;
  /** The first seed or the test that noticed the bug. */
  readonly seed?: number;
  readonly test?: string;
}

const file = "test/planted/deciding/count.json";
const page = "RELIABILITY.md";

/** The last count; empty if there has been none. */
export async function lastCount(): Promise<readonly Counted[]> {
  const text = await readFile(join(root, file), "utf8").catch(() => "[]");
  return JSON.parse(text);
}

/** Bugs that a simulation noticed within its first seeds. */
export function noticedWithin(count: readonly Counted[], seeds: number): ReadonlySet<string> {
  return new Set(count.filter(({ seed = Number.NaN }) => seed <= seeds).map(({ name }) => name));
}

/** Updates the last count, bug by bug, and its table in the page. Removes bugs that no longer exist. */
export async function writeCount(counted: readonly Counted[], names: ReadonlySet<string>): Promise<void> {
  const last = await lastCount();
  const isNew = new Set(counted.map(({ name }) => name));
  const kept = last.filter(({ name, set }) => !isNew.has(name) && (set === "hidden" || names.has(name)));
  const all = [...kept, ...counted].sort((one, other) => (one.name < other.name ? -1 : 1));
  await writeFile(join(root, file), `${JSON.stringify(all, null, 2)}\n`);
  await run(root, ["node_modules/@biomejs/biome/bin/biome", "format", "--write", file], "short");
  const text = await readFile(join(root, page), "utf8");
  await writeFile(
    join(root, page),
    text.replace(countText(last), () => countText(all)),
  );
}

/** The text about a count in RELIABILITY.md. */
export function countText(count: readonly Counted[]): string {
  const asked = count.map((one) => one.asked);
  const most = Math.min(...asked) === Math.max(...asked) ? "" : ` to ${Math.max(...asked)}`;
  const simulated = count.filter(bySimulation).length;
  return [
    `At the last count, the two simulations alone noticed ${simulated} of ${count.length} bugs, each within`,
    `${Math.min(...asked)}${most} seeds:\n\n${countTable(count)}`,
  ].join("\n");
}

/** True if a simulation noticed the bug, so that no test was needed. */
export function bySimulation({ by }: Counted): boolean {
  return by === "decisions" || by === "faults";
}

/** True if neither a simulation nor a test noticed the bug. */
export function isMissed({ by }: Counted): boolean {
  return by === "nobody" || by === "no seed";
}

/**
 * The share of bugs that the simulation must notice by itself, among all bugs and in a sample. A bug that few seeds
 * reach may be noticed earlier or later after any change, because each random choice of a seed depends on the choices
 * before it.
 */
const bar = 0.8;

/**
 * True if enough bugs are noticed: the simulation must notice the required share, and something must notice every bug.
 * For `each`, only the second condition counts.
 */
export function isEnough(counted: readonly Counted[], by: "simulation" | "all" | "each"): boolean {
  if (counted.length === 0) return false;
  if (by !== "simulation" && counted.some(isMissed)) return false;
  return by === "each" || counted.filter(bySimulation).length >= bar * counted.length;
}

const columns: Readonly<Record<string, (one: Counted) => boolean>> = {
  bugs: () => true,
  "by the simulation alone": bySimulation,
  "by other tests": ({ by }) => by === "tests",
  "by no test": ({ by }) => by === "nobody",
  "by no seed, tests not asked": ({ by }) => by === "no seed",
};

/** The table in Markdown: a row per folder, then rows for the open bugs, the hidden bugs, and all bugs. */
export function countTable(count: readonly Counted[]): string {
  const row = (name: string, of: readonly Counted[]) =>
    `| ${[name, ...Object.values(columns).map((is) => of.filter(is).length)].join(" | ")} |`;
  const folders = [...new Set(count.map(({ folder }) => folder))].sort();
  return [
    `| folder | ${Object.keys(columns).join(" | ")} |`,
    `|---|${"---:|".repeat(Object.keys(columns).length)}`,
    ...folders.map((each) =>
      row(
        `\`${each}\``,
        count.filter(({ folder }) => folder === each),
      ),
    ),
    ...(["open", "hidden"] as const).map((each) =>
      row(
        each,
        count.filter(({ set }) => set === each),
      ),
    ),
    row("all", count),
  ].join("\n");
}
