import { expect, test } from "vitest";
import type { Driver, ReadReply, ReadRequest, Session } from "../../src/drivers/contract/contract.ts";
import { withRememberedReads } from "../../src/observe/resumed-reads.ts";

const forever = new AbortController().signal;
const kinds = [{ collection: { name: "networks", scopeKeys: ["organization"] } }];

function counted(replies: readonly ReadReply[], fleet = false) {
  let asked = 0;
  const read = async (): Promise<ReadReply> => replies[asked++] ?? { state: "whole", items: [] };
  const session = withRememberedReads({ read } as unknown as Session, { kinds, fleet } as unknown as Driver);
  const ask = (more: Partial<ReadRequest> = {}) =>
    session.read({ collection: "networks", scope: { organization: "Acme" }, wanted: [], ...more }, forever);
  return { ask, asked: () => asked };
}

const wanted = [{ kind: "network", identity: "Bonn", scope: {} }];

test("a whole list is read once, whatever is looked for in it later", async () => {
  const { ask, asked } = counted([]);
  const first = await ask({ scope: { organization: "Acme", other: "word" } });
  expect(await ask({ wanted })).toBe(first);
  expect(asked()).toBe(1);
});

test.each<[string, Partial<ReadRequest>]>([
  ["of another scope", { scope: { organization: "Globex" } }],
  ["of another parent", { parentId: "1" }],
  ["of another collection", { collection: "devices" }],
  ["for one thing alone", { alone: true }],
])("a list %s is another read", async (_, more) => {
  const { ask, asked } = counted([]);
  await ask();
  await ask(more);
  expect(asked()).toBe(2);
});

test("what was not whole, or asked for by name, is read again, and so is each list of a fleet", async () => {
  const unknown = { state: "unknown", problem: { code: "x", message: "", severity: "error" } } as const;
  const failing = counted([unknown]);
  expect((await failing.ask()).state).toBe("unknown");
  expect((await failing.ask()).state).toBe("whole");
  const named = counted([]);
  await named.ask({ wanted });
  await named.ask({ wanted });
  expect(named.asked()).toBe(2);
  const fleet = counted([], true);
  await fleet.ask();
  await fleet.ask();
  expect(fleet.asked()).toBe(2);
});
