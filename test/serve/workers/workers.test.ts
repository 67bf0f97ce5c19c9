/**
 * Workers that connect to a server over real sockets: their ownership of shards, their calls, and the effect of a bad
 * connection.
 */

import { expect, test, vi } from "vitest";
import { workBounds, workPath } from "../../../src/database/plant/protocol.ts";
import { clock } from "../../../src/runtime/clock.ts";
import { runId } from "../../../src/runtime/random.ts";
import { folder, trueup } from "../../cli/command.ts";
import { times } from "../../long-forms.ts";
import { ask, expectSecured } from "../server.ts";
import { askerOn, plantServer, type Reached, rowsAt, tokenOf, wayTo, worker } from "./plant.ts";

/**
 * How long to wait for something that should happen soon, in milliseconds. It is long, because a busy machine may be
 * slow.
 */
const patience = 20_000;
const mine = { calls: [], waiting: [], isTaking: true };
const url = (port: number) => `http://127.0.0.1:${port}`;

const sent = (token: string, body: string | object) => ({
  method: "POST",
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

test.each([
  ["none", undefined, "worker-token", "has no token"],
  ["a wrong one", "token-of-nobody-0123456789", "worker-refused", "No worker of serve.yaml has this token"],
  ["one of a machine that is no worker", "token-of-viewer-0123456789", "worker-refused", "No worker"],
  ["an expired one", tokenOf("old"), "worker-refused", "expired on 2020-02-29: give the worker a new token"],
])("a worker with %s gets nothing, and is told what to do", async (_, token, code, message) => {
  const server = await plantServer();
  const { check, rows, told } = rowsAt(url(server.port), token);
  const found = await check();
  expect(found).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(found?.hint).toMatch(/token/);
  await expect(rows.claim(1)).rejects.toThrow(message);
  expect(told.map((each) => each?.code)).toEqual([code]);
  const refused = server.audit.filter(({ act, result }) => act === "work" && result === "refused");
  expect(refused).toHaveLength(token === undefined ? 0 : 2);
});

test("each question needs a token, and every answer to one without says so", async () => {
  const server = await plantServer();
  for (const question of ["claim", "look", "news", "bundle", "report"]) {
    const answer = await ask(server.port, `${workPath}/${question}`, { method: "POST", body: "{}" });
    expectSecured(answer);
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining("trueup work --server")]);
  }
  const got = await ask(server.port, `${workPath}/claim`);
  expect(got.status).toBe(404);
});

