/** What was read of a target, beside what git keeps: for targets that go by their product's change log. */

import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readText, writePrivate } from "./files.ts";

/** As much as is kept of one target: characters of a text that is written, bytes of one that is read. */
const maxBytes = 64 * 1024 * 1024;

/** Where the reads of a target are kept. What cannot be read or written is not kept: nothing depends on it. */
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
        // A folder that cannot be written is not a reason to fail: the next run reads all.
      }
    },
  };
}
