/** Connections to PostgreSQL: statements, notifications, and retries while the database is unavailable. */

import pg from "pg";
import type { Secret } from "../model/secret.ts";
import type { Clock } from "../model/wire.ts";

/** Statements and notifications of one database. */
export interface DatabaseConnection {
  /** Runs one statement. Rejects with the database's error. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Like `query`, with retries while the database is unavailable, or if the statement conflicts with another one. */
  patiently<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Runs statements under a lock: at the same time, nobody else runs statements under the same key. */
  alone<Result>(key: number, work: (query: DatabaseConnection["query"]) => Promise<Result>): Promise<Result>;
  /**
   * Calls `heard` with the payload of each notification on a channel, and with "" whenever notifications may have been
   * missed.
   */
  listen(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const connectionTimeoutMillis = 3000;

/** If a statement takes longer than this, its connection counts as dead. */
const statementMs = 20_000;

/** For how long a failed statement is retried. */
const patienceMs = 60_000;

/**
 * A pool of connections, and one connection that receives notifications once somebody listens. Connects on first use.
 */
export function connectionTo(url: Secret, clock: Clock): DatabaseConnection {
  const ended = new AbortController();
  const settings = {
    connectionString: url.reveal(),
    connectionTimeoutMillis,
    keepAlive: true,
    application_name: "trueup",
  };
  const pool = new pg.Pool({ ...settings, max: 10, query_timeout: statementMs });
  // If an idle connection breaks, the pool opens a new one when it is needed.
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

/**
 * The rows of all results. A text with several statements has several results, although the library's types do not say
 * so.
 */
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
  let broken: Error | undefined;
  // The pool hears only of errors of clients that it has. Without a listener, the error would end the process.
  client.on("error", (error) => {
    broken ??= error;
  });
  try {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
    return await work(async (text, values = []) => rowsOf(await client.query(text, [...values])));
  } catch (error) {
    throw broken ?? error;
  } finally {
    // Closes the connection, which also releases the lock, whatever state the connection is in.
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
      // Callers and workers also poll, so they find what they miss until the next connection.
      await untilBroken().catch(() => {});
      await clock.wait(500, ended).catch(() => {});
    }
  };
  const listen = (channel: string, each: (payload: string) => void) => {
    const known = heard.get(channel) ?? new Set();
    // Listens on the existing connection. If that breaks now, its replacement listens on all channels.
    if (!heard.has(channel)) void alsoTo(channel).catch(() => {});
    heard.set(channel, known.add(each));
    loop ??= Promise.resolve().then(listenOn);
    return () => void known.delete(each);
  };
  return { listen, done: async () => loop };
}

/** True for temporary errors: the database restarts or cannot be reached, or two statements conflict. */
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
