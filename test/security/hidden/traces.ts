/** Searches all output for words, in each form that a dictionary attack could find. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

const digests = ["md5", "sha1", "sha256", "sha512"];

/** Returns each form of a word that a dictionary attack could find. */
function traces(word: string): readonly string[] {
  const bytes = Buffer.from(word);
  const hashed = digests.flatMap((name) => {
    const digest = createHash(name).update(word).digest();
    return [digest.toString("hex").slice(0, 12), digest.toString("base64").slice(0, 12)];
  });
  return [word, bytes.toString("base64").slice(0, -4), bytes.toString("hex"), ...hashed];
}

/** Returns all files of a folder as one text. */
export async function said(cwd: string): Promise<string> {
  const files = await readdir(cwd, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((each) => each.isFile() && !/^(?:known_hosts)$/.test(each.name))
    .map((each) => readFile(join(each.parentPath, each.name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

/** Fails if a text contains one of these words in any form. */
export function expectNone(text: string, words: readonly string[]): void {
  for (const word of words)
    for (const trace of traces(word)) {
      const at = text.indexOf(trace);
      expect(at < 0 ? "" : text.slice(Math.max(0, at - 300), at + 60), `${trace} of ${word}`).toBe("");
    }
}
