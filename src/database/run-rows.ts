/** The database access of runs, in SQL: which run holds an environment, and the run's journal. */

import type { DatabaseConnection } from "./connection.ts";
import type { RunRows } from "./contract.ts";
import { fenceExpressions, fenceValues } from "./fence.ts";
import { schemaNames } from "./tables.ts";

const { ours } = schemaNames;

/** The environment of a run, and where its permitted writes are noted. */
export interface RunPlace {
  readonly connection: DatabaseConnection;
  /** A name that is unique among all projects that share the database. */
  readonly environment: string;
  /** Receives the ids of writes that a commit has permitted. */
  readonly granted: Set<string>;
}

/**
 * Once `held_until` has passed, another run may take the environment. Until it does, the run still holds it: while the
 * database was away, nobody could renew or take anything.
 */
const held = `environment = $1 AND owner = $2`;

/** The database access of the runs of one environment. */
export function runRows({ connection, environment, granted }: RunPlace): RunRows {
  const { patiently } = connection;
  return {
    take: async (owner, forMs) => {
      const [taken] = await patiently<{ left_lock: string | null }>(
        `WITH before AS (
          SELECT lock_run FROM ${ours}.run WHERE environment = $1 AND owner IS DISTINCT FROM $2
        ), taken AS (
          INSERT INTO ${ours}.run AS r (environment, owner, held_until)
          VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
          ON CONFLICT (environment) DO UPDATE SET
            owner = $2, held_until = excluded.held_until,
            locked_until = CASE WHEN r.owner = $2 THEN r.locked_until END
          WHERE r.owner IS NULL OR r.owner = $2 OR r.held_until < clock_timestamp()
          RETURNING 1
        ) SELECT (SELECT lock_run FROM before) AS left_lock FROM taken`,
        [environment, owner, forMs / 1000],
      );
      if (taken) return { leftLock: taken.left_lock ?? undefined };
      const there = `SELECT owner FROM ${ours}.run WHERE environment = $1`;
      return { by: (await patiently<{ owner: string | null }>(there, [environment]))[0]?.owner ?? "nobody" };
    },
    locked: async (owner, { run, forMs }) => {
      const until = Number.isFinite(forMs)
        ? "clock_timestamp() + make_interval(secs => $4)"
        : "'infinity'::timestamptz + make_interval(secs => $4)";
      const rows = await patiently(
        `UPDATE ${ours}.run SET lock_run = $3, locked_until = ${until} WHERE ${held} RETURNING 1`,
        [environment, owner, run, Number.isFinite(forMs) ? forMs / 1000 : 0],
      );
      return rows.length > 0;
    },
    release: async (owner) => {
      await patiently(
        `UPDATE ${ours}.run SET owner = NULL, held_until = NULL, lock_run = NULL, locked_until = NULL
        WHERE environment = $1 AND owner = $2`,
        [environment, owner],
      );
    },
    read: async () => {
      const lines = await patiently<{ body: string }>(
        `SELECT j.body FROM ${ours}.journal j JOIN ${ours}.run r USING (environment, journal)
        WHERE environment = $1 ORDER BY j.number`,
        [environment],
      );
      return lines.map(({ body }) => body).join("");
    },
    commit: async (owner, { journal, number, text, fences }) => {
      const [row] = await patiently<{ held: boolean; granted: string[] }>(commitStatement, [
        environment,
        owner,
        journal,
        number,
        text,
        ...fenceValues(fences),
      ]);
      if (!row?.held) return { is: "lost" };
      for (const id of row.granted) granted.add(id);
      return { is: "committed", granted: new Set(row.granted) };
    },
    remove: async (owner) => {
      await patiently(
        `WITH mine AS (SELECT 1 FROM ${ours}.run WHERE ${held})
        DELETE FROM ${ours}.journal WHERE environment = $1 AND EXISTS (SELECT FROM mine)`,
        [environment, owner],
      );
    },
  };
}

/** Stores the lines, deletes the lines of an earlier run, and permits writes: all of it or nothing. */
const commitStatement = `WITH run AS (
    SELECT 1 FROM ${ours}.run WHERE ${held} AND locked_until > clock_timestamp() FOR UPDATE
  ), line AS (
    INSERT INTO ${ours}.journal (environment, journal, number, body)
    SELECT $1, $3, $4, $5 FROM run WHERE $5 <> '' ON CONFLICT DO NOTHING
  ), earlier AS (
    DELETE FROM ${ours}.journal WHERE environment = $1 AND journal <> $3 AND EXISTS (SELECT FROM run) AND $4 = 0
  ), current AS (
    UPDATE ${ours}.run SET journal = $3
    WHERE ${held} AND journal IS DISTINCT FROM $3 AND EXISTS (SELECT FROM run)
  ), ${fenceExpressions(6, "EXISTS (SELECT FROM run)")}
  SELECT EXISTS (SELECT FROM run) AS held,
    (SELECT coalesce(json_agg(id), '[]') FROM granted) AS granted, (SELECT count(*) FROM told)`;
