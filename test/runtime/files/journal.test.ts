import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openJournalFile } from "../../../src/runtime/files/journal.ts";
import { takeProcessLock } from "../../../src/runtime/files/process-lock.ts";
import { folder } from "../../cli/command.ts";

test("what several writers append is on the disk, in order, once each has been told so", async () => {
  const path = join(await folder(), "one.journal");
  const file = await openJournalFile(path);
  const lines = Array.from({ length: 100 }, (_, at) => `${at}\n`);
  const flushes = lines.map((line) => {
    file.append(line);
    return file.flush();
  });
  expect(new Set(flushes).size).toBe(1);
  await Promise.all(flushes);
  expect(await readFile(path, "utf8")).toBe(lines.join(""));
  await file.close(true);
});

test("what nobody waits for is on the disk soon after, and before the file is closed", async () => {
  const path = join(await folder(), "one.journal");
  const file = await openJournalFile(path);
  file.append("a reply\n");
  await vi.waitFor(async () => expect(await readFile(path, "utf8")).toBe("a reply\n"), 20_000);
  file.append("the last reply\n");
  await file.close(true);
  expect(await readFile(path, "utf8")).toBe("a reply\nthe last reply\n");
});

test("the journal of the run before is there until something of the new one is on the disk", async () => {
  const path = join(await folder({ "one.journal": "before\n" }), "one.journal");
  const file = await openJournalFile(path);
  file.append("begun\n");
  expect(await readFile(path, "utf8")).toBe("before\n");
  file.append("what was left\n");
  await file.flush();
  expect(await readFile(path, "utf8")).toBe("begun\nwhat was left\n");
  await file.close(false);
  expect(await readdir(join(path, ".."))).toEqual([]);
});

test("a journal that is a link is not written through", async () => {
  const cwd = await folder({ victim: "precious\n" });
  await symlink(join(cwd, "victim"), join(cwd, "one.journal"));
  await expect(openJournalFile(join(cwd, "one.journal"))).rejects.toThrow("ELOOP");
  expect(await readFile(join(cwd, "victim"), "utf8")).toBe("precious\n");
});

test("of two that find the lock of a process that is gone, one gets it", async () => {
  const path = join(await folder(), "one.lock");
  await writeFile(path, "4194304999\n");
  const both = await Promise.all([takeProcessLock(path, process.pid), takeProcessLock(path, process.ppid)]);
  expect(both.map(({ held }) => held).sort()).toEqual([false, true]);
});

test("of two of one process one gets it, the other hears of that process, and the next gets it after that", async () => {
  const cwd = await folder({ "one.lock": `${process.pid}\n` });
  await symlink(cwd, join(cwd, "same"));
  // The lock file belongs to an earlier run. The process of that run had the same id as this process.
  const first = await takeProcessLock(join(cwd, "one.lock"));
  expect(first.held).toBe(true);
  const other = await takeProcessLock(join(cwd, "same/one.lock"));
  expect(other).toEqual({ held: false, by: String(process.pid) });
  if (first.held) await first.release();
  const next = await takeProcessLock(join(cwd, "one.lock"));
  expect(next.held).toBe(true);
  if (first.held) await first.release();
  expect(await takeProcessLock(join(cwd, "one.lock"))).toEqual({ held: false, by: String(process.pid) });
  if (next.held) await next.release();
  expect(await readdir(cwd)).toEqual(["same"]);
});
