/** Where a worker gets its shards: from a database, or from a server with a database. */

import { resolve } from "node:path";
import type { TargetRange, WorkerRows } from "../../../database/contract.ts";
import type { Problem } from "../../../model/problem.ts";
import { problem } from "../../../model/problem.ts";
import { clock } from "../../../runtime/clock.ts";
import { httpWire } from "../../../runtime/http/http.ts";
import { openLog } from "../../../runtime/log.ts";
import { random, runId } from "../../../runtime/random.ts";
import { reloadedSecret } from "../../../runtime/serving/reloaded-secret.ts";
import type { Cli } from "../../cli.ts";
import { tellProblems } from "../../terminal/printing.ts";

/** The database access of a worker, and a way to disconnect. */
interface WorkerSource {
  readonly rows: WorkerRows;
  close(): Promise<void>;
}

/** The name and environment variables of a worker that connects. */
export interface ComingWorker {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly name: string;
}

type Place = WorkerSource | { readonly problems: readonly Problem[] };

/** A worker on a trusted machine, with direct access to the database. */
export async function placeAtDatabase(
  cli: Cli,
  { env, name }: ComingWorker,
  { database, range }: { readonly database: string; readonly range: TargetRange },
): Promise<Place> {
  const [{ databaseUrl }, { openDatabase }, { shardsOf }] = await Promise.all([
    import("../../../database/reference.ts"),
    import("../../../database/open.ts"),
    import("../../../database/shards.ts"),
  ]);
  const named = await databaseUrl(database, { env, folder: cli.cwd });
  if ("problems" in named) return named;
  const opened = await openDatabase(named.url, clock);
  if ("problems" in opened) return opened;
  const shards = shardsOf(opened, { clock, newId: runId, process: name, version: cli.version });
  const isRanged = range.only !== undefined || range.except !== undefined;
  return { rows: shards.rowsFor(name, isRanged ? range : undefined), close: () => opened.close() };
}

/** How to reach a server. */
export interface ServerChoice {
  readonly url: string;
  /** The reference to the worker's token. */
  readonly token: string;
  /** The PEM file with the authority that signed the server's certificate. */
  readonly ca?: string | undefined;
}

/** A worker in a separate network, which only reaches the server. */
export async function placeAtServer(
  cli: Cli,
  { env, name }: ComingWorker,
  server: ServerChoice,
): Promise<Place> {
  const url = URL.parse(server.url);
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
  if (!url || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)))
    return { problems: [badUrl()] };
  const { remoteRows } = await import("../../../database/plant/remote-rows.ts");
  const log = openLog({ ...cli.log, secrets: cli.secrets });
  const at = `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  const tls = server.ca === undefined ? {} : { ca: resolve(cli.cwd, server.ca) };
  const endpoint = (timeoutSeconds: number) => ({
    name: "server",
    given: "--server",
    url: at,
    hosts: [],
    tls,
    limits: { timeoutSeconds },
  });
  const soon = httpWire(endpoint(soonSeconds), log, { secrets: cli.secrets });
  const long = httpWire(endpoint(longSeconds), log, { secrets: cli.secrets });
  if (!/^(?:env|file):./.test(server.token)) return { problems: [badToken()] };
  const token = reloadedSecret(server.token, {
    folder: cli.cwd,
    env,
    secrets: cli.secrets,
    now: () => clock.now(),
    failed: (found) => tellProblems(cli, [found]),
  });
  let isHere = false;
  const remote = remoteRows({
    url: at,
    wires: { soon: soon.wire, long: long.wire },
    token: () => token.current(),
    clock,
    random,
    worker: { name, version: cli.version },
    told: (found) => {
      if (isHere) tellHow(cli, found);
    },
  });
  const close = async () => {
    await remote.close();
    await Promise.all([soon.close(), long.close()]);
  };
  const found = await remote.check();
  isHere = found === undefined;
  if (!found) return { rows: remote.rows, close };
  await close();
  const hint = "Give --ca a PEM file with the authority that signed the server's certificate.";
  return { problems: [found.code === "tls-failure" ? { ...found, hint } : found] };
}

function tellHow(cli: Cli, found: Problem | undefined): void {
  if (found) tellProblems(cli, [found]);
  else cli.err("The server answers again.\n");
}

/**
 * Timeouts in seconds. Most requests get the short timeout. Long texts get the long timeout, and so do requests for
 * news, which the server keeps open.
 */
const [soonSeconds, longSeconds] = [10, 60];

function badUrl(): Problem {
  return problem("bad-server", "--server is not a URL to which a token may be sent", {
    hint: "Use a URL that begins with https://, or with http:// for a server on this machine.",
  });
}

function badToken(): Problem {
  const message = "a token on the command line is seen by everyone who lists the processes of this machine.";
  const hint =
    "Put the token into a file or a variable: --token file:/run/secrets/token, or --token env:NAME.";
  return problem("worker-token", message, { hint });
}
