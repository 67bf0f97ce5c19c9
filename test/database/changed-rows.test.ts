/**
 * A database that somebody else changes, and whose clock is set. Whatever its rows contain, nothing is sent without the
 * owner's permission, other calls continue, and the answer says what is wrong.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { journalOn } from "../../src/apply/journal.ts";
import { callerRows } from "../../src/database/caller-rows.ts";
import { type Callers, openCallers } from "../../src/database/callers.ts";
import type { Ownership } from "../../src/database/contract.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/open.ts";
import { runRows } from "../../src/database/run-rows.ts";
import { queueName, schemaNames } from "../../src/database/tables.ts";
import { terms } from "../../src/database/terms.ts";
import { workerRows } from "../../src/database/worker-rows.ts";
import { bundleText } from "../../src/engine/elsewhere/bundle.ts";
import { sessionHost } from "../../src/engine/elsewhere/session-host.ts";
import type { ApplyEvent } from "../../src/engine/recorded-apply/events.ts";
import { openJournal } from "../../src/engine/recorded-apply/run-journal.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { address } from "../../src/model/address.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { drivers } from "../../src/project/drivers.ts";
import { clock } from "../../src/runtime/clock.ts";
import { digest } from "../../src/runtime/digest.ts";
import { runId } from "../../src/runtime/random.ts";
import { closed, startServer, type TestServer } from "./server.ts";

let server: TestServer;
let database: OpenDatabase;
const { ours, queue: theirs } = schemaNames;

beforeAll(async () => {
  server = await startServer();
  const open = await openDatabase(closed(await server.database()), clock);
  if ("problems" in open) throw new Error("no database");
  database = open;
});

afterAll(async () => {
  await database?.close();
  await server?.stop();
});

/** Starts a server with calls. Also returns the rows of two workers. */
async function begun() {
  const { connection, queue } = database;
  for (const name of ["call", "caller", "run", "journal", "claim", "worker"])
    await connection.query(`DELETE FROM ${ours}.${name}`);
  await queue.deleteAllJobs(queueName);
  const granted = new Set<string>();
  const caller = callerRows({ connection, queue, caller: runId(), granted });
  const place = { connection, queue };
  return {
    caller,
    callers: openCallers({ rows: caller, clock, newId: runId }),
    first: workerRows({ ...place, worker: "first" }),
    second: workerRows({ ...place, worker: "second" }),
    run: runRows({ connection, environment: "e", granted }),
    change: (statement: string, values: readonly unknown[] = []) => connection.query(statement, values),
  };
}

const mine = { calls: [], waiting: [], isTaking: true };
const { signal } = new AbortController();

function asked(callers: Callers, target: string, left: () => void = () => {}) {
  const call = { bundle: "b", shard: "s", target, ask: "{}", isWrite: true };
  const leaving = async () => void left();
  return callers.sessions("apply").call(call, { signal, listener: () => {}, leaving });
}

async function rowsOf(change: (statement: string) => Promise<readonly unknown[]>, count: number) {
  while ((await change(`SELECT 1 FROM ${ours}.call`)).length < count) await clock.wait(20);
}

async function claimed(worker: ReturnType<typeof workerRows>): Promise<Ownership> {
  for (;;) {
    const [owner] = await worker.claim(1);
    if (owner) return owner;
    await clock.wait(50);
  }
}

const ofOther = JSON.stringify({ bundle: "b", shard: "s", target: "other", ask: "{}", isWrite: true });

