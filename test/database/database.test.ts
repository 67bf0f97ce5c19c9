/**
 * The promises of the database. PostgreSQL must keep them, and so must the database in memory that the model of the
 * fence uses.
 */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callerRows } from "../../src/database/caller-rows.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/open.ts";
import { databaseUrl } from "../../src/database/reference.ts";
import { versionProblem } from "../../src/database/refusals.ts";
import { runRows } from "../../src/database/run-rows.ts";
import { queueName, schemaNames } from "../../src/database/tables.ts";
import { heartbeatSeconds, terms } from "../../src/database/terms.ts";
import { workerRows } from "../../src/database/worker-rows.ts";
import { workersNow } from "../../src/database/workers-now.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { trueup } from "../cli/command.ts";
import { times } from "../long-forms.ts";
import { MemoryDatabase, type Mistake, mistakes } from "./memory.ts";
import { type DatabaseWorld, promises } from "./promises.ts";
import { closed, startServer, type TestServer } from "./server.ts";

let server: TestServer;
let url: string;
let database: OpenDatabase;

async function opened(at: string): Promise<OpenDatabase> {
  const open = await openDatabase(closed(at), clock);
  if ("problems" in open) throw new Error(open.problems.map(({ message }) => message).join());
  return open;
}

beforeAll(async () => {
  server = await startServer();
  url = await server.database();
  database = await opened(url);
});

afterAll(async () => {
  await database?.close();
  await server?.stop();
});

const emptied = ["call", "caller", "run", "journal", "claim", "worker"].map(
  (name) => `DELETE FROM ${schemaNames.ours}.${name}`,
);

async function inPostgres(): Promise<DatabaseWorld> {
  const { connection, queue } = database;
  for (const statement of emptied) await connection.query(statement);
  await queue.deleteAllJobs(queueName);
  const granted = new Set<string>();
  return {
    caller: callerRows({ connection, queue, caller: runId(), granted }),
    first: workerRows({ connection, queue, worker: "first" }),
    second: workerRows({ connection, queue, worker: "second" }),
    bound: (only) => workerRows({ connection, queue, worker: "bound", range: { only } }),
    others: (except) => workerRows({ connection, queue, worker: "others", range: { except } }),
    now: () => workersNow(connection),
    run: runRows({ connection, environment: "e", granted: new Set() }),
    age: async ({ job }, ms) => {
      const earlier = "heartbeat_on - make_interval(secs => $2)";
      const aged = `UPDATE ${schemaNames.queue}.job SET heartbeat_on = ${earlier} WHERE id = $1`;
      await connection.query(aged, [job, ms / 1000]);
    },
    later: async (ms) => {
      const by = "make_interval(secs => $1)";
      await connection.query(`UPDATE ${schemaNames.queue}.job SET created_on = created_on - ${by}`, [
        ms / 1000,
      ]);
      await connection.query(`UPDATE ${schemaNames.ours}.call SET asked = asked - ${by}`, [ms / 1000]);
    },
    supervise: async () => {
      // pg-boss's own supervision may have run earlier, or may be running. So this repeats until no expired job is
      // left.
      const isExpired = "state = 'active' AND heartbeat_on < now() - interval '10 s'";
      const expired = `SELECT FROM ${schemaNames.queue}.job WHERE ${isExpired}`;
      while ((await connection.query(expired)).length > 0) await queue.supervise(queueName);
    },
  };
}

function inMemory(mistake?: Mistake): DatabaseWorld {
  let now = 100_000;
  const memory = new MemoryDatabase(() => now, mistake);
  return {
    caller: memory.callerRows("caller"),
    first: memory.workerRows("first"),
    second: memory.workerRows("second"),
    bound: (only) => memory.workerRows("bound", { only }),
    others: (except) => memory.workerRows("others", { except }),
    now: async () => memory.workersNow(),
    run: memory.runRows(),
    age: async ({ job }, ms) => memory.age(job, ms),
    later: async (ms) => {
      now += ms;
    },
    supervise: async () => memory.supervise(),
  };
}

const every = Object.entries(promises);

test.each(every)("PostgreSQL: %s", async (_, hold) => {
  await hold(await inPostgres());
});

test.each(every)("the double: %s", async (_, hold) => {
  await hold(inMemory());
});

test("a call that no worker takes ends with what to do, unless a worker was seen lately or the call is young", async () => {
  const { connection } = database;
  const world = await inPostgres();
  const worker = { name: "somebody", version: "1" };
  const call = { bundle: "b", shard: "untaken", target: "t", ask: "{}", isWrite: true };
  const id = runId();
  await world.caller.ask({ id, priority: "schedule", call });
  const swept = async () => {
    await world.caller.sweep([id]);
    return (await world.caller.news({ events: [], answers: [] })).answers;
  };
  expect(await swept()).toEqual([]);
  await connection.query(`UPDATE ${schemaNames.ours}.call SET asked = asked - interval '31 s'`);
  await world.first.hello(worker, 0);
  expect(await swept()).toEqual([]);
  await world.first.goodbye(worker);
  const [answer] = await swept();
  expect(JSON.parse(answer?.body ?? "{}")).toMatchObject({
    is: "lost",
    sent: false,
    problem: { code: "no-worker" },
  });
});

