/** The tables: their names and their migrations. */

import { heartbeatSeconds } from "./terms.ts";

/** The version of the protocol between coordinators and workers. Each protocol has its own tables and its own queue. */
const protocol = 1;

/**
 * The schema with the tables of this protocol. The version of these tables is the number of `migrations` that were
 * applied.
 */
const schema = `trueup_v${protocol}`;

/** The schemas of trueup's own tables, and of the queue's. */
export const schemaNames = { ours: schema, queue: `${schema}_queue` } as const;

/** The queue of shards. */
export const queueName = `shards-v${protocol}`;

/** The settings of the queue, as pg-boss names them. */
export const queueOptions = {
  // The policy with a unique index, so that each key has at most one active job.
  policy: "singleton",
  heartbeatSeconds,
  // Jobs need no expiry, so this is close to the maximum of pg-boss, which is a day. A worker completes its own jobs,
  // and the job of a worker that is gone is found by its heartbeat.
  expireInSeconds: 23 * 3600,
  retryLimit: 1000,
  retentionSeconds: 24 * 3600,
  deleteAfterSeconds: 60,
} as const;

/** The notification channels: to callers, and to workers. */
export const channels = { callers: `${schema}_callers`, workers: `${schema}_workers` } as const;

/** The migrations, each from one version of the tables to the next. An existing migration is never edited. */
export const migrations: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS ${schema};
  CREATE TABLE ${schema}.about (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    version int NOT NULL
  );
  CREATE TABLE ${schema}.bundle (
    digest text PRIMARY KEY,
    body text NOT NULL,
    used timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE ${schema}.caller (
    id uuid PRIMARY KEY,
    seen timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE ${schema}.call (
    id uuid PRIMARY KEY,
    caller uuid NOT NULL REFERENCES ${schema}.caller ON DELETE CASCADE,
    shard text NOT NULL,
    priority int NOT NULL,
    asked timestamptz NOT NULL DEFAULT clock_timestamp(),
    body text NOT NULL,
    job uuid,
    attempt int,
    granted boolean NOT NULL DEFAULT false,
    withdrawn boolean NOT NULL DEFAULT false,
    answer text
  );
  CREATE INDEX call_shard ON ${schema}.call (shard) WHERE answer IS NULL;
  CREATE INDEX call_caller ON ${schema}.call (caller);
  CREATE TABLE ${schema}.waiting (
    id uuid PRIMARY KEY,
    call uuid NOT NULL REFERENCES ${schema}.call ON DELETE CASCADE,
    job uuid NOT NULL,
    attempt int NOT NULL,
    position int NOT NULL,
    granted boolean,
    problem text
  );
  CREATE INDEX waiting_call ON ${schema}.waiting (call);
  CREATE TABLE ${schema}.event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    call uuid NOT NULL REFERENCES ${schema}.call ON DELETE CASCADE,
    job uuid NOT NULL,
    attempt int NOT NULL,
    number int NOT NULL,
    body text NOT NULL,
    UNIQUE (call, job, attempt, number)
  );
  CREATE TABLE ${schema}.worker (
    name text PRIMARY KEY,
    version text NOT NULL,
    shards int NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE ${schema}.run (
    environment text PRIMARY KEY,
    owner text,
    held_until timestamptz,
    lock_run text,
    locked_until timestamptz,
    journal uuid
  );
  CREATE TABLE ${schema}.journal (
    environment text NOT NULL,
    journal uuid NOT NULL,
    number int NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (environment, journal, number)
  );
  INSERT INTO ${schema}.about (version) VALUES (0);`,
  `ALTER TABLE ${schema}.call ADD COLUMN target text NOT NULL DEFAULT '';
  CREATE TABLE ${schema}.claim (
    job uuid PRIMARY KEY,
    attempt int NOT NULL,
    worker text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
  )`,
];
