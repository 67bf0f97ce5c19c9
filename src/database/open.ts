/**
 * Opens a database for shards and journals: checks that it is reachable and recent enough, and creates or updates the
 * tables.
 */

import { PgBoss } from "pg-boss";
import { type Problem, problem } from "../model/problem.ts";
import type { Secret } from "../model/secret.ts";
import type { Clock } from "../model/wire.ts";
import { connectionTo, type DatabaseConnection } from "./connection.ts";
import { openingProblem, versionProblem } from "./refusals.ts";
import { migrations, queueName, queueOptions, schemaNames } from "./tables.ts";

/** A database with its tables, and the queue of shards. */
export interface OpenDatabase {
  readonly connection: DatabaseConnection;
  readonly queue: PgBoss;
  /**
   * The id that this database has had since its tables were created, whatever its name. No two databases have the same
   * id.
   */
  readonly id: string;
  close(): Promise<void>;
}

/** An arbitrary number that no other advisory lock uses. */
const migrationKey = 7_482_316_551;

/** Opens a database, brings its tables up to date, and starts the supervision of the queue. */
export async function openDatabase(
  url: Secret,
  clock: Clock,
): Promise<OpenDatabase | { readonly problems: readonly Problem[] }> {
  const connection = connectionTo(url, clock);
  const queue = queueOn(connection);
  try {
    const unusable = await serverProblem(connection);
    const id = unusable ?? (await connection.alone(migrationKey, (query) => migrated(query, queue)));
    if (typeof id === "string") {
      const close = async () => {
        await queue.stop({ graceful: false }).catch(() => {});
        await connection.close();
      };
      return { connection, queue, id, close };
    }
    await connection.close();
    return { problems: [id] };
  } catch (error) {
    await queue.stop({ graceful: false }).catch(() => {});
    await connection.close();
    return { problems: [openingProblem(error)] };
  }
}

function queueOn({ query }: DatabaseConnection): PgBoss {
  const queue = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: [...(await query(text, values ?? []))] }) },
    schema: schemaNames.queue,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    openTelemetry: { enabled: false },
  });
  // While the database is unavailable, each supervision of the queue reports an error here. Callers get it from their
  // own statements.
  queue.on("error", () => {});
  return queue;
}

async function serverProblem({ query }: DatabaseConnection): Promise<Problem | undefined> {
  const [server] = await query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  );
  return versionProblem(Number(server?.number), server?.name ?? "");
}

/** Brings the tables to this version. Returns the database's id, or the problem that prevents the update. */
async function migrated(query: DatabaseConnection["query"], queue: PgBoss): Promise<string | Problem> {
  const [there] = await query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [
    `${schemaNames.ours}.about`,
  ]);
  const about = `SELECT id, version FROM ${schemaNames.ours}.about`;
  const [is] = there?.found ? await query<{ id: string; version: number }>(about) : [];
  const from = is?.version ?? 0;
  if (from > migrations.length) {
    const knows = `this trueup supports versions up to ${migrations.length}`;
    const message = `the database's tables have version ${from}, but ${knows}.`;
    const hint =
      "Update trueup on this machine to the version that created these tables, or use another database.";
    return problem("database-newer", message, { hint });
  }
  for (const [at, migration] of migrations.entries()) {
    if (at < from) continue;
    await query(`BEGIN; ${migration}; UPDATE ${schemaNames.ours}.about SET version = ${at + 1}; COMMIT`);
  }
  await queue.start();
  await queue.createQueue(queueName, queueOptions);
  const [now] = await query<{ id: string }>(about);
  return now?.id ?? "";
}
