/** Calls as rows, for who answers them. */

import type { PgBoss } from "pg-boss";
import type { SessionCall } from "../sessions/port.ts";
import type { DatabaseConnection } from "./connection.ts";
import type { Mine, Ownership, Report, ShardView, WorkerRows } from "./contract.ts";
import { owningJob } from "./fence.ts";
import { lostWrite } from "./problems.ts";
import { channels, queueName, schemaNames } from "./tables.ts";

const { ours } = schemaNames;

/** The rows of one worker. */
export function workerRows(connection: DatabaseConnection, queue: PgBoss): WorkerRows {
  const { query, patiently } = connection;
  return {
    bundle: async (digest) => {
      const found = `UPDATE ${ours}.bundle SET used = now() WHERE digest = $1 RETURNING body`;
      return (await patiently<{ body: string }>(found, [digest]))[0]?.body;
    },
    hello: async ({ name, version }, shards) => {
      await query(
        `WITH quiet AS (DELETE FROM ${ours}.worker WHERE seen < now() - interval '1 day' AND name <> $1)
        INSERT INTO ${ours}.worker (name, version, shards) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET version = $2, shards = $3, seen = now()`,
        [name, version, shards],
      );
    },
    goodbye: async ({ name }) => {
      await query(`DELETE FROM ${ours}.worker WHERE name = $1`, [name]);
    },
    claim: async (most) => {
      const jobs = await queue.fetch(queueName, { batchSize: most, includeMetadata: true });
      return jobs.map(({ id, singletonKey, retryCount }) => ({
        shard: singletonKey ?? "",
        job: id,
        attempt: retryCount,
      }));
    },
    touch: async (holdings) => {
      const held = holdings.map(({ job, attempt }) => ({ id: job, retryCount: attempt }));
      // Its answer does not say which: asked for.
      await queue.touch(queueName, held);
      const ids = held.map(({ id }) => id);
      const attempts = held.map(({ retryCount }) => retryCount);
      const owning = `${owningJob} AND (j.id, j.retry_count) IN (SELECT * FROM unnest($1::uuid[], $2::int[]))`;
      return new Set((await query<{ id: string }>(owning, [ids, attempts])).map(({ id }) => id));
    },
    complete: async ({ job, attempt }) => {
      await queue.complete(queueName, { id: job, retryCount: attempt });
      await patiently(`SELECT pg_notify('${channels.callers}', '')`);
    },
    look: (holding, mine) => look(connection, holding, mine),
    wait: async ({ fence, call, index }) => {
      await query(
        `WITH asked AS (
          INSERT INTO ${ours}.waiting (id, call, job, attempt, position)
          SELECT $1, c.id, $3, $4, $5 FROM ${ours}.call c WHERE c.id = $2 ON CONFLICT DO NOTHING
        ) SELECT pg_notify('${channels.callers}', caller::text) FROM ${ours}.call WHERE id = $2`,
        [fence.call, call, fence.job, fence.attempt, index],
      );
    },
    report: (holding, told) => report(connection, holding, told),
    onWork: (wake) => connection.listen(channels.workers, wake),
  };
}

interface ViewRow {
  readonly calls: readonly {
    readonly id: string;
    readonly body: string;
  }[];
  readonly gone: readonly string[];
  readonly decided: readonly { readonly id: string; readonly problem: string | null }[];
}

/**
 * Takes what is asked, in one statement, if this attempt owns the shard. A write that an earlier owner was let go with
 * is lost: it may have left.
 */
async function look({ query }: DatabaseConnection, holding: Ownership, mine: Mine): Promise<ShardView> {
  const [row] = await query<ViewRow>(
    `WITH owner AS (${owningJob} AND j.id = $2 AND j.retry_count = $3), others AS (
      SELECT c.id, c.granted FROM ${ours}.call c
      WHERE c.shard = $1 AND c.answer IS NULL AND EXISTS (SELECT FROM owner)
        AND (c.job, c.attempt) IS DISTINCT FROM ($2, $3)
    ), lost AS (
      UPDATE ${ours}.call c SET answer = $6 FROM others o WHERE c.id = o.id AND c.granted AND c.answer IS NULL
        AND (c.job, c.attempt) IS DISTINCT FROM ($2, $3)
      RETURNING c.caller
    ), taken AS (
      UPDATE ${ours}.call c SET job = $2, attempt = $3 FROM others o
      WHERE $7 AND c.id = o.id AND NOT c.granted AND NOT c.withdrawn AND c.answer IS NULL
      RETURNING c.id, c.body, c.priority, c.asked
    ) SELECT
      (SELECT coalesce(json_agg(json_build_object('id', id, 'body', body) ORDER BY priority DESC, asked), '[]')
        FROM taken) AS calls,
      (SELECT coalesce(json_agg(h.id), '[]') FROM unnest($4::uuid[]) AS h (id) WHERE NOT EXISTS (
        SELECT FROM ${ours}.call c
        WHERE c.id = h.id AND c.job = $2 AND c.attempt = $3 AND NOT c.withdrawn AND c.answer IS NULL
      )) AS gone,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'problem', problem)), '[]') FROM ${ours}.waiting
        WHERE id = ANY($5::uuid[]) AND granted IS NOT NULL) AS decided,
      (SELECT count(pg_notify('${channels.callers}', caller::text)) FROM lost)`,
    [
      holding.shard,
      holding.job,
      holding.attempt,
      mine.calls,
      mine.waiting,
      JSON.stringify(lostWrite),
      mine.isTaking,
    ],
  );
  const { calls = [], gone = [], decided = [] } = row ?? {};
  return {
    calls: calls.map(({ id, body }) => ({ id, call: callIn(body) })),
    gone,
    decided: decided.map(({ id, problem: refusal }) => ({ id, problem: refusal ?? undefined })),
  };
}

/** Our own text, of this protocol. */
function callIn(body: string): SessionCall {
  return JSON.parse(body);
}

async function report(
  { query }: DatabaseConnection,
  { job, attempt }: Ownership,
  told: Report,
): Promise<void> {
  const { events, answers } = told;
  await query(
    `WITH own AS (
      SELECT id, caller FROM ${ours}.call
      WHERE id = ANY($3::uuid[] || $6::uuid[]) AND job = $1 AND attempt = $2 AND answer IS NULL FOR UPDATE
    ), events AS (
      INSERT INTO ${ours}.event (call, job, attempt, number, body)
      SELECT e.call, $1, $2, e.number, e.body FROM unnest($3::uuid[], $4::int[], $5::text[]) AS e (call, number, body)
      WHERE e.call IN (SELECT id FROM own) ON CONFLICT DO NOTHING
    ), answers AS (
      UPDATE ${ours}.call c SET answer = a.body FROM unnest($6::uuid[], $7::text[]) AS a (call, body)
      WHERE c.id = a.call AND c.id IN (SELECT id FROM own)
    ) SELECT pg_notify('${channels.callers}', caller::text) FROM (SELECT DISTINCT caller FROM own) AS callers`,
    [
      job,
      attempt,
      events.map(({ call }) => call),
      events.map(({ number }) => number),
      events.map(({ body }) => body),
      answers.map(({ call }) => call),
      answers.map(({ answer }) => JSON.stringify(answer)),
    ],
  );
}
