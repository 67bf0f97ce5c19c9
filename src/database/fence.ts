/** The fence in SQL: proves, in one statement, that a worker still owns its shard and that its write may be sent. */

import type { Fence } from "../model/journal.ts";
import { channels, queueName, schemaNames } from "./tables.ts";
import { terms } from "./terms.ts";

const { ours, queue } = schemaNames;

/** The active jobs with a recent heartbeat, by the database's clock. */
export const owningJob = `SELECT j.id, j.retry_count FROM ${queue}.job j
  WHERE j.name = '${queueName}' AND j.state = 'active'
    AND j.heartbeat_on > clock_timestamp() - interval '${terms.grantedSeconds} seconds'`;

/**
 * Table expressions for a statement that permits writes, if `condition` holds too. Its parameters begin at `$at`: see
 * `fenceValues`. The expression `granted` returns the ids of the permitted writes. The job rows of the owners stay
 * locked until the commit, so that no shard gets another owner in between.
 */
export function fenceExpressions(at: number, condition: string): string {
  return `fences AS (
    SELECT w.id, w.call, w.job, w.attempt
    FROM unnest($${at}::uuid[], $${at + 1}::uuid[], $${at + 2}::int[]) AS f (id, job, attempt)
    JOIN ${ours}.waiting w ON w.id = f.id AND w.job = f.job AND w.attempt = f.attempt
  ), owners AS (
    ${owningJob} AND j.id IN (SELECT job FROM fences) AND ${condition}
    ORDER BY j.id FOR SHARE
  ), calls AS (
    UPDATE ${ours}.call c SET granted = true
    FROM fences f JOIN owners o ON o.id = f.job AND o.retry_count = f.attempt
    WHERE c.id = f.call AND c.job = f.job AND c.attempt = f.attempt AND NOT c.withdrawn AND c.answer IS NULL
    RETURNING c.id
  ), granted AS (
    UPDATE ${ours}.waiting w SET granted = true
    FROM fences f JOIN owners o ON o.id = f.job AND o.retry_count = f.attempt
    WHERE w.id = f.id AND w.call IN (SELECT id FROM calls) AND w.granted IS NOT false
    RETURNING w.id, w.job
  ), told AS (
    SELECT pg_notify('${channels.workers}', job::text) FROM (SELECT DISTINCT job FROM granted) AS jobs
  )`;
}

/** The values of the parameters of `fenceExpressions`. */
export function fenceValues(fences: readonly Fence[]): readonly unknown[] {
  return [fences.map(({ call }) => call), fences.map(({ job }) => job), fences.map(({ attempt }) => attempt)];
}
