/** Stores the reads of a target in git's folder, for targets that use their product's change log. */

import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readText, writePrivate } from "./files.ts";

/** The maximum size per target: characters when written, bytes when read. */
const maxBytes = 64 * 1024 * 1024;

/** The store for a target's reads. Failures are ignored, because nothing depends on the store. */
export function keptReadsIn(gitFolder: string, name: string) {
  const folder = join(gitFolder, "trueup", "reads");
  const path = join(folder, `${name}.json`);
  return {
    load: async (): Promise<string | undefined> => {
      const isPlain = await lstat(path).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isPlain) return undefined;
      const read = await readText(path, path, { maxBytes });
      return "file" in read ? read.file.text : undefined;
    },
    save: async (text: string): Promise<void> => {
      if (text.length > maxBytes) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ((await lstat(folder)).isDirectory()) await writePrivate(path, text);
      } catch {
        // If the folder cannot be written, the next run reads everything.
      }
    },
  };
}