test("who tries many tokens has to wait", async () => {
  const server = await plantServer();
  const statuses = [];
  for (let count = 0; count < 22; count += 1)
    statuses.push((await ask(server.port, `${workPath}/claim`, sent("wrong-0123456789-0123", {}))).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test("a question that is none, or of another protocol, is refused, a huge one unread, and the next is answered", async () => {
  const server = await plantServer();
  const token = tokenOf("plant-7");
  const status = async (question: string, body: string | object) =>
    (await ask(server.port, `${workPath}/${question}`, sent(token, body))).status;
  const process = "host-1, process 1";
  expect(await status("claim", "no JSON")).toBe(400);
  expect(await status("claim", { worker: process, most: 1e9 })).toBe(400);
  expect(await status("look", { worker: process, holding: { shard: "a", job: "1; DROP", attempt: 0 } })).toBe(
    400,
  );
  expect(await status("claim", { worker: "a".repeat(workBounds.question) })).toBe(413);
  const holding = { shard: "a", job: runId(), attempt: 0 };
  const event = { call: runId(), number: 0, body: "not JSON" };
  const told = { events: [event], answers: [] };
  expect(await status("report", { worker: process, holding, told })).toBe(400);
  const claim = `${workPath.replace(/\d+$/, "99")}/claim`;
  expect((await ask(server.port, claim, sent(token, { worker: process, most: 1 }))).status).toBe(404);
  expect(await status("claim", { worker: process, most: 1 })).toBe(200);
});

test("a worker reads and writes for its own targets, with events, and nothing is written twice", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const reached: Reached[] = [];
  worker(rowsAt(url(server.port), tokenOf("plant-7")), { by: "7", reached });
  worker(rowsAt(url(server.port), tokenOf("plant-8")), { by: "8", reached });
  const answers = await Promise.all([
    asker.ask(1, "plant-7-mes"),
    asker.ask(2, "plant-7-mes", { isWrite: true }),
    asker.ask(3, "plant-8-mes", { isWrite: true }),
  ]);
  expect(answers).toEqual(answers.map(() => ({ is: "answered", answer: "done", requests: 1 })));
  const order = (one: Reached, other: Reached) => one.n - other.n;
  expect(reached.sort(order)).toEqual([
    { n: 1, by: "7" },
    { n: 2, by: "7" },
    { n: 3, by: "8" },
  ]);
  expect(asker.intents.sort()).toEqual([2, 3]);
  expect(asker.heard.filter((event) => event.includes("did 2"))).toHaveLength(1);
  const { workers } = server.memory.workersNow();
  expect(workers.map(({ name }) => name).sort()).toEqual([
    "plant-7: host-1, process 1",
    "plant-8: host-1, process 1",
  ]);
});

test("a foreign target gives nothing, whatever is asked about it, and that is audited", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const own = rowsAt(url(server.port), tokenOf("plant-8")).rows;
  const other = rowsAt(url(server.port), tokenOf("plant-7")).rows;
  const answer = asker.ask(1, "plant-8-mes", { isWrite: true });
  const [owner] = await vi.waitFor(async () => {
    const claimed = await own.claim(1);
    expect(claimed).toHaveLength(1);
    return claimed;
  }, patience);
  if (!owner) throw new Error("nothing");
  expect(await other.claim(10)).toEqual([]);
  expect(await other.bundle("b")).toBeUndefined();
  expect((await other.look(owner, mine)).calls).toEqual([]);
  const [call] = (await own.look(owner, mine)).calls;
  if (!call) throw new Error("nothing");
  expect(await other.touch([owner])).toEqual(new Set());
  await other.wait({ fence: { ...owner, call: runId() }, call: call.id, index: 0 });
  const forged = { is: "answered", answer: "forged", requests: 0 } as const;
  await other.report(owner, { events: [], answers: [{ call: call.id, answer: forged }] });
  await other.complete(owner);
  expect(server.memory.owner(owner.shard)).toBe("plant-8: host-1, process 1");
  await clock.wait(50);
  expect(asker.intents).toEqual([]);
  const refused = server.audit.filter(({ result }) => result === "refused").map(({ who, on }) => [who, on]);
  expect(refused).toEqual(
    ["look", "touch", "wait", "report", "complete"].map((question) => ["worker plant-7", question]),
  );
  await own.report(owner, {
    events: [],
    answers: [{ call: call.id, answer: { ...forged, answer: "true" } }],
  });
  expect(await answer).toMatchObject({ answer: "true" });
});

test("news come at once, and only what is one's own", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const { rows } = rowsAt(url(server.port), tokenOf("plant-7"));
  const heard: string[] = [];
  rows.onWork((about) => void heard.push(about));
  await vi.waitFor(() => expect(heard).toEqual([""]), patience);
  const began = performance.now();
  void asker.ask(1, "plant-7-mes").catch(() => {});
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), { interval: 5, timeout: patience });
  expect(performance.now() - began).toBeLessThan(500);
});

test("while the server is away nothing is written; afterwards it goes on by itself", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const way = await wayTo(server.port);
  const reached: Reached[] = [];
  const rows = rowsAt(way.url, tokenOf("plant-7"));
  worker(rows, { by: "7", reached });
  await asker.ask(1, "plant-7-mes", { isWrite: true });
  way.cut();
  const later = asker.ask(2, "plant-7-mes", { isWrite: true });
  await clock.wait(1500);
  expect(reached.map(({ n }) => n)).toEqual([1]);
  way.mend();
  const began = performance.now();
  expect(await later).toMatchObject({ answer: "done" });
  expect(performance.now() - began).toBeLessThan(4000);
  expect(reached.map(({ n }) => n)).toEqual([1, 2]);
  expect(rows.told.map((each) => each?.code)).toEqual(["connection-lost", undefined]);
}, 20_000);

async function brokenAt(question: string): Promise<void> {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const way = await wayTo(server.port);
  const reached: Reached[] = [];
  worker(rowsAt(way.url, tokenOf("plant-7")), { by: "7", reached });
  await asker.ask(1, "plant-7-mes", { isWrite: true });
  way.loseAnswerTo(`${workPath}/${question}`);
  const answer = await asker.ask(2, "plant-7-mes", { isWrite: true });
  expect(answer).toMatchObject({ answer: "done" });
  await vi.waitFor(() => expect(way.hasLost()).toBe(true), patience);
  expect(await asker.ask(3, "plant-7-mes", { isWrite: true })).toMatchObject({ answer: "done" });
  expect(reached.map(({ n }) => n)).toEqual([1, 2, 3]);
}

