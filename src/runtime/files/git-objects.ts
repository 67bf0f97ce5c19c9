/** The file system and hash functions for git objects that are stored beside a repository. */

import { hash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";

/** Hash functions, and functions for folders that only this user may enter. */
export const gitPlatform = {
  hash: (algorithm: "sha1" | "sha256", bytes: Uint8Array): string => hash(algorithm, bytes, "hex"),
  makeFolder: async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true, mode: 0o700 }).catch(() => undefined);
  },
  removeFolder: async (path: string): Promise<void> => {
    await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  },
};
