/** Runs all tests on a bug that no seed has shown: the tests of the bug's own folder first, then the rest. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { askTests } from "./vitest.ts";

/** The test that noticed the bug, by file and name. If no test noticed it, a text that says so. */
export type ByTests =
  | { readonly by: "tests"; readonly test: string }
  | { readonly by: "nobody"; readonly says: string };

/**
 * Tests that are left out. Some inspect the text of the sources, so they would notice every bug. The simulation has run
 * before.
 */
const notAsked = /^(?:planted|simulation|tidy)\b/;

/**
 * Tests that run after the tests of the bug's own folder and before all others: they are fast, and cover the whole
 * engine.
 */
const quick = ["scenarios", "properties", "drivers/contract"];

/**
 * Runs all tests on a bug, in groups, until one notices it. `folder`: the source folder of the bug, such as `src/plan`.
 */
export async function askAllTests(copy: string, clean: string, folder: string): Promise<ByTests> {
  const names = await readdir(join(copy, "test"), { recursive: true });
  const waiting = new Set(names.filter((name) => name.endsWith(".test.ts") && !notAsked.test(name)).sort());
  const own = folder.replace("src/", "");
  for (const group of [[own], quick, []]) {
    const files = [...waiting].filter(
      (name) => group.length === 0 || group.some((each) => name.startsWith(`${each}/`)),
    );
    for (const file of files) waiting.delete(file);
    const noticed = await askGroup(copy, clean, files);
    if (noticed) return { by: "tests", test: noticed };
  }
  return { by: "nobody", says: "all tests pass" };
}

/**
 * Returns the first test of a group that fails twice with the bug and passes without it; undefined if there is none.
 */
async function askGroup(copy: string, clean: string, names: readonly string[]): Promise<string | undefined> {
  const files = new Set(names.map((name) => `test/${name}`));
  while (files.size > 0) {
    const told = await askTests(copy, { files: [...files], form: "short" });
    if (told === undefined || "not" in told) return undefined;
    const file = told.by.split(" ")[0] ?? "";
    const alone = { files: [file], form: "short" } as const;
    if ((await askTests(copy, alone)) && !(await askTests(clean, alone))) return told.by;
    if (!files.delete(file)) return undefined;
  }
  return undefined;
}
