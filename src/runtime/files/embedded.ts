/** The files inside of a single executable, by the paths that they have in the package. */

import sea from "node:sea";

/** True where this program is a single executable: nothing of it lies beside it. */
export const isExecutable: boolean = sea.isSea();

/** As in the package on every system. */
const key = (path: string) => `files/${path.replaceAll("\\", "/")}`;

/** The bytes of a file; undefined where there is none. */
export function embeddedFile(path: string): Uint8Array | undefined {
  return sea.getAssetKeys().includes(key(path)) ? new Uint8Array(sea.getAsset(key(path))) : undefined;
}

/** The paths of all files below a folder, seen from it. */
export function embeddedPaths(folder: string): readonly string[] {
  const start = `${key(folder)}/`;
  return sea.getAssetKeys().flatMap((each) => (each.startsWith(start) ? [each.slice(start.length)] : []));
}
