/**
 * Checks whether bugs compile. Checking the whole project takes longer than running a witness. Therefore bugs in
 * different files are checked together, and are bisected if there is an error.
 */

import type { Bug } from "../../test/planted/bug.ts";
import { run, withEdits } from "./copy.ts";

/** The compile errors of each bug, by name, in an otherwise unchanged copy; none for bugs that compile. */
export async function faultsOf(bugs: readonly Bug[], copy: string): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  for (const group of apart(bugs))
    for (const [name, fault] of await faultsIn(group, copy)) faults.set(name, fault);
  return faults;
}

/** The errors of bugs in different files, which are planted together. If there are errors, the bugs are bisected. */
async function faultsIn(bugs: readonly Bug[], copy: string): Promise<readonly (readonly [string, string])[]> {
  const edits = bugs.flatMap((bug) => bug.edits);
  const found = await withEdits(copy, edits, () => fault(copy));
  if (found === undefined) return [];
  const [only, ...more] = bugs;
  if (only === undefined || more.length === 0) return only ? [[only.name, found]] : [];
  const half = Math.ceil(bugs.length / 2);
  return [...(await faultsIn(bugs.slice(0, half), copy)), ...(await faultsIn(bugs.slice(half), copy))];
}

/** Groups of bugs in which no two change the same file. */
function apart(bugs: readonly Bug[]): readonly (readonly Bug[])[] {
  const groups: { readonly bugs: Bug[]; readonly files: Set<string> }[] = [];
  for (const bug of bugs) {
    const files = bug.edits.map(({ file }) => file);
    const group = groups.find((each) => files.every((file) => !each.files.has(file)));
    if (group === undefined) groups.push({ bugs: [bug], files: new Set(files) });
    else {
      group.bugs.push(bug);
      for (const file of files) group.files.add(file);
    }
  }
  return groups.map((each) => each.bugs);
}

async function fault(copy: string): Promise<string | undefined> {
  const tsc = ["-p", ".", "--incremental", "--tsBuildInfoFile", ".tsbuildinfo"];
  const { passed, text } = await run(copy, ["node_modules/typescript/bin/tsc", ...tsc], "short");
  return passed ? undefined : `it does not compile: ${text.trim().slice(0, 300)}`;
}
