/** The database access of a process that makes calls, in SQL. */

import type { PgBoss } from "pg-boss";
import { longestAnswer } from "./answers.ts";
import { jobsKey, shardKey } from "./channel-keys.ts";
import type { DatabaseConnection } from "./connection.ts";
import { type CallerRows, type News, priorities } from "./contract.ts";
import { fenceExpressions, fenceValues } from "./fence.ts";
import { lostWrite, untaken } from "./problems.ts";
import { channels, queueName, schemaNames } from "./tables.ts";
import { heartbeatSeconds, terms } from "./terms.ts";

const { ours, queue: theirs } = schemaNames;

/** The maximum number of events, and of answers, that are read at once. */
const mostNews = 1000;

/** A process that makes calls, and its access to the database. */
export interface CallerPlace {
  readonly connection: DatabaseConnection;
  readonly queue: PgBoss;
  /** The id of the caller, a UUID. */
  readonly caller: string;
  /** The ids of writes that a journal's commit has permitted. */
  readonly granted: Set<string>;
}

/** The database access of one caller. */
export function callerRows(of: CallerPlace): CallerRows {
  const { connection, queue, caller, granted } = of;
  const { patiently } = connection;
  return {
    provide: async (digest, bundle) => void (await patiently(provideStatement, [digest, bundle])),
    ask: async ({ id, priority, call }) => {
      await patiently(
        `WITH me AS (
          INSERT INTO ${ours}.caller (id) VALUES ($2) ON CONFLICT DO NOTHING
        ), asked AS (
          INSERT INTO ${ours}.call (id, caller, shard, priority, body, target) VALUES ($1, $2, $3, $4, $5, $7)
          ON CONFLICT DO NOTHING
        ) SELECT pg_notify('${channels.workers}', $6)`,
        [
          ...[id, caller, call.shard, priorities[priority], JSON.stringify(call)],
          ...[shardKey(call.shard), call.target],
        ],
      );
      await giveJobs(of, [call.shard]);
    },
    withdraw: (call) => withdraw(connection, call),
    news: async ({ events, answers }) => {
      await forget(connection, { events, answers });
      return newsOf(connection, caller);
    },
    grant: async (fences) => {
      const isKnown = new Set(fences.map(({ call }) => call).filter((id) => granted.delete(id)));
      const others = fences.filter(({ call }) => !isKnown.has(call));
      if (others.length === 0) return isKnown;
      const rows = await patiently<{ id: string }>(
        `WITH ${fenceExpressions(1, "true")} SELECT id, (SELECT count(*) FROM told) FROM granted`,
        fenceValues(others),
      );
      return new Set([...isKnown, ...rows.map(({ id }) => id)]);
    },
    refuse: async (write, refusal) => {
      await patiently(
        `WITH refused AS (
          UPDATE ${ours}.waiting SET granted = false, problem = $2 WHERE id = $1 AND granted IS NULL RETURNING job
        ) SELECT pg_notify('${channels.workers}', job::text) FROM refused`,
        [write, refusal],
      );
    },
    sweep: async (open) => {
      await endLost(connection, caller);
      const there = await connection.query<{ id: string; shard: string; answered: boolean }>(
        `SELECT id, shard, answer IS NOT NULL AS answered FROM ${ours}.call WHERE caller = $1`,
        [caller],
      );
      const waiting = there.filter(({ answered }) => !answered).map(({ shard }) => shard);
      await giveJobs({ connection, queue }, [...new Set(waiting)]);
      const known = new Set(there.map(({ id }) => id));
      return open.filter((id) => !known.has(id));
    },
    workers: async () => {
      const seen = `SELECT count(*)::int AS count FROM ${ours}.worker WHERE seen > now() - make_interval(secs => $1)`;
      const [row] = await connection.query<{ count: number }>(seen, [terms.seen / 1000]);
      return row?.count ?? 0;
    },
    onNews: (wake) =>
      connection.listen(channels.callers, (payload) => {
        if (payload === "" || payload === caller) wake();
      }),
  };
}

/** Stores a bundle, or repairs it. A body that is the same is not written again. */
const provideStatement = `INSERT INTO ${ours}.bundle AS b (digest, body) VALUES ($1, $2)
  ON CONFLICT (digest) DO UPDATE SET
    used = now(), body = CASE WHEN b.body = excluded.body THEN b.body ELSE excluded.body END`;

async function withdraw({ patiently }: DatabaseConnection, call: string): Promise<boolean> {
  const gone = await patiently<{ shard: string }>(
    `DELETE FROM ${ours}.call WHERE id = $1 AND NOT granted AND answer IS NULL RETURNING shard`,
    [call],
  );
  const marked = `UPDATE ${ours}.call SET withdrawn = true WHERE id = $1 RETURNING shard`;
  const [there] = gone.length > 0 ? gone : await patiently<{ shard: string }>(marked, [call]);
  if (there) await patiently(`SELECT pg_notify('${channels.workers}', $1)`, [shardKey(there.shard)]);
  return gone.length > 0 || there === undefined;
}

async function forget(
  { patiently }: DatabaseConnection,
  read: Parameters<CallerRows["news"]>[0],
): Promise<void> {
  const { events, answers } = read;
  if (answers.length > 0) await patiently(`DELETE FROM ${ours}.call WHERE id = ANY($1::uuid[])`, [answers]);
  if (events.length > 0) await patiently(`DELETE FROM ${ours}.event WHERE id = ANY($1::bigint[])`, [events]);
}

interface NewsRow {
  readonly waiting: readonly {
    readonly id: string;
    readonly call: string;
    readonly job: string;
    readonly attempt: number;
    readonly position: number;
    readonly shard: string;
  }[];
  readonly events: News["events"];
  readonly answers: News["answers"];
}

