/** The file in which an import stores the reads that it has made so far. */

import { appendFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReadLog } from "../../../src/runtime/files/read-log.ts";

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trueup-read-log-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const of = { name: "lab-cloud", basis: "b", fresh: false };
const pathIn = (folder: string) => join(folder, "trueup", "imports", "lab-cloud.jsonl");

async function kept(folder: string, ...lines: readonly string[]): Promise<void> {
  const log = await openReadLog(folder, of);
  for (const line of lines) log.append(line);
  await log.close(false);
}

test("the lines of an import that was not done are those of the next, which adds to them", async () => {
  const folder = await scratchFolder();
  await kept(folder, "one", "two");
  await kept(folder, "three");
  const log = await openReadLog(folder, of);
  await log.close(false);
  expect(log.lines).toEqual(["one", "two", "three"]);
  expect((await stat(pathIn(folder))).mode & 0o777).toBe(0o600);
});

test("after one that was done, with another basis and with fresh there are none", async () => {
  const folder = await scratchFolder();
  const linesOf = async (more: object, isDone = false) => {
    const log = await openReadLog(folder, { ...of, ...more });
    await log.close(isDone);
    return log.lines;
  };
  await kept(folder, "one");
  expect(await linesOf({ basis: "other" })).toEqual([]);
  await kept(folder, "one");
  expect(await linesOf({ fresh: true })).toEqual([]);
  await kept(folder, "one");
  expect(await linesOf({}, true)).toEqual(["one"]);
  expect(await linesOf({})).toEqual([]);
});

test("a line that was torn is no line, and spoils none that follows", async () => {
  const folder = await scratchFolder();
  await kept(folder, "one");
  await appendFile(pathIn(folder), "to");
  await kept(folder, "three");
  const log = await openReadLog(folder, of);
  await log.close(false);
  expect(log.lines).toEqual(["one", "to", "three"]);
});

test("a link in its place is not followed, and where it cannot be kept nothing fails", async () => {
  const folder = await scratchFolder();
  const other = join(folder, "other");
  await writeFile(other, "theirs\n");
  await mkdir(join(folder, "trueup", "imports"), { recursive: true });
  await symlink(other, pathIn(folder));
  await kept(folder, "one");
  expect(await readFile(other, "utf8")).toBe("theirs\n");
  await writeFile(join(folder, "file"), "");
  await expect(kept(join(folder, "file"), "one")).resolves.toBeUndefined();
});
