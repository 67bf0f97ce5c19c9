/** The lock that allows one apply at a time per environment and machine: a file with the process's number. */

import { randomUUID } from "node:crypto";
import { link, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readText } from "./files.ts";

/** The lock if this process has got it, otherwise the number of the process that holds it. */
export type Lock =
  | { readonly held: true; readonly release: () => Promise<void> }
  | { readonly held: false; readonly by: string };

/**
 * The locks that this process holds or is about to take. A lock file with this process's number that is not among them
 * is stale: an ended process had the same number, which is common in containers.
 */
const taken = new Set<string>();

/**
 * Takes the lock at `path`, whose folder must exist. Takes over the lock of a process that has ended. If one process
 * asks twice, only the first call gets the lock. Never waits. Rejects with the system's error if the folder cannot be
 * written.
 */
export async function takeProcessLock(path: string, pid: number = process.pid): Promise<Lock> {
  const key = `${pid} ${join(await realpath(dirname(path)), basename(path))}`;
  if (taken.has(key)) return { held: false, by: String(pid) };
  taken.add(key);
  const lock = await takeFile(path, pid).catch((error: unknown) => {
    taken.delete(key);
    throw error;
  });
  if (!lock.held) {
    taken.delete(key);
    return lock;
  }
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= lock.release().finally(() => taken.delete(key));
    return released;
  };
  return { held: true, release };
}

async function takeFile(path: string, pid: number): Promise<Lock> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, `${pid}\n`, { flag: "wx" });
  try {
    return await claim(path, own, pid);
  } finally {
    await rm(own, { force: true });
  }
}

async function claim(path: string, own: string, pid: number): Promise<Lock> {
  for (let attempt = 0; attempt < 3; attempt++) {
    // Creating a hard link is atomic, and the link has its content at once.
    if (await linked(own, path)) return { held: true, release: () => rm(path, { force: true }) };
    const holder = await holderOf(path);
    if (holder !== undefined && holder !== String(pid) && isAlive(holder)) return { held: false, by: holder };
    if (holder !== undefined) await moveAway(path, holder);
  }
  return { held: false, by: (await holderOf(path)) ?? "another process" };
}

/**
 * Moves a stale lock out of the way. Two processes may find the same stale lock: only one of them may move it, and
 * neither may move a new lock of the other.
 */
async function moveAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await holderOf(aside)) !== stale) await linked(aside, path);
  await rm(aside, { force: true });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function holderOf(path: string): Promise<string | undefined> {
  const read = await readText(path, path, { maxBytes: 4096 });
  return "file" in read ? read.file.text.trim() : undefined;
}

function isAlive(holder: string): boolean {
  const pid = Number(holder);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
