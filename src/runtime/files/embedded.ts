/** The files embedded in a single executable, by their paths in the package. */

import sea from "node:sea";

/** True if this program is a single executable, which has no files beside it. */
export const isExecutable: boolean = sea.isSea();

/** The key of a file: its path in the package, with forward slashes on every system. */
const key = (path: string) => `files/${path.replaceAll("\\", "/")}`;

/** The bytes of a file; undefined if there is none. */
export function embeddedFile(path: string): Uint8Array | undefined {
  return sea.getAssetKeys().includes(key(path)) ? new Uint8Array(sea.getAsset(key(path))) : undefined;
}

/** The relative paths of all files below a folder. */
export function embeddedPaths(folder: string): readonly string[] {
  const start = `${key(folder)}/`;
  return sea.getAssetKeys().flatMap((each) => (each.startsWith(start) ? [each.slice(start.length)] : []));
}
