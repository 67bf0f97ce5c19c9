/** Connections with PostgreSQL: statements, notifications, and patience while it is away. */

import pg from "pg";
import type { Secret } from "../model/secret.ts";
import type { Clock } from "../model/wire.ts";

/** Statements and notifications of one database. */
export interface DatabaseConnection {
  /** Runs one statement. Rejects with the database's error. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** As `query`; while the database is away or two statements are in each other's way, it is tried again. */
  patiently<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Runs statements while nobody else does so with the same key. */
  alone<Result>(key: number, work: (query: DatabaseConnection["query"]) => Promise<Result>): Promise<Result>;
  /** Calls `heard` with each payload of a channel, and with "" once notifications may have been missed. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const connectionTimeoutMillis = 3000;

/** A statement that takes longer is of a connection that is dead. */
const statementMs = 20_000;

/** How long a statement is tried again. */
const patienceMs = 60_000;

/** A pool of connections, and one that listens once it is asked to. Connects when it is used. */
export function connectionTo(url: Secret, clock: Clock): DatabaseConnection {
  const ended = new AbortController();
  const settings = {
    connectionString: url.reveal(),
    connectionTimeoutMillis,
    keepAlive: true,
    application_name: "trueup",
  };
  const pool = new pg.Pool({ ...settings, max: 10, query_timeout: statementMs });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on("error", () => {});
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    rowsOf(await pool.query<Row>(text, [...values]));
  const patiently = async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => {
    const until = clock.now() + patienceMs;
    for (;;) {
      try {
        return await query<Row>(text, values);
      } catch (error) {
        if (!isPassing(error) || ended.signal.aborted || clock.now() > until) throw error;
        await clock.wait(250, ended.signal);
      }
    }
  };
  const listener = listening({ settings, clock, ended: ended.signal });
  return {
    query,
    patiently,
    alone: (key, work) => alone(pool, { key, work }),
    listen: listener.listen,
    close: async () => {
      ended.abort(new Error("closed"));
      await listener.done();
      await pool.end();
    },
  };
}

/** Several statements in one text have several results, which the types do not say. */
function rowsOf<Row extends pg.QueryResultRow>(
  result: pg.QueryResult<Row> | readonly pg.QueryResult<Row>[],
): readonly Row[] {
  return "rows" in result ? result.rows : result.flatMap(({ rows }) => rows);
}

async function alone<Result>(
  pool: pg.Pool,
  {
    key,
    work,
  }: { readonly key: number; readonly work: (query: DatabaseConnection["query"]) => Promise<Result> },
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
    return await work(async (text, values = []) => rowsOf(await client.query(text, [...values])));
  } finally {
    // Ends the connection, and with it the lock, whatever state it is in.
    client.release(true);
  }
}

interface Listening {
  readonly settings: pg.ClientConfig;
  readonly clock: Clock;
  readonly ended: AbortSignal;
}

function listening({ settings, clock, ended }: Listening) {
  const heard = new Map<string, Set<(payload: string) => void>>();
  const tell = (channel: string, payload: string) => {
    for (const each of heard.get(channel) ?? []) each(payload);
  };
  let current: pg.Client | undefined;
  const alsoTo = async (channel: string) => {
    if (!current) return;
    await current.query(`LISTEN ${channel}`);
    tell(channel, "");
  };
  const untilBroken = async () => {
    const client = new pg.Client(settings);
    const broken = Promise.withResolvers<void>();
    client.on("error", () => broken.resolve());
    client.on("end", () => broken.resolve());
    client.on("notification", ({ channel, payload = "" }) => tell(channel, payload));
    const stop = () => broken.resolve();
    ended.addEventListener("abort", stop);
    try {
      await client.connect();
      current = client;
      for (const channel of heard.keys()) await client.query(`LISTEN ${channel}`);
      for (const channel of heard.keys()) tell(channel, "");
      await broken.promise;
    } finally {
      current = undefined;
      ended.removeEventListener("abort", stop);
      await client.end().catch(() => {});
    }
  };
  let loop: Promise<void> | undefined;
  const listenOn = async () => {
    while (!ended.aborted) {
      // Polls stand behind it: what is missed meanwhile comes with the next one.
      await untilBroken().catch(() => {});
      await clock.wait(500, ended).catch(() => {});
    }
  };
  const listen = (channel: string, each: (payload: string) => void) => {
    const known = heard.get(channel) ?? new Set();
    // A connection that is there already; one that breaks now is replaced, and the next one listens to all.
    if (!heard.has(channel)) void alsoTo(channel).catch(() => {});
    heard.set(channel, known.add(each));
    loop ??= Promise.resolve().then(listenOn);
    return () => void known.delete(each);
  };
  return { listen, done: async () => loop };
}

/** Errors that pass: the database restarts or cannot be reached, or two statements were in each other's way. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  const isAway = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0[1-3]|08\w{3}|53300)$/;
  const isClash = /^40(?:P01|001)$/;
  if (isAway.test(code) || isClash.test(code)) return true;
  return /^(?:Connection terminated|timeout expired|Query read timeout|timeout exceeded when)/.test(
    error.message,
  );
}
