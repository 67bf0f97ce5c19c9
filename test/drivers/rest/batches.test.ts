/** Batches of the dialect meraki: the request that contains several writes, and the interpretation of its answer. */

import { describe, expect, test } from "vitest";
import type { BatchSession, BatchTaskSession } from "../../../src/drivers/contract/batch-session.ts";
import type { Session, Write } from "../../../src/drivers/contract/contract.ts";
import { problem } from "../../../src/model/problem.ts";
import type { Task } from "../../../src/model/reply.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, revealed, scripted } from "../../servers/scripted-wire.ts";
import { calm, differs, opened, writeOf } from "../opened.ts";

const scope = { organization: "Acme" };
const path = "/api/v1/organizations/O_1/actionBatches";

/** Returns a session that has read the organization, as every run does before it writes. */
async function session(answer: (request: WireRequest) => WireReply, settings = {}) {
  const { wire, sent } = scripted((request) =>
    request.url.endsWith("/organizations") ? json(200, [{ id: "O_1", name: "Acme" }]) : answer(request),
  );
  const opening = opened("dashboard", wire, { dialect: "meraki", settings });
  await opening.read({ collection: "organizations", scope: {}, wanted: [] }, calm);
  sent.length = 0;
  return { opening, sent };
}

function tasksIn(opening: Session): BatchTaskSession {
  const { tasks } = batchingIn(opening);
  if (!tasks) throw new Error("its batches become no tasks");
  return tasks;
}

function batchingIn({ batching }: Session): BatchSession {
  if (!batching) throw new Error("it takes no batches");
  return batching;
}

const ssid = (number: number, more: Partial<Write> = {}) =>
  writeOf({
    ...{ operation: "update", kind: "ssid", identity: `${number}`, parentId: "N_1", scope },
    desired: { name: "Corp", password: { secret: "env:PSK" } },
    differences: differs("/name", "/password"),
    secrets: ["/password"],
    live: { id: `N_1/${number}`, value: { name: "Old" } },
    ...more,
  });
const network = (name: string) =>
  writeOf({
    ...{ operation: "create", kind: "network", identity: name, parentId: "O_1", scope },
    desired: { name, timeZone: "UTC" },
  });

const record = (status: object, actions: readonly object[] = []) => ({
  ...{ id: "B 1", organizationId: "O_1", confirmed: true, synchronous: false },
  ...{ actions, status: { completed: false, failed: false, errors: [], createdResources: [], ...status } },
});