test.each([
  ["no JSON", "{"],
  ["another shape", '{"bundle":7}'],
  ["a request to another target", ofOther],
])("a request that was changed into %s reaches no worker, and the others do", async (_, body) => {
  const { callers, first, change } = await begun();
  let left = 0;
  const bad = asked(callers, "bad", () => {
    left += 1;
  });
  const good = asked(callers, "good");
  await rowsOf(change, 2);
  await change(`UPDATE ${ours}.call SET body = $1 WHERE target = 'bad'`, [body]);
  const owner = await claimed(first);
  const { calls } = await first.look(owner, mine);
  expect(calls.map(({ call }) => call.target)).toEqual(["good"]);
  expect(await bad).toMatchObject({
    is: "lost",
    sent: false,
    problem: { code: "database-changed", hint: expect.stringContaining("trueup_v1") },
  });
  expect(left).toBe(0);
  const answers = calls.map(({ id }) => ({
    call: id,
    answer: { is: "answered", answer: "fine", requests: 1 } as const,
  }));
  await first.report(owner, { events: [], answers });
  expect(await good).toMatchObject({ is: "answered", answer: "fine" });
  await callers.close();
});

test.each(["{", "null", '{"is":"answered"}', '{"is":"lost","sent":"no"}'])(
  "an answer that was changed into %s is unknown, and the others arrive",
  async (body) => {
    const { callers, first, change } = await begun();
    const [bad, good] = [asked(callers, "bad"), asked(callers, "good")];
    await rowsOf(change, 2);
    const owner = await claimed(first);
    const { calls } = await first.look(owner, mine);
    const fine = JSON.stringify({ is: "answered", answer: "fine", requests: 1 });
    await change(
      `UPDATE ${ours}.call SET answer = CASE WHEN target = 'bad' THEN $1::text ELSE $2::text END WHERE id = ANY($3::uuid[])`,
      [body, fine, calls.map(({ id }) => id)],
    );
    // The outcome of the write is unknown, so the caller reads before it sends the write again.
    expect(await bad).toMatchObject({ is: "lost", sent: true, problem: { code: "database-changed" } });
    expect(await good).toMatchObject({ is: "answered", answer: "fine" });
    await callers.close();
  },
);

test("of a bundle that was changed no target is opened, and the next run stores it as it was", async () => {
  const { caller, first, change } = await begun();
  const text = `version: 1
environment: e
targets: { cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:KEY } } } }
`;
  const { project } = loadProject({ file: { path: "trueup.yaml", text }, folder: "/project", drivers });
  if (!project) throw new Error("no project");
  const credentials = [{ target: "cloud", reference: "env:KEY", path: "/targets/cloud/credential/apiKey" }];
  const bundle = await bundleText({ project, credentials }, { name: "e", isProposal: false });
  const sent: string[] = [];
  const host = sessionHost({
    world: {
      clock,
      random: Math.random,
      wireTo: ({ url }) => ({
        wire: {
          send: async () => {
            sent.push(url);
            return { outcome: "answered", status: 200, headers: {}, text: "[]" };
          },
        },
        close: async () => {},
      }),
    },
    budgets: new Budgets(clock),
    log: { level: "silent", format: "json" },
    bundles: first.bundle,
    secretsOf: () => ({ env: { KEY: "simulated-api-key" } }),
    name: "first",
  });
  const read = { is: "read", request: { collection: "organizations", scope: {}, wanted: [] } };
  const call = {
    ...{ bundle: digest(bundle), shard: "s", target: "cloud", isWrite: false },
    ask: JSON.stringify({ by: "run", ask: read }),
  };
  await caller.provide(digest(bundle), bundle);
  await change(`UPDATE ${ours}.bundle SET body = replace(body, 'cloud.example.net', 'thief.example.org')`);
  expect(await host.answer(call, { signal, listener: () => {} })).toMatchObject({
    is: "lost",
    sent: false,
    problem: { code: "database-changed", hint: expect.stringContaining("trueup_v1") },
  });
  expect(sent).toEqual([]);
  await caller.provide(digest(bundle), bundle);
  expect(await host.answer(call, { signal, listener: () => {} })).toMatchObject({ is: "answered" });
  expect(sent).toEqual(["https://cloud.example.net"]);
  await host.close();
});

