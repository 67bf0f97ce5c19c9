/** The PEM file of a certificate authority, checked before any connection uses it. */

import { readFile, stat } from "node:fs/promises";
import { isAbsolute, relative } from "node:path";
import { fileErrorReason } from "./file-problems.ts";

/** The maximum size of the file. All public authorities together take a third of it. */
const maxBytes = 1024 * 1024;

const unreadable = "its first certificate is invalid";

/** Why a file is not a usable certificate, as the end of a sentence; undefined if it is usable. */
export async function authorityFault(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return "it is not a plain file";
    if (stats.size > maxBytes) return "it is larger than 1 MB";
    const text = await readFile(path, "latin1");
    const [first] = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/.exec(text) ?? [];
    if (first === undefined) return "it contains no certificate in PEM";
    const { X509Certificate } = await import("node:crypto");
    const { fingerprint256 } = new X509Certificate(first);
    return fingerprint256 === "" ? unreadable : undefined;
  } catch (error) {
    return error instanceof Error && "code" in error && /^ERR_OSSL|^ERR_CRYPTO/.test(String(error.code))
      ? unreadable
      : fileErrorReason(error);
  }
}

/** The path of a file relative to a folder; undefined if the folder does not contain the file. */
export function nameWithin(folder: string, path: string): string | undefined {
  const name = relative(folder, path);
  return isAbsolute(name) || /^\.\.(?:[\\/]|$)/.test(name) ? undefined : name;
}