describe("writes of one organization", () => {
  test("go in one request, each as what it is by itself, and each becomes a part of one task", async () => {
    const { opening, sent } = await session(() => json(201, record({})));
    const reply = await batchingIn(opening).send([ssid(1), network("Bern")], calm);
    expect(sent.map(({ method, url, budget }) => [method, new URL(url).pathname, budget])).toEqual([
      ["POST", path, "Acme"],
    ]);
    expect(revealed(sent[0]?.body)).toEqual({
      ...{ confirmed: true, synchronous: false },
      actions: [
        {
          ...{ resource: "/networks/N_1/wireless/ssids/1", operation: "update" },
          body: expect.objectContaining({ name: "Corp", psk: "opened:env:PSK" }),
        },
        {
          ...{ resource: "/organizations/O_1/networks", operation: "create" },
          body: expect.objectContaining({ name: "Bern", timeZone: "UTC" }),
        },
      ],
    });
    const common = { id: "B 1", path: `${path}/B%201`, budget: "Acme", everyMs: 1000, withinMs: 600_000 };
    expect(reply).toEqual({
      meaning: "tasks",
      tasks: [
        { ...common, kind: "ssid", operation: "update", parentId: "N_1", batch: { at: 0, of: 2 } },
        { ...common, kind: "network", operation: "create", parentId: "O_1", batch: { at: 1, of: 2 } },
      ],
    });
  });

  test("are made known, all of them, before the request leaves; where one must not, none does", async () => {
    const known: string[] = [];
    const full = problem("journal-unwritable", "the disk is full");
    const leaving = (name: string, wrong?: typeof full) => async () => {
      known.push(name);
      return wrong;
    };
    const { opening, sent } = await session(() => ({ outcome: "blocked", problem: full }));
    const writes = [ssid(1, { leaving: leaving("a") }), ssid(2, { leaving: leaving("b", full) })];
    const reply = await batchingIn(opening).send(writes, calm);
    expect(known).toEqual(["a", "b"]);
    expect(reply).toEqual({ meaning: "held", problems: [undefined, full] });
    expect(sent).toEqual([]);
  });

  test("that the product does not take so, or that replace what was read, go by themselves", async () => {
    const { opening } = await session(() => json(201, record({})));
    const batching = batchingIn(opening);
    expect(batching.scopeOf(ssid(1))).toBe("Acme");
    expect(batching.scopeOf(ssid(1, { once: true }))).toBeUndefined();
    expect(batching.scopeOf(ssid(1, { kind: "networkNetflow" }))).toBeUndefined();
    expect(batching.scopeOf(ssid(1, { scope: { organization: "Never seen" } }))).toBeUndefined();
    expect((await session(() => json(200, []), { batches: "off" })).opening.batching).toBeUndefined();
  });

  test.each([
    [json(400, { errors: ["actions[1] is invalid"] }), "refused"],
    [json(500, {}), "lost"],
    [json(201, { status: {} }), "lost"],
    [json(409, {}), "conflict"],
  ])("are answered as one where the batch is (%#)", async (answer, meaning) => {
    const { opening } = await session(() => answer);
    expect(await batchingIn(opening).send([ssid(1), ssid(2)], calm)).toMatchObject({ meaning });
  });
});

test("what is made at a path of its own is known by that, and is looked for by nobody", async () => {
  const { opening } = await session(({ method }) =>
    method === "POST" ? json(201, record({})) : json(200, record({ completed: true })),
  );
  const slot = ssid(3, { operation: "create", live: undefined, differences: [] });
  const reply = await batchingIn(opening).send([slot, ssid(1)], calm);
  const tasks = reply.meaning === "tasks" ? reply.tasks : [];
  expect(tasks.map(({ batch }) => batch)).toEqual([
    { at: 0, of: 2, id: expect.stringContaining("3") },
    { at: 1, of: 2 },
  ]);
  expect(await tasksIn(opening).ask(tasks, calm)).toEqual([
    { state: "done", id: tasks[0]?.batch?.id },
    { state: "done", id: undefined },
  ]);
});

