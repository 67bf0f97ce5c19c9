/** The tests that a change can break, nearest first: by imports, and by paths in files. */

import { posix } from "node:path";

/** A file of the project. */
export interface ProjectText {
  /** The path relative to the top of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const imported = /(?:\bfrom|\bimport\(?) ?"(\.{1,2}\/[^"\n]+)"/g;
/**
 * Matches a path in a text, or the beginning of a path. Words that are not paths of the project are filtered out later.
 */
const named = /["'`]([\w@.-]+(?:\/[\w@.-]+)*)\/?["'`$]/g;
/** Detects tests that use the built command. Their dependencies are derived from the names in `test/bundle.ts`. */
const built = /\binject\("/;
const bundle = "test/bundle.ts";

/**
 * Returns the test files that depend on a changed file, nearest first: changed tests, then tests named like a changed
 * file or its folder, then all others by the number of files in between. Among equals, tests in a folder similar to the
 * changed file's come first.
 */
export function nearestTests(changed: readonly string[], files: readonly ProjectText[]): readonly string[] {
  const distances = distancesFrom(changed, dependants(files));
  const names = new Set(changed.flatMap((path) => [wordOf(path), posix.basename(posix.dirname(path))]));
  const tests = files.filter(({ path }) => path.endsWith(".test.ts") && distances.has(path));
  const rank = (path: string) => {
    const distance = distances.get(path) ?? Number.POSITIVE_INFINITY;
    return names.has(wordOf(path)) ? Math.min(distance, 1) : distance;
  };
  const shared = (path: string) => Math.max(...changed.map((each) => sharedFolders(each, path)));
  return tests
    .map(({ path }) => ({ path, rank: rank(path), shared: shared(path) }))
    .toSorted((a, b) => a.rank - b.rank || b.shared - a.shared || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Returns how many folders both paths share from the beginning, below `src/` and `test/`. */
function sharedFolders(a: string, b: string): number {
  const [first = [], second = []] = [a, b].map((path) => posix.dirname(path).split("/").slice(1));
  const differs = first.findIndex((folder, at) => folder !== second[at]);
  return differs < 0 ? first.length : differs;
}

/** The word in a file's name: `plan` for `src/cli/commands/plan.ts` and for `test/cli/commands/plan.test.ts`. */
function wordOf(path: string): string {
  return posix.basename(path).replace(/\..*$/, "");
}

/** For each file or folder, the files that import or name it. */
function dependants(files: readonly ProjectText[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = files.flatMap(({ path }) => foldersOf(path));
  const known = new Set([...files.map(({ path }) => path), ...folders]);
  const result = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const on of dependencies(path, text)) {
      if (!known.has(on) || on === path) continue;
      const all = result.get(on) ?? new Set();
      result.set(on, all.add(path));
    }
  }
  return result;
}

function dependencies(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  const relative = [...text.matchAll(imported)].map(([, to = ""]) => posix.join(folder, to));
  const isCode = /\.[cm]?[jt]s$/.test(path);
  const paths = isCode ? [...text.matchAll(named)].map(([, to = ""]) => to) : [];
  const places = paths.map((to) => (/^\.{1,2}\//.test(to) ? posix.join(folder, to) : to));
  return [...relative, ...places, ...(built.test(text) ? [bundle] : [])];
}

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/**
 * Returns the number of steps from a changed file to each file. A file that names a folder depends on everything in the
 * folder. The deeper the changed file is in the folder, the more steps it counts.
 */
function distancesFrom(
  changed: readonly string[],
  dependantsOf: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const distances = new Map<string, number>();
  const rings: string[][] = [];
  const put = (path: string, distance: number) => {
    rings[distance] ??= [];
    rings[distance].push(path);
  };
  for (const path of changed) {
    put(path, 0);
    for (const [up, folder] of foldersOf(path).entries()) put(folder, up + 1);
  }
  for (let distance = 0; distance < rings.length; distance++) {
    for (const path of rings[distance] ?? []) {
      if (distances.has(path)) continue;
      distances.set(path, distance);
      for (const next of dependantsOf.get(path) ?? []) put(next, distance + 1);
    }
  }
  return distances;
}
