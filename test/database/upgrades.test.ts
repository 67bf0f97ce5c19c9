/**
 * Processes of several versions at one database: which tables each uses, which process migrates them, and which process
 * is refused.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { callerRows } from "../../src/database/caller-rows.ts";
import { connectionTo } from "../../src/database/connection.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/open.ts";
import { channels, migrations, queueName, schemaNames } from "../../src/database/tables.ts";
import { workerRows } from "../../src/database/worker-rows.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";
import { folder, trueup } from "../cli/command.ts";
import { remoteOf, repository } from "../git/repositories.ts";
import { closed, startServer, type TestServer } from "./server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server?.stop();
});

const { ours, queue: queueSchema } = schemaNames;

async function opened(at: string): Promise<OpenDatabase> {
  const open = await openDatabase(closed(at), clock);
  if ("problems" in open) throw new Error(open.problems.map(({ message }) => message).join());
  return open;
}

/** Sends a write to a shard, and returns the call's id. */
async function asked({ connection, queue }: OpenDatabase): Promise<string> {
  const id = runId();
  const call = { bundle: "b", shard: "a", target: "t", ask: null, isWrite: true };
  await callerRows({ connection, queue, caller: runId(), granted: new Set() }).ask({
    id,
    priority: "apply",
    call,
  });
  return id;
}

test("what processes of another protocol ask is left to them: this one's workers have tables of their own", async () => {
  const url = await server.database();
  const other = await opened(url);
  const theirs = await asked(other);
  await other.close();
  // Renames the schemas as another protocol version would name them.
  const names = ["trueup_v0", "trueup_v0_queue"];
  await server.query(url, `ALTER SCHEMA ${ours} RENAME TO trueup_v0`);
  await server.query(url, `ALTER SCHEMA ${queueSchema} RENAME TO trueup_v0_queue`);
  const here = await opened(url);
  expect(here.id).not.toBe(other.id);
  const { connection, queue } = here;
  const rows = workerRows({ connection, queue, worker: "here" });
  expect(await rows.claim(10)).toEqual([]);
  await asked(here);
  const [owner, ...more] = await rows.claim(10);
  expect(more).toEqual([]);
  expect(owner?.shard).toBe("a");
  const waiting = "SELECT id, job FROM trueup_v0.call WHERE answer IS NULL";
  expect(await connection.query(waiting)).toEqual([{ id: theirs, job: null }]);
  const schemas = "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'trueup%' ORDER BY 1";
  const found = (await connection.query(schemas)).map(({ name }) => name);
  expect(found).toEqual([...names, ours, queueSchema]);
  await here.close();
});

test("the protocol's number is in every name that processes share", () => {
  const number = /^trueup_v(\d+)$/.exec(ours)?.[1] ?? "";
  const all = [ours, queueSchema, queueName, channels.callers, channels.workers];
  expect(all.filter((name) => !name.includes(`v${number}`))).toEqual([]);
  const schemas = migrations.flatMap((text) =>
    [...text.matchAll(/\b(trueup\w*)\./g)].map(([, name]) => name),
  );
  expect(new Set(schemas)).toEqual(new Set([ours]));
});

test("many open a database of an earlier version at once: one migrates, and what was there stays", async () => {
  const url = await server.database();
  const [first = ""] = migrations;
  await server.query(url, `BEGIN; ${first}; UPDATE ${ours}.about SET version = 1; COMMIT`);
  const line = "'e', '00000000-0000-4000-8000-000000000001', 0, 'written before'";
  await server.query(url, `INSERT INTO ${ours}.journal VALUES (${line})`);
  const before = connectionTo(closed(url), clock);
  const [about] = await before.query(`SELECT id, version FROM ${ours}.about`);
  const all = await Promise.all(Array.from({ length: 4 }, () => opened(url)));
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set([about?.id]));
  const now = await before.query(
    `SELECT version, (SELECT body FROM ${ours}.journal) AS body FROM ${ours}.about`,
  );
  expect([about?.version, now]).toEqual([1, [{ version: migrations.length, body: "written before" }]]);
  await Promise.all([before, ...all].map(({ close }) => close()));
});

test("serve and work refuse a database that a newer version has migrated, say what to do, and leave it", async () => {
  const url = await server.database();
  await (await opened(url)).close();
  await server.query(url, `UPDATE ${ours}.about SET version = 99`);
  const { url: remote } = remoteOf(repository({ "trueup.yaml": "version: 1\n" }));
  const cwd = await folder({
    "serve.yaml": `version: 1
data: data
listen: 127.0.0.1:0
repositories:
  net: { url: "${remote}", branches: { main: { projects: [{ file: trueup.yaml, secrets: [] }] } } }
`,
  });
  const all = [
    ["work", "--database", "env:DATABASE_URL"],
    ["serve", "--database", "env:DATABASE_URL", "serve.yaml"],
  ];
  for (const args of all) {
    const { status, err } = await trueup(args, { cwd, env: { DATABASE_URL: url } });
    expect(status).toBe(1);
    expect(err).toContain("database-newer");
    expect(err).toContain(
      "Update trueup on this machine to the version that created these tables, or use another database.",
    );
    expect(err).not.toContain("of-tests");
  }
  const left = connectionTo(closed(url), clock);
  const rows = await left.query(
    `SELECT version, (SELECT count(*)::int FROM ${ours}.worker) AS workers FROM ${ours}.about`,
  );
  expect(rows).toEqual([{ version: 99, workers: 0 }]);
  await left.close();
});
