/** Folders: the number of files in a folder is limited, and no file is directly in `src/`. */

import { posix } from "node:path";
import type { Breach } from "./source.ts";

const mostFiles: readonly (readonly [folder: RegExp, most: number])[] = [
  [/^src\/model$/, 30],
  [/^src\//, 25],
  [/^test(?:\/|$)/, 35],
];

/**
 * Returns folders that directly contain more files than anybody can see at a glance. `paths` contains all paths of the
 * project.
 */
export function crowdedFolders(paths: readonly string[]): readonly Breach[] {
  const typescript = paths.filter((path) => path.endsWith(".ts"));
  const folders = Map.groupBy(typescript, (path) => posix.dirname(path));
  return [...folders].flatMap(([folder, files]) => {
    const most = mostFiles.find(([pattern]) => pattern.test(folder))?.[1];
    return most === undefined || files.length <= most
      ? []
      : [`${folder}: ${files.length} files, over ${most}`];
  });
}

/** Returns files directly in `src/`, where only `index.ts` and folders belong. */
export function looseFiles(paths: readonly string[]): readonly Breach[] {
  return paths
    .filter((path) => /^src\/[^/]+$/.test(path) && path !== "src/index.ts")
    .map((path) => `${path}: belongs into a folder of src/`);
}
