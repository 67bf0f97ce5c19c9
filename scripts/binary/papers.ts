/** The documents beside executables: licenses, a bill of materials, and checksums. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { billOfMaterials } from "./bill-of-materials.ts";
import { versionOf } from "./bundle.ts";
import { nodeLicense, nodeVersion } from "./nodes.ts";

/** The file of checksums, in the format of `sha256sum --check`. */
const sums = "SHA256SUMS";

/**
 * Writes the documents for the executables in a folder. The bundled packages are known from the licenses in
 * `dist/`.
 */
export function writePapers(root: string, folder: string): void {
  const bundled = readFileSync(join(root, "dist/licenses.txt"), "utf8");
  const own = readFileSync(join(root, "LICENSE"), "utf8");
  const node = readFileSync(nodeLicense(root), "utf8");
  writeFileSync(join(folder, "licenses.txt"), [own, bundled, `Node.js\n\n${node}`].join("\n\n"));
  const version = versionOf(root);
  const contents = { own: { name: "trueup", version }, nodeVersion, bundled: packagesIn(bundled) };
  const bill = `${JSON.stringify(billOfMaterials(root, contents), null, 2)}\n`;
  writeFileSync(join(folder, `trueup-${version}.cdx.json`), bill);
  writeChecksums(folder);
}

/** Writes the checksums of all files in a folder. */
function writeChecksums(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== sums);
  const lines = names.sort().map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, sums), lines.join(""));
}

/**
 * Returns the packages of these license texts, such as "zod 4.6.7". Each license text begins with such a heading
 * between empty lines.
 */
export function packagesIn(licenses: string): readonly string[] {
  const heads = licenses.matchAll(/(?:^|\n\n)((?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+[\w.+-]*)\n\n/g);
  return [...heads].map(([, head = ""]) => head);
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
