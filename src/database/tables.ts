/** The tables: their names, and how they come about. */

import { heartbeatSeconds } from "./terms.ts";

/** Of what coordinators and workers say to each other. Those of another protocol see other tables and another queue. */
const protocol = 1;

/** Of the tables, within a protocol: one for each entry of `migrations`. */
const schema = `trueup_v${protocol}`;

/** Where the tables and the queue's own are. */
export const schemaNames = { ours: schema, queue: `${schema}_queue` } as const;

/** The queue of shards. */
export const queueName = `shards-v${protocol}`;

/** How the queue treats its jobs: what pg-boss calls them. */
export const queueOptions = {
  // A unique index: one active job for each key.
  policy: "singleton",
  heartbeatSeconds,
  // The longest there is: an owner gives back by itself, and one that is gone is found by its heartbeat.
  expireInSeconds: 23 * 3600,
  retryLimit: 1000,
  retentionSeconds: 24 * 3600,
  deleteAfterSeconds: 60,
} as const;

/** Channels of notifications, to those who make calls and to those who answer them. */
export const channels = { callers: `${schema}_callers`, workers: `${schema}_workers` } as const;

/** Each brings the tables from one version to the next; none is ever edited. */
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
