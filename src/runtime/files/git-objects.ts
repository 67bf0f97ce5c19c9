/** What objects of git that are kept beside a repository need of the platform: folders and hashes. */

import { hash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";

/** Folders are this user's alone. */
export const gitPlatform = {
  hash: (algorithm: "sha1" | "sha256", bytes: Uint8Array): string => hash(algorithm, bytes, "hex"),
  makeFolder: async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true, mode: 0o700 }).catch(() => undefined);
  },
  removeFolder: async (path: string): Promise<void> => {
    await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  },
};