test("journal rows that were removed are noticed: what follows is not believed, and a person is told", async () => {
  const { callers, run, change } = await begun();
  const of = { id: "d", rows: run, clock, newId: runId, name: "the journal of e" };
  const store = databaseJournal({ ...of, owner: "killed" });
  await store.take();
  await store.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
  const kept = await store.begin();
  const lines = journalOn({ disk: kept, digest, run: runId() });
  await lines.write({ kind: "begun", environment: "e", fingerprint: "f" });
  for (const name of ["bern", "oslo", "rome"]) {
    const at = address("cloud", "network", name);
    await lines.write({ kind: "intent", step: `create ${at}`, operation: "create", address: at, attempt: 1 });
  }
  await kept.close(true);
  await change(`DELETE FROM ${ours}.journal WHERE number = 2`);
  await change(`UPDATE ${ours}.run SET owner = NULL`);
  const events: ApplyEvent[] = [];
  const opened = await openJournal(
    { folder: ".", environment: "e" },
    (event) => events.push(event),
    databaseJournal({ ...of, owner: "next" }),
  );
  if (!("journal" in opened)) throw new Error("not opened");
  expect(opened.journal.interrupted.map((intent) => intent.address)).toEqual(["cloud/network/bern"]);
  const [warned] = events.flatMap((event) => (event.type === "warned" ? [event.problem] : []));
  expect(warned).toMatchObject({ code: "journal-ignored", severity: "warning" });
  expect(warned?.message).toContain("from record 2 on: something other than trueup changed or removed");
  await opened.journal.release();
  await callers.close();
});

/** Returns a call, the worker that owns its shard, and the worker's write, which waits for permission. */
async function owned(place: Awaited<ReturnType<typeof begun>>) {
  const { callers, first, change } = place;
  void asked(callers, "t");
  await rowsOf(change, 1);
  const owner = await claimed(first);
  const [{ id } = { id: "" }] = (await first.look(owner, mine)).calls;
  const wait = () => first.wait({ fence: { ...owner, call: runId() }, call: id, index: 0 });
  return { owner, wait };
}

test("after the database's clock was set forward, the next owner has the shard, and no write of the last one leaves", async () => {
  const place = await begun();
  const { callers, second, change } = place;
  const { owner, wait } = await owned(place);
  // Makes the stored times this much older.
  await change(`UPDATE ${theirs}.job SET heartbeat_on = heartbeat_on - interval '1 hour'`);
  await wait();
  await database.queue.supervise(queueName);
  const next = await claimed(second);
  expect(next).toEqual({ ...owner, attempt: owner.attempt + 1 });
  await clock.wait(1500);
  expect(await change(`SELECT granted FROM ${ours}.call`)).toEqual([{ granted: false }]);
  await callers.close();
});

test("after the database's clock was set back, what ended processes owned is free within seconds, not after an hour", async () => {
  const place = await begun();
  const { callers, run, second, change } = place;
  await second.hello({ name: "second", version: "0" }, 0);
  await run.take("killed", terms.run);
  const { owner } = await owned(place);
  await change(`UPDATE ${theirs}.job SET heartbeat_on = heartbeat_on + interval '1 hour'`);
  await change(`UPDATE ${ours}.run SET held_until = held_until + interval '1 hour'`);
  await change(`UPDATE ${ours}.worker SET seen = seen + interval '1 hour'`);
  expect(await second.claim(1)).toEqual([]);
  const ahead = `SELECT FROM ${theirs}.job WHERE heartbeat_on > clock_timestamp()
    UNION ALL SELECT FROM ${ours}.run WHERE held_until > clock_timestamp() + interval '31 s'
    UNION ALL SELECT FROM ${ours}.worker WHERE seen > clock_timestamp()`;
  while ((await change(ahead)).length > 0) await clock.wait(100);
  await change(
    `UPDATE ${theirs}.job SET heartbeat_on = heartbeat_on - interval '11 s' WHERE state = 'active'`,
  );
  await database.queue.supervise(queueName);
  expect(await claimed(second)).toEqual({ ...owner, attempt: owner.attempt + 1 });
  await callers.close();
});
