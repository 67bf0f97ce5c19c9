import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
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
