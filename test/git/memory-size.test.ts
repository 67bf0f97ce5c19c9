/** The cost of a large network's memory: the bytes to and from a remote, and the time to read it. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMemory } from "../../src/git/memory.ts";
import { emptyMemory } from "../../src/model/memory.ts";
import { applied, memoryOf, opened, recalled, remember, withRemote } from "./remembering.ts";
import { shallowClone } from "./repositories.ts";

const kilobyte = 1024;

/** Returns the total size of the files in a folder, in bytes. */
function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

test("of 100,000 addresses in 100 targets, one target takes 300 KB at most, and one change 100 KB", async () => {
  // With these settings, git keeps received objects in the pack in which they arrived, with the objects that they are
  // deltas of.
  const settings = { "uploadpack.allowFilter": "true", "receive.unpackLimit": "1" };
  const { on, head, url, path } = await withRemote(settings);
  const targets = Array.from({ length: 100 }, (_, n) => `site-${n}`);
  const all = memoryOf(head, Object.fromEntries(targets.map((target) => [target, 1_000])));
  // The ids of real products have no pattern that git could compress, so the ids here have none.
  const resources = new Map(
    [...all.resources].map(([address, entry], n) => [
      address,
      { ...entry, id: `${(n * 7_919_777) % 2 ** 31}` },
    ]),
  );
  expect(await remember(on, { ...emptyMemory, resources })).toEqual({ is: "moved" });

  const clone = shallowClone(url);
  const other = await opened(clone);
  const was = await applied(other);
  const { memory, problems } = await readMemory(other, was, ["site-7"]);
  expect([memory.resources.size, problems]).toEqual([1_000, []]);
  expect(bytesIn(join(clone, ".git/trueup/memory"))).toBeLessThan(300 * kilobyte);

  const address = "site-7/network/n1";
  const before = bytesIn(join(path, "objects"));
  const changed = new Map(
    [...memory.resources].map(
      ([each, entry]) => [each, each === address ? { ...entry, name: "Another name" } : entry] as const,
    ),
  );
  expect(await remember(other, { ...memory, resources: changed }, { was })).toEqual({ is: "moved" });
  expect(bytesIn(join(path, "objects")) - before).toBeLessThan(100 * kilobyte);
  const { memory: now } = await recalled(on);
  expect(now.resources.size).toBe(100_000);
  expect(now.resources.get(address)?.name).toBe("Another name");
});