/**
 * Reads everything in one statement, so that an answer is never returned before its events. An answer is returned only
 * if the result has all its remaining events.
 */
async function newsOf({ patiently }: DatabaseConnection, caller: string): Promise<News> {
  const [row] = await patiently<NewsRow>(
    `WITH mine AS (SELECT id, shard, answer FROM ${ours}.call WHERE caller = $1), events AS (
      SELECT e.id, e.call, e.number, e.body, e.job || ':' || e.attempt AS by
      FROM ${ours}.event e JOIN mine ON mine.id = e.call
      ORDER BY e.call, e.job, e.attempt, e.number LIMIT ${mostNews}
    ), answered AS (
      SELECT mine.id AS call, mine.answer AS body, sum(length(mine.answer)) OVER (ORDER BY mine.id) AS until FROM mine
      WHERE mine.answer IS NOT NULL AND NOT EXISTS (
        SELECT FROM ${ours}.event e WHERE e.call = mine.id AND e.id NOT IN (SELECT id FROM events)
      ) LIMIT ${mostNews}
    ), answers AS (
      SELECT call, body FROM answered WHERE until - length(body) < ${longestAnswer}
    ), waiting AS (
      SELECT w.id, w.call, w.job, w.attempt, w.position, mine.shard
      FROM ${ours}.waiting w JOIN mine ON mine.id = w.call WHERE w.granted IS NULL
    ) SELECT
      (SELECT coalesce(json_agg(waiting), '[]') FROM waiting) AS waiting,
      (SELECT coalesce(json_agg(json_build_object(
        'id', id::text, 'call', call, 'number', number, 'body', body, 'by', by)), '[]') FROM events) AS events,
      (SELECT coalesce(json_agg(answers), '[]') FROM answers) AS answers`,
    [caller],
  );
  const { waiting = [], events = [], answers = [] } = row ?? {};
  const asWrite = ({ id, call, job, attempt, position, shard }: NewsRow["waiting"][number]) => ({
    fence: { shard, job, attempt, call: id },
    call,
    index: position,
  });
  return { waiting: waiting.map(asWrite), events, answers };
}

/**
 * Table expressions that correct times in the future, which exist if the database's clock was set back. Otherwise a
 * process that has ended would own its jobs and environments until then.
 */
const timesAhead = `owned AS (
    UPDATE ${theirs}.job SET heartbeat_on = clock_timestamp()
    WHERE name = '${queueName}' AND state = 'active'
      AND heartbeat_on > clock_timestamp() + interval '${heartbeatSeconds} seconds'
  ), held AS (
    UPDATE ${ours}.run SET held_until = clock_timestamp() + interval '${terms.run} ms'
    WHERE held_until > clock_timestamp() + interval '${2 * terms.run} ms'
  ), working AS (
    UPDATE ${ours}.worker SET seen = now() WHERE seen > now() + interval '${terms.seen} ms'
  )`;

/**
 * Reports that this caller is alive, and removes callers that are gone, with their calls. Also ends two sorts of this
 * caller's calls: calls with a permitted write whose worker is gone, and calls that no worker takes.
 */
async function endLost({ query }: DatabaseConnection, caller: string): Promise<void> {
  await query(
    `WITH me AS (
      INSERT INTO ${ours}.caller (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen = now()
    ), gone AS (
      DELETE FROM ${ours}.caller WHERE id <> $1 AND seen < now() - make_interval(secs => $3)
    ), unused AS (
      DELETE FROM ${ours}.bundle WHERE used < now() - interval '7 days'
    ), ${timesAhead}
    UPDATE ${ours}.call c SET answer = $2
    WHERE c.caller = $1 AND c.granted AND c.answer IS NULL AND NOT EXISTS (
      SELECT FROM ${theirs}.job j
      WHERE j.name = '${queueName}' AND j.id = c.job AND j.state = 'active' AND j.retry_count = c.attempt
    )`,
    [caller, JSON.stringify(lostWrite), terms.caller / 1000],
  );
  await query(
    `UPDATE ${ours}.call SET answer = $2
    WHERE caller = $1 AND answer IS NULL AND job IS NULL AND asked < now() - make_interval(secs => $3)
      AND NOT EXISTS (SELECT FROM ${ours}.worker WHERE seen > now() - make_interval(secs => $3 / 2))`,
    [caller, JSON.stringify(untaken), terms.untaken / 1000],
  );
}

/**
 * Queues a job for each shard with unanswered calls, unless the shard has an active job, or a queued one of at least
 * the same priority.
 */
async function giveJobs(
  { connection, queue }: Pick<CallerPlace, "connection" | "queue">,
  shards: readonly string[],
) {
  const wanting = await connection.patiently<{ shard: string; priority: number }>(
    `SELECT c.shard, max(c.priority) AS priority FROM ${ours}.call c
    WHERE c.shard = ANY($1::text[]) AND c.answer IS NULL AND NOT c.withdrawn AND NOT EXISTS (
      SELECT FROM ${theirs}.job j
      WHERE j.name = '${queueName}' AND j.singleton_key = c.shard
        AND (j.state = 'active' OR j.state IN ('created', 'retry') AND j.priority >= c.priority)
    ) GROUP BY c.shard`,
    [shards],
  );
  // One job at a time: jobs that are inserted together get the same creation time, and a job with an older time would
  // be queued behind them.
  for (const { shard, priority } of wanting)
    await queue.send(queueName, null, { singletonKey: shard, group: { id: shard }, priority });
  if (wanting.length > 0)
    await connection.patiently(`SELECT pg_notify('${channels.workers}', $1)`, [jobsKey]);
}
