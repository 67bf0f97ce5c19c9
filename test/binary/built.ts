/** Paths and facts of the executables that `npm run build:binary` has built in `dist-binary/`, if it has run. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownSystem } from "../../scripts/binary/nodes.ts";

/** The absolute path of the checkout. */
export const root = resolve(import.meta.dirname, "../..");
/** The absolute path of the folder of executables. */
export const built = join(root, "dist-binary");
/** The version of the executables. */
export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** The names of all files in the folder of executables. */
export const names = existsSync(built) ? readdirSync(built) : [];
/** The name of the executable for this system. */
export const own = `trueup-${version}-${ownSystem}`;
/** The reason that is shown if tests of executables are skipped because nothing has been built. */
export const missing = "no single executable is here: npm run build:binary";

/** Returns the SHA-256 digest of bytes, in hexadecimal. */
export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
