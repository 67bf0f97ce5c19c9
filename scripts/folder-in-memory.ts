/** Where the tests keep their folders, if there is a better place than the system's one for temporary files. */

import { readFileSync, statfsSync } from "node:fs";

const path = "/dev/shm";

/** Containers often have 64 MB there; the tests together take less than this. */
const enoughBytes = 4 * 2 ** 30;

/**
 * Linux's file system in memory, where a git command takes half the time that it takes on a disk. Undefined if there is
 * none, if it is small, or if no program may run there.
 */
export function folderInMemory(): string | undefined {
  try {
    const mount = readFileSync("/proc/self/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, at, type]) => at === path && type === "tmpfs");
    if (mount?.[3] === undefined || mount[3].split(",").some((option) => ["noexec", "ro"].includes(option)))
      return undefined;
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < enoughBytes ? undefined : path;
  } catch {
    // Not Linux, or not allowed to look.
    return undefined;
  }
}
