/** An import that resumes a stopped import: which reads are reused, and which are always repeated. */

import { expect, test } from "vitest";
import type { Driver, Item, ReadReply, ReadRequest, Session } from "../../src/drivers/contract/contract.ts";
import { resumeMs, withResumedReads } from "../../src/observe/resumed-reads.ts";

const forever = new AbortController().signal;
const item: Item = { kind: "ssid", identity: "0", id: "N_1/0", value: { name: "guests" } };
const within = { collection: "ssids", scope: { organization: "Acme" }, parentId: "N_1", wanted: [] };

/** Starts a process whose reads get these answers. */
function process(
  lines: readonly string[],
  { now = 0, fleet = false, reply = { state: "whole", items: [item] } as ReadReply } = {},
) {
  const asked: ReadRequest[] = [];
  const added: string[] = [];
  const inner = {
    read: async (request: ReadRequest) => {
      asked.push(request);
      return reply;
    },
  } as unknown as Session;
  const log = { lines, append: (line: string) => void added.push(line) };
  const driver = { fleet } as unknown as Driver;
  const { session, count, oldest } = withResumedReads(inner, { driver, log, now: () => now });
  const ask = (more: Partial<ReadRequest> = {}) => session.read({ ...within, ...more }, forever);
  return { ask, asked, added, count, oldest };
}

async function linesOf(more: Partial<ReadRequest> = {}, reply?: ReadReply): Promise<readonly string[]> {
  const before = process([], { now: 1000, ...(reply && { reply }) });
  await before.ask(more);
  return before.added;
}

test("a list that was read before is not read again, and shows the same", async () => {
  const lines = await linesOf();
  expect(lines).toHaveLength(1);
  const next = process(lines, { now: 5000 });
  expect([next.count, next.oldest]).toEqual([1, 1000]);
  expect(await next.ask()).toEqual({ state: "whole", items: [item] });
  expect(next.asked).toEqual([]);
  expect(next.added).toEqual([]);
});

test.each<[string, Partial<ReadRequest>]>([
  ["in something else", { parentId: "N_2" }],
  ["of another collection", { collection: "vlans" }],
  ["of another scope", { scope: { organization: "Globex" } }],
])("a list %s is read", async (_, more) => {
  const next = process(await linesOf(), { now: 5000 });
  await next.ask(more);
  expect(next.asked).toHaveLength(1);
});

test.each<[string, Partial<ReadRequest>, ReadReply | undefined]>([
  ["that is in nothing: sessions learn from it", { parentId: undefined }, undefined],
  ["in which something is looked for", { wanted: [{ kind: "ssid", identity: "0", scope: {} }] }, undefined],
  ["of a whole organization", { whole: true }, undefined],
  [
    "that could not be read",
    {},
    { state: "unknown", problem: { code: "x", message: "", severity: "error" } },
  ],
  ["that shows a secret", {}, { state: "whole", items: [{ ...item, holds: () => true }] }],
  ["of which writes are built", {}, { state: "whole", items: [{ ...item, raw: {} }] }],
])("a list %s is not kept", async (_, more, reply) => {
  expect(await linesOf(more, reply)).toEqual([]);
});

test("what is older than a day, of a time to come, or no such line counts as nothing", async () => {
  const lines = await linesOf();
  expect(process(lines, { now: 1000 + resumeMs }).count).toBe(0);
  expect(process(lines, { now: 999 }).count).toBe(0);
  const strange = ["", "{", "null", '{"at":1,"key":"x"}', '{"at":1,"key":"x","items":[{"kind":1}]}'];
  expect(process([...strange, ...lines], { now: 5000 }).count).toBe(1);
  expect(process(lines, { now: 5000, fleet: true }).count).toBe(0);
});
