/** Files of a server: session keys that no other user may read, and a file of lines whose size is bounded. */

import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBoundedLogFile } from "../../../src/runtime/serving/bounded-log-file.ts";
import { keptKeys, type SigningKeys } from "../../../src/runtime/serving/session-keys.ts";
import { folder } from "../../cli/command.ts";

const day = 86_400_000;
const failed = (error: unknown) => expect.fail(String(error));
const begun = Date.parse("2026-01-01T00:00:00Z");

async function keys(path: string, now: number): Promise<SigningKeys> {
  const found = await keptKeys(path, { now: () => now, lifetimeMs: day, failed });
  if ("problem" in found) throw new Error(found.problem.message);
  return found;
}

test("keys are made once, for this user alone, and changed by the month", async () => {
  const path = await folder();
  const first = await keys(path, begun);
  expect((await stat(join(path, "session-keys.json"))).mode & 0o777).toBe(0o600);
  const signature = first.sign("text");
  expect((await keys(path, begun + 29 * day)).sign("text")).toBe(signature);
  const next = await keys(path, begun + 30 * day);
  expect(next.sign("text")).not.toBe(signature);
  expect(next.signatures("text")).toEqual([next.sign("text"), signature]);
  const later = await keys(path, begun + 31 * day);
  expect(later.signatures("text")).toEqual([next.sign("text")]);
});

test("a server that runs for months changes its key, too, and keeps it", async () => {
  const path = await folder();
  let now = begun;
  const found = await keptKeys(path, { now: () => now, lifetimeMs: day, failed });
  if ("problem" in found) throw new Error(found.problem.message);
  const signature = found.sign("text");
  now += 30 * day;
  const next = found.sign("text");
  expect(next).not.toBe(signature);
  expect(found.signatures("text")).toEqual([next, signature]);
  const kept = async () => JSON.parse(await readFile(join(path, "session-keys.json"), "utf8"));
  await expect.poll(kept).toHaveLength(2);
  expect((await keys(path, now)).sign("text")).toBe(next);
});

test.each([
  ["readable by others", (file: string) => chmod(file, 0o604)],
  ["no JSON", (file: string) => writeFile(file, "{")],
  ["another thing", (file: string) => writeFile(file, "{}")],
])("keys in a file that is %s are not used", async (_, spoil) => {
  const path = await folder();
  await keys(path, begun);
  await spoil(join(path, "session-keys.json"));
  expect(await keptKeys(path, { now: () => begun, lifetimeMs: day, failed })).toMatchObject({
    problem: { code: "unusable-session-keys" },
  });
});

test("a file of lines never takes more than its bound, and keeps the newest", async () => {
  const path = join(await folder(), "audit.jsonl");
  const file = openBoundedLogFile(path, { maxBytes: 1000, failed });
  const line = (index: number) => `${String(index).padStart(9, "0")}\n`;
  for (let index = 0; index < 500; index++) {
    file.write(line(index));
    const sizes = await Promise.all(
      [path, `${path}.1`].map((each) =>
        stat(each).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    expect((sizes[0] ?? 0) + (sizes[1] ?? 0)).toBeLessThanOrEqual(1000);
  }
  file.close();
  const all = (await readFile(`${path}.1`, "utf8")) + (await readFile(path, "utf8"));
  expect(all.endsWith([496, 497, 498, 499].map(line).join(""))).toBe(true);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("what cannot be written is told once", async () => {
  const told: unknown[] = [];
  const file = openBoundedLogFile("/nowhere/audit.jsonl", {
    maxBytes: 1000,
    failed: (error) => told.push(error),
  });
  file.write("a\n");
  file.write("b\n");
  expect(told).toHaveLength(1);
});