test("a double with a mistake breaks a promise, whichever mistake it is", async () => {
  const unseen = await Promise.all(
    mistakes.map(async (mistake) => {
      const worlds = every.map(([, hold]) => hold(inMemory(mistake)));
      const ends = await Promise.allSettled(worlds);
      return ends.some(({ status }) => status === "rejected") ? [] : [mistake];
    }),
  );
  expect(unseen.flat()).toEqual([]);
});

test("a write has left before anybody else can own the shard, whenever it was let go", () => {
  expect(terms.grantedSeconds * 1000 + terms.leaving).toBeLessThan(heartbeatSeconds * 1000);
  expect(terms.owning).toBeLessThan(heartbeatSeconds * 1000);
});

describe("a database that cannot be used", () => {
  const codes = async (at: string) => {
    const open = await openDatabase(closed(at), clock);
    if ("problems" in open) return open.problems.map(({ code }) => code);
    await open.close();
    return [];
  };

  test("is one that nobody answers for, that does not exist, or that refuses the user", async () => {
    expect(await codes("postgres://127.0.0.1:1/none")).toEqual(["database-unreachable"]);
    expect(await codes(url.replace(/\/test\d+$/, "/absent"))).toEqual(["database-unreachable"]);
    expect(await codes(url.replace("of-tests", "wrong"))).toEqual(["database-refused"]);
  });

  test("is one whose user may create nothing, and one that a newer version has changed", async () => {
    const own = await server.database();
    await server.query(own, "CREATE ROLE little LOGIN PASSWORD 'of-tests'");
    expect(await codes(server.as(own, "little"))).toEqual(["database-rights"]);
    expect(await codes(own)).toEqual([]);
    await server.query(own, `UPDATE ${schemaNames.ours}.about SET version = 99`);
    expect(await codes(own)).toEqual(["database-newer"]);
  });

  test("is one of an old server", () => {
    expect(versionProblem(120_022, "12.22")).toMatchObject({ code: "database-old" });
    expect(versionProblem(130_000, "13.0")).toBeUndefined();
  });

  test.each([
    ["postgres://me:secret@host/db", "database-password"],
    ["postgres://host/db?password=secret", "database-password"],
    ["mysql://host/db", "database-reference"],
    ["env:OTHER", "database-reference"],
    ["env:ABSENT", "missing-secret"],
  ])("is not named by %s", async (text, code) => {
    const named = await databaseUrl(text, { env: { OTHER: "elsewhere" }, folder: "." });
    expect("problems" in named && named.problems.map((each) => each.code)).toEqual([code]);
    expect(JSON.stringify(named)).not.toContain("secret@");
  });

  test("is named by a reference, or by a URL without a password", async () => {
    const env = { DATABASE: "postgres://me:secret@host/db" };
    const named = await databaseUrl("env:DATABASE", { env, folder: "." });
    expect("url" in named && named.url.reveal()).toBe(env.DATABASE);
    expect("url" in (await databaseUrl("postgres://host/db", { env, folder: "." }))).toBe(true);
  });
});

test("of 16 that fetch jobs of two shards, one at a time has each", async () => {
  const { queue } = database;
  await inPostgres();
  const wanted = times("claimedShards");
  for (let at = 0; at < wanted; at += 1) await queue.send(queueName, null, { singletonKey: `race${at % 2}` });
  const rows = workerRows({ connection: database.connection, queue, worker: "racer" });
  const held = new Map<string, number>();
  let [done, overlaps] = [0, 0];
  const fetcher = async () => {
    while (done < wanted) {
      const owners = await rows.claim(1);
      for (const owner of owners) {
        if ((held.get(owner.shard) ?? 0) > 0) overlaps += 1;
        held.set(owner.shard, (held.get(owner.shard) ?? 0) + 1);
        await clock.wait(2);
        held.set(owner.shard, (held.get(owner.shard) ?? 0) - 1);
        await rows.complete(owner);
        done += 1;
      }
      if (owners.length === 0) await clock.wait(5);
    }
  };
  await Promise.all(Array.from({ length: 16 }, fetcher));
  expect({ done, overlaps }).toEqual({ done: wanted, overlaps: 0 });
});

test("a worker is refused a password on its command line, before anything is asked", async () => {
  const ended = await trueup(["work", "--database", "postgres://me:secret@127.0.0.1:1/db"], { cwd: "." });
  expect(ended.status).toBe(1);
  expect(ended.err).toContain("database-password");
  expect(ended.err).not.toContain("secret@");
});

test("many open one new database at once: one of them makes the tables", async () => {
  const own = await server.database();
  const all = await Promise.all(Array.from({ length: 4 }, () => opened(own)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  await Promise.all(all.map(({ close }) => close()));
});

test("a channel is heard that is listened to after another one", async () => {
  const open = await opened(url);
  const { connection } = open;
  const heard: string[] = [];
  connection.listen("test_first", (payload) => void heard.push(`first ${payload}`));
  await vi.waitFor(() => expect(heard).toEqual(["first "]), 20_000);
  connection.listen("test_second", (payload) => void heard.push(`second ${payload}`));
  await vi.waitFor(() => expect(heard).toEqual(["first ", "second "]), 20_000);
  await connection.query("SELECT pg_notify('test_second', 'news'), pg_notify('test_first', 'more')");
  await vi.waitFor(() => expect(heard.slice(2).sort()).toEqual(["first more", "second news"]), 20_000);
  await open.close();
});
