/** Shows people what workers are doing now. */

import type { DatabaseConnection } from "./connection.ts";
import type { ShardNow, WorkersNow } from "./contract.ts";
import { queueName, schemaNames } from "./tables.ts";

const { ours, queue } = schemaNames;

/** The maximum number of shards shown: those that have waited longest come first. */
const mostShards = 500;

interface NowRow {
  readonly at: string;
  readonly workers: WorkersNow["workers"];
  readonly shards: readonly { readonly [Name in keyof ShardNow]: ShardNow[Name] | null }[];
}

/** An SQL expression for a time as ISO 8601 text in UTC, which is the format everywhere else. */
const iso = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads everything in one statement, so that the parts are consistent. */
export async function workersNow({ query }: DatabaseConnection): Promise<WorkersNow> {
  const [row] = await query<NowRow>(
    `WITH asked AS (
      SELECT shard, count(*)::int AS waiting, min(asked) AS since, array_agg(DISTINCT target ORDER BY target) AS targets
      FROM ${ours}.call WHERE answer IS NULL AND NOT withdrawn GROUP BY shard
    ), owned AS (
      SELECT j.singleton_key AS shard, l.worker, l.since
      FROM ${queue}.job j JOIN ${ours}.claim l ON l.job = j.id AND l.attempt = j.retry_count
      WHERE j.name = '${queueName}' AND j.state = 'active'
    ), shards AS (
      SELECT shard, o.worker AS owner, ${iso("o.since")} AS "ownedSince", coalesce(a.waiting, 0) AS waiting,
        ${iso("a.since")} AS "waitingSince", coalesce(a.targets, '{}') AS targets
      FROM asked a FULL JOIN owned o USING (shard) ORDER BY a.since NULLS LAST, shard LIMIT ${mostShards}
    ), workers AS (
      SELECT name, version, ${iso("since")} AS since, ${iso("seen")} AS seen, shards
      FROM ${ours}.worker ORDER BY name
    ) SELECT ${iso("now()")} AS at,
      (SELECT coalesce(json_agg(workers), '[]') FROM workers) AS workers,
      (SELECT coalesce(json_agg(shards), '[]') FROM shards) AS shards`,
  );
  const { at = "", workers = [], shards = [] } = row ?? {};
  return { at, workers, shards: shards.map(shardIn) };
}

function shardIn(row: NowRow["shards"][number]): ShardNow {
  return {
    shard: row.shard ?? "",
    owner: row.owner ?? undefined,
    ownedSince: row.ownedSince ?? undefined,
    waiting: row.waiting ?? 0,
    waitingSince: row.waitingSince ?? undefined,
    targets: row.targets ?? [],
  };
}