/** Tests a connection that is too slow: each answer takes longer than a permission to send is valid. */
async function slow(): Promise<void> {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const way = await wayTo(server.port);
  const reached: Reached[] = [];
  worker(rowsAt(way.url, tokenOf("plant-7")), { by: "7", reached });
  expect(await asker.ask(1, "plant-7-mes")).toMatchObject({ answer: "done" });
  way.delay(2600);
  const answer = asker.ask(2, "plant-7-mes", { isWrite: true });
  await vi.waitFor(() => expect(asker.intents).toContain(2), patience);
  await clock.wait(4000);
  expect(reached.map(({ n }) => n)).toEqual([1]);
  way.delay(0);
  // The caller learns that the call has reached the target if and only if this is so.
  const ended = await answer;
  const isDone = ended.is === "answered" && ended.answer === "done";
  expect(reached.filter(({ n }) => n === 2)).toHaveLength(isDone ? 1 : 0);
  expect(await asker.ask(3, "plant-7-mes", { isWrite: true })).toMatchObject({ answer: "done" });
}

const broken = ["wait", "report", "news", "touch", "look"].map(
  (question) => [`one that breaks before the answer to \`${question}\``, () => brokenAt(question)] as const,
);
const ways = [...broken, ["one that is so slow that a leave comes too late", slow] as const];

test.each(ways.slice(0, times("plantWays")))(
  "a bad way loses no write, and sends none twice: %s",
  async (_, hold) => {
    await hold();
  },
  60_000,
);

test("an answer that is longer than the server reads is lost, and said to be; long ones arrive", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const reached: Reached[] = [];
  const lengths = [5 * 1024 * 1024, workBounds.report];
  worker(rowsAt(url(server.port), tokenOf("plant-7")), {
    by: "7",
    reached,
    answer: (n) => "\u00e9".repeat(lengths[n] ?? 0),
  });
  const long = await asker.ask(0, "plant-7-mes");
  expect(long.is === "answered" && String(long.answer).length).toBe(lengths[0]);
  const longer = await asker.ask(1, "plant-7-mes");
  expect(longer).toMatchObject({ is: "lost", sent: true, problem: { code: "worker-answer-large" } });
  expect(await asker.ask(2, "plant-7-mes")).toMatchObject({ is: "answered", answer: "" });
}, 30_000);

test("a bundle of any length arrives whole", async () => {
  const server = await plantServer();
  const asker = askerOn(server.memory);
  const text = "schlüssel: wert\n".repeat(400_000);
  await server.memory.callerRows("caller").provide("b", text);
  void asker.ask(1, "plant-7-mes").catch(() => {});
  const { rows } = rowsAt(url(server.port), tokenOf("plant-7"));
  await vi.waitFor(async () => expect((await rows.bundle("b")) === text).toBe(true), patience);
});

test("a server without workers has no such questions", async () => {
  const server = await plantServer({ yaml: "" });
  const found = await rowsAt(url(server.port), tokenOf("plant-7")).check();
  expect(found?.code).toBe("worker-server");
});

test("a server that ends does not wait for open questions", async () => {
  const server = await plantServer();
  const { rows } = rowsAt(url(server.port), tokenOf("plant-7"));
  const heard: string[] = [];
  rows.onWork((about) => void heard.push(about));
  await vi.waitFor(() => expect(heard).toEqual([""]), patience);
  await clock.wait(50);
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(1000);
});

test.each([
  [["--database", "env:DATABASE", "--token", "file:token"], "--token and --ca only work with --server"],
  [["--server", "https://127.0.0.1:9"], "--server needs --token"],
  [
    ["--server", "https://127.0.0.1:9", "--token", "file:token", "--targets", "a"],
    "only work with --database",
  ],
  [["--server", "http://example.net", "--token", "file:token"], "bad-server"],
  [["--server", "https://127.0.0.1:9", "--token", "a-token-itself"], "worker-token"],
  [["--server", "https://127.0.0.1:9", "--token", "file:absent"], "missing-secret"],
  [[], "a worker needs --database, or --server with --token"],
])("trueup work %j is refused", async (options, said) => {
  const ended = await trueup(["work", ...options], { cwd: await folder({ token: tokenOf("plant-7") }) });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain(said);
  expect(ended.err).not.toContain("a-token-itself");
});

test("trueup work with a wrong token ends, and says what to do", async () => {
  const server = await plantServer();
  const cwd = await folder({ token: "token-of-nobody-0123456789" });
  const ended = await trueup(["work", "--server", url(server.port), "--token", "file:token"], { cwd });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain("worker-refused");
  expect(ended.err).toContain("`workers`");
  expect(ended.err).not.toContain("token-of-nobody");
});
