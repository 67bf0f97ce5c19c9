/** Finds a better place for the folders of tests than the system's temporary folder. */

import { readFileSync, statfsSync } from "node:fs";

const path = "/dev/shm";

/** The required size. The tests together take less. Containers often have only 64 MB there. */
const enoughBytes = 4 * 2 ** 30;

/**
 * Returns a folder in Linux's memory file system, where a git command takes half the time. Undefined if there is none,
 * if it is too small, or if no program may run there.
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
    // This system is not Linux, or does not allow the check.
    return undefined;
  }
}
