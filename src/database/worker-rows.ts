/** The database access of a worker, in SQL. */

import type { PgBoss } from "pg-boss";
import { callIn } from "../sessions/stored-texts.ts";
import { answerText } from "./answers.ts";
import type { DatabaseConnection } from "./connection.ts";
import type { Mine, Ownership, Report, ShardView, TargetRange, WorkerRows } from "./contract.ts";
import { owningJob } from "./fence.ts";
import { changedCall, lostWrite } from "./problems.ts";
import { channels, queueName, schemaNames } from "./tables.ts";
import { inRange, rangeValues } from "./target-range.ts";
import { terms } from "./terms.ts";

const { ours, queue: theirs } = schemaNames;

/** A worker: its name, its access to the database, and its targets. */
export interface WorkerPlace {
  readonly connection: DatabaseConnection;
  readonly queue: PgBoss;
  /** The name under which the worker reports. */
  readonly worker: string;
  /** The worker gets only the calls of these targets. Default: all targets. */
  readonly range?: TargetRange | undefined;
}

/** The database access of one worker. */
export function workerRows(of: WorkerPlace): WorkerRows {
  const { connection, queue, worker } = of;
  const { query, patiently } = connection;
  return {
    bundle: (digest) => bundleFor(of, digest),
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
    claim: (most) => claim(of, most),
    touch: async (holdings) => {
      const held = holdings.map(({ job, attempt }) => ({ id: job, retryCount: attempt }));
      // The reply of pg-boss does not say which jobs it has touched, so they are queried below.
      await queue.touch(queueName, held);
      const ids = held.map(({ id }) => id);
      const attempts = held.map(({ retryCount }) => retryCount);
      const owning = `${owningJob} AND (j.id, j.retry_count) IN (SELECT * FROM unnest($1::uuid[], $2::int[]))
        AND EXISTS (SELECT FROM ${ours}.claim l WHERE l.job = j.id AND l.worker = $3)`;
      return new Set((await query<{ id: string }>(owning, [ids, attempts, worker])).map(({ id }) => id));
    },
    complete: async ({ job, attempt }) => {
      await queue.complete(queueName, { id: job, retryCount: attempt });
      const given = `DELETE FROM ${ours}.claim WHERE job = $1 AND attempt = $2`;
      await patiently(`WITH given AS (${given}) SELECT pg_notify('${channels.callers}', '')`, [job, attempt]);
    },
    look: (holding, mine) => look(of, holding, mine),
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

/**
 * A bundle; undefined if the database does not have it. A worker with a range only gets the bundles of calls that are
 * for its targets.
 */
async function bundleFor({ connection, range }: WorkerPlace, digest: string): Promise<string | undefined> {
  const used = `UPDATE ${ours}.bundle SET used = now() WHERE digest = $1`;
  const called = `EXISTS (
    SELECT FROM ${ours}.call c
    WHERE c.answer IS NULL AND ${inRange("c.target", 2)} AND c.body::json ->> 'bundle' = $1
  )`;
  const rows = await (range
    ? connection.patiently<{ body: string }>(`${used} AND ${called} RETURNING body`, [
        digest,
        ...rangeValues(range),
      ])
    : connection.patiently<{ body: string }>(`${used} RETURNING body`, [digest]));
  return rows[0]?.body;
}

/**
 * Claims shards that nobody owns, up to the worker's share. A worker with a range only claims shards with calls for
 * its targets. If such a call was taken in the meantime, the shard is given back.
 */
async function claim(of: WorkerPlace, most: number): Promise<readonly Ownership[]> {
  const { connection, queue, worker, range } = of;
  const ignoreGroups = range ? await foreignShards(of, range) : [];
  const batchSize = Math.min(most, range ? most : await share(of));
  if (batchSize <= 0) return [];
  const jobs = await queue.fetch(queueName, { batchSize, includeMetadata: true, ignoreGroups });
  const claimed = jobs.map(({ id, singletonKey, retryCount }) => ({
    shard: singletonKey ?? "",
    job: id,
    attempt: retryCount,
  }));
  if (claimed.length === 0) return [];
  const own = range ? await ownShards(of, { range, claimed }) : claimed;
  for (const { job, attempt } of claimed.filter((each) => !own.includes(each)))
    await queue.complete(queueName, { id: job, retryCount: attempt });
  await connection.query(
    `WITH old AS (
      DELETE FROM ${ours}.claim WHERE since < now() - interval '1 day' AND NOT job = ANY($1::uuid[])
    ) INSERT INTO ${ours}.claim (job, attempt, worker) SELECT *, $3 FROM unnest($1::uuid[], $2::int[])
    ON CONFLICT (job) DO UPDATE SET attempt = excluded.attempt, worker = $3, since = now()`,
    [own.map(({ job }) => job), own.map(({ attempt }) => attempt), worker],
  );
  return own;
}

/**
 * How many more shards the worker may own. Shards are divided evenly, because the address of each worker is limited to
 * some number of requests per second. If a shard still waits after `terms.fair`, the other workers do not take it, for
 * example because they are for other targets.
 */
async function share({ connection, worker }: WorkerPlace): Promise<number> {
  const [row] = await connection.query<{ share: number; waited: boolean | null }>(
    `WITH others AS (
      SELECT count(*) AS count FROM ${ours}.worker WHERE name <> $1 AND seen > now() - make_interval(secs => $2)
    ) SELECT
      (ceil(count(*)::float / (SELECT count + 1 FROM others)) - count(l.job))::int AS share,
      bool_or(j.state <> 'active' AND j.created_on < now() - make_interval(secs => $3)) AS waited
    FROM ${theirs}.job j
    LEFT JOIN ${ours}.claim l ON l.job = j.id AND l.attempt = j.retry_count AND l.worker = $1 AND j.state = 'active'
    WHERE j.name = '${queueName}' AND j.state IN ('created', 'retry', 'active')`,
    [worker, terms.seen / 1000, terms.fair / 1000],
  );
  return row?.waited ? Number.POSITIVE_INFINITY : (row?.share ?? 0);
}

/** The waiting shards that have no calls for this worker. */
async function foreignShards({ connection }: WorkerPlace, range: TargetRange): Promise<string[]> {
  const rows = await connection.query<{ shard: string }>(
    `SELECT DISTINCT j.singleton_key AS shard FROM ${theirs}.job j
    WHERE j.name = '${queueName}' AND j.state IN ('created', 'retry') AND NOT EXISTS (
      SELECT FROM ${ours}.call c
      WHERE c.shard = j.singleton_key AND c.answer IS NULL
        AND ${inRange("c.target", 1)}
    )`,
    rangeValues(range),
  );
  return rows.map(({ shard }) => shard);
}

interface Claimed {
  readonly range: TargetRange;
  readonly claimed: readonly Ownership[];
}

async function ownShards(
  { connection }: WorkerPlace,
  { range, claimed }: Claimed,
): Promise<readonly Ownership[]> {
  const rows = await connection.query<{ shard: string }>(
    `SELECT DISTINCT c.shard FROM ${ours}.call c
    WHERE c.shard = ANY($1::text[]) AND c.answer IS NULL AND ${inRange("c.target", 2)}`,
    [claimed.map(({ shard }) => shard), ...rangeValues(range)],
  );
  const own = new Set(rows.map(({ shard }) => shard));
  return claimed.filter(({ shard }) => own.has(shard));
}

interface ViewRow {
  readonly calls: readonly {
    readonly id: string;
    readonly body: string;
    readonly target: string;
    readonly old: boolean;
  }[];
  readonly gone: readonly string[];
  readonly decided: readonly { readonly id: string; readonly problem: string | null }[];
}

/**
 * Takes the calls for the worker's targets, in one statement, if this attempt owns the shard. A call of an earlier
 * owner with a permitted write counts as lost, because the write may have been sent.
 */
async function look(
  { connection, worker, range = {} }: WorkerPlace,
  holding: Ownership,
  mine: Mine,
): Promise<ShardView> {
  const { query } = connection;
  const [row] = await query<ViewRow>(
    `WITH owner AS (
      ${owningJob} AND j.id = $2 AND j.retry_count = $3 AND j.singleton_key = $1
        AND EXISTS (SELECT FROM ${ours}.claim l WHERE l.job = j.id AND l.worker = $8)
    ), others AS (
      SELECT c.id, c.granted, c.target FROM ${ours}.call c
      WHERE c.shard = $1 AND c.answer IS NULL AND EXISTS (SELECT FROM owner)
        AND (c.job, c.attempt) IS DISTINCT FROM ($2, $3)
    ), lost AS (
      UPDATE ${ours}.call c SET answer = $6 FROM others o WHERE c.id = o.id AND c.granted AND c.answer IS NULL
        AND (c.job, c.attempt) IS DISTINCT FROM ($2, $3)
      RETURNING c.caller
    ), taken AS (
      UPDATE ${ours}.call c SET job = $2, attempt = $3 FROM others o
      WHERE $7 AND c.id = o.id AND ${inRange("o.target", 9)} AND NOT c.granted AND NOT c.withdrawn AND c.answer IS NULL
      RETURNING c.id, c.body, c.target, c.priority, c.asked
    ) SELECT
      (SELECT coalesce(json_agg(json_build_object('id', id, 'body', body, 'target', target,
          'old', asked < clock_timestamp() - make_interval(secs => ${terms.fresh / 1000})
        ) ORDER BY priority DESC, asked), '[]')
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
      worker,
      ...rangeValues(range),
    ],
  );
  const { calls: taken = [], gone = [], decided = [] } = row ?? {};
  const calls: ShardView["calls"][number][] = [];
  const changed: string[] = [];
  for (const { id, body, target, old } of taken) {
    const call = callIn(body);
    // A changed row may name another target than the row's own. The worker must not get such a call.
    const isOfRow = call?.target === target && call.shard === holding.shard;
    if (call && isOfRow) calls.push({ id, call, ...(old && { isOld: true }) });
    else changed.push(id);
  }
  // No write of these calls was sent, since none was permitted before the calls were taken.
  const answer = changedCall("request", false);
  if (changed.length > 0)
    await report(connection, holding, { events: [], answers: changed.map((call) => ({ call, answer })) });
  return {
    calls,
    gone,
    decided: decided.map(({ id, problem: refusal }) => ({ id, problem: refusal ?? undefined })),
  };
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
      answers.map(({ answer }) => answerText(answer)),
    ],
  );
}