describe("a batch that is asked for", () => {
  const actions = [
    { resource: "/networks/N_1/wireless/ssids/1", operation: "update", body: {} },
    { resource: "/organizations/O_1/networks", operation: "create", body: {} },
    { resource: "/networks/N_1/wireless/ssids/12", operation: "update", body: {} },
    { resource: "/organizations/O_1/networks", operation: "create", body: {} },
  ];
  const part = (at: number, more: Partial<Task> = {}): Task => ({
    ...{ id: "B 1", path: `${path}/B%201`, budget: "Acme", everyMs: 1000, withinMs: 600_000 },
    ...{
      kind: at % 2 === 0 ? "ssid" : "network",
      operation: at % 2 === 0 ? "update" : "create",
      batch: { at, of: 4 },
    },
    ...more,
  });
  const parts = [0, 1, 2, 3].map((at) => part(at));
  const made = [
    { id: "N_8", uri: "/networks/N_8" },
    { id: "N_9", uri: "/networks/N_9" },
  ];

  test.each([
    [{}, ["running", "running", "running", "running"]],
    [{ completed: true, createdResources: made }, ["done", "done N_8", "done", "done N_9"]],
    // Only the order of the results tells which result belongs to which write. If a result is missing, all writes must
    // be verified by reads.
    [{ completed: true, createdResources: made.slice(1) }, ["done", "done", "done", "done"]],
    [
      { failed: true, errors: ["/networks/N_1/wireless/ssids/1: VLAN is not in range"] },
      ["undone it", "undone another", "undone another", "undone another"],
    ],
    [
      { failed: true, errors: ["/organizations/O_1/networks: Name has already been taken"] },
      ["undone another", "undone unknown", "undone another", "undone unknown"],
    ],
    [
      { failed: true, errors: ["VLAN is not in range"] },
      ["undone unknown", "undone unknown", "undone unknown", "undone unknown"],
    ],
  ])("says of each write what became of it: %j", async (status, expected) => {
    const { opening, sent } = await session(() => json(200, record(status, actions)));
    const replies = await tasksIn(opening).ask(parts, calm);
    const words = replies.map((reply) =>
      [reply.state, "id" in reply ? reply.id : undefined, "cause" in reply ? reply.cause : undefined]
        .filter((word) => word !== undefined)
        .join(" "),
    );
    expect(words).toEqual(expected);
    expect(sent.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ["GET", `${path}/B%201`],
    ]);
  });

  test("with more than one other is asked for with the list of all; one that is not in it, by itself", async () => {
    const named = (id: string) => ({ ...record({ completed: true }, actions), id });
    const { opening, sent } = await session(({ url }) =>
      json(200, url.endsWith("actionBatches") ? [named("1"), named("2")] : named("3")),
    );
    const tasks = ["1", "2", "3"].map((id) => part(0, { id, path: `${path}/${id}` }));
    expect((await tasksIn(opening).ask(tasks, calm)).map(({ state }) => state)).toEqual([
      "done",
      "done",
      "done",
    ]);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([path, `${path}/3`]);
  });

  test.each([json(404, {}), json(500, {}), json(200, []), json(200, { id: "B 1" })])(
    "says nothing by an answer that is none (%#)",
    async (answer) => {
      const { opening } = await session(() => answer);
      expect(await tasksIn(opening).ask([part(0)], calm)).toEqual([
        { state: "unclear", detail: expect.any(String) },
      ]);
    },
  );
});

describe("a batch whose reply was lost", () => {
  const writes = [ssid(1), ssid(2)];
  const actions = [1, 2].map((at) => ({
    resource: `/networks/N_1/wireless/ssids/${at}`,
    operation: "update",
  }));

  test.each([
    ["is found while it is under way", record({}, actions), ["B 1", "B 1"]],
    ["may be another run's once it has ended", record({ completed: true }, actions), undefined],
    ["is none with other actions", record({}, actions.toReversed()), undefined],
    ["is none that nobody has confirmed", { ...record({}, actions), confirmed: false }, undefined],
  ])("%s", async (_, found, expected) => {
    const { opening } = await session(() => json(200, [found]));
    const tasks = await tasksIn(opening).find?.(writes, calm);
    expect(tasks?.map(({ id }) => id)).toEqual(expected);
  });
});

describe("a list whose answer shows what was made", () => {
  const host = (name: string) =>
    writeOf({ operation: "create", kind: "host", identity: name, desired: { name, value: "10.0.0.1" } });
  const made = (name: string) => ({ id: `id-${name}`, name, type: "Host", value: "10.0.0.1" });

  test.each([
    ["in another order", ["b", "c", "a"], ["id-a", "id-b", "id-c"]],
    ["without one", ["b", "c"], ["lost", "id-b", "id-c"]],
  ])("tells each its own id: %s", async (_, shown, expected) => {
    const { wire } = scripted(() => json(201, { items: shown.map(made) }));
    const opening = opened("firewall", wire, { dialect: "fmc", credential: { token: "t" } });
    const reply = await batchingIn(opening).send(["a", "b", "c"].map(host), calm);
    const replies = reply.meaning === "over" ? reply.replies : [];
    expect(replies.map((one) => (one.meaning === "accepted" ? one.id : one.meaning))).toEqual(expected);
  });
});
