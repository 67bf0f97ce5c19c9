/** The files that come with this program: beside it in a package or a checkout, or embedded in a single executable. */

import { existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { embeddedFile, embeddedPaths, isExecutable } from "./embedded.ts";
import { writeWhole } from "./files.ts";

/** The folder of the package or checkout from which this program runs; undefined for a single executable. */
export function packageFolder(): string | undefined {
  if (isExecutable) return undefined;
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  )
    if (existsSync(join(folder, "package.json"))) return folder;
  return undefined;
}

/** The bytes of a file, such as `schemas/trueup.json`; undefined if it was not shipped. */
function shippedFile(path: string): Uint8Array | undefined {
  if (isExecutable) return embeddedFile(path);
  const folder = packageFolder();
  try {
    return folder === undefined ? undefined : readFileSync(join(folder, path));
  } catch {
    return undefined;
  }
}

/** The text of a file that comes with this program; undefined if it was not shipped. */
export function shippedText(path: string): string | undefined {
  const bytes = shippedFile(path);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** The version of the package that this file is part of. */
export function toolVersion(): string {
  const found: unknown = JSON.parse(shippedText("package.json") ?? "{}");
  return typeof found === "object" && found !== null && "version" in found
    ? String(found.version)
    : "unknown";
}

/** Copies a folder with its contents. Rejects if it was not shipped. */
export async function copyShipped(path: string, to: string): Promise<void> {
  const folder = packageFolder();
  if (folder !== undefined) return cp(join(folder, path), to, { recursive: true });
  const paths = embeddedPaths(path);
  if (paths.length === 0) throw new Error(`${path} is not part of this program`);
  for (const each of paths) await writeWhole(join(to, each), embeddedFile(join(path, each)) ?? "");
}
