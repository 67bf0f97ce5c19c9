/** Runs shards with sessions at workers. Questions, answers and journals are rows of a database. */

import { openDatabase } from "../../database/open.ts";
import { databaseUrl, type ReferencePlace } from "../../database/reference.ts";
import { type Shards, shardsOf } from "../../database/shards.ts";
import type { Problem } from "../../model/problem.ts";
import { Secret } from "../../model/secret.ts";
import { clock } from "../../runtime/clock.ts";
import { processName } from "../../runtime/environment.ts";
import { runId } from "../../runtime/random.ts";
import { inProcessRunner, type RunnerPorts } from "./in-process.ts";
import type { Runner } from "./runner.ts";

/** The location of the database, and the identity of this program. */
export interface WorkersPlace {
  /** The URL of the database, including its password. */
  readonly url: string;
  readonly version: string;
}

/** The database in the server's own thread: for workers that ask the server, and for the page of workers. */
export interface OpenWorkersPlace {
  readonly place: WorkersPlace;
  readonly shards: Pick<Shards, "rowsFor" | "workersNow">;
  close(): Promise<void>;
}

/**
 * Opens the configured database, so that a wrong database is reported at the start. The engine's thread opens its own
 * connection.
 */
export async function openWorkersPlace(
  reference: string,
  { version, ...place }: ReferencePlace & Pick<WorkersPlace, "version">,
): Promise<OpenWorkersPlace | { readonly problem: Problem }> {
  const named = await databaseUrl(reference, place);
  if ("problems" in named) return { problem: first(named.problems) };
  const opened = await openDatabase(named.url, clock);
  if ("problems" in opened) return { problem: first(opened.problems) };
  const shards = shardsOf(opened, { clock, newId: runId, process: processName(), version });
  return { place: { url: named.url.reveal(), version }, shards, close: () => opened.close() };
}

function first([problem]: readonly Problem[]): Problem {
  if (!problem) throw new Error("a database that cannot be used has a problem");
  return problem;
}

/** A runner over a database. Rejects if the database cannot be used. */
export async function workersRunner(
  { url, version }: WorkersPlace,
  ports: Omit<RunnerPorts, "elsewhere">,
): Promise<Runner> {
  const { clock: own } = ports.world;
  const opened = await openDatabase(new Secret(url), own);
  if ("problems" in opened) throw new Error(opened.problems.map(({ message }) => message).join(" "));
  const shards = shardsOf(opened, { clock: own, newId: runId, process: processName(), version });
  const callers = shards.callers();
  return inProcessRunner({
    ...ports,
    elsewhere: {
      sessions: (priority) => callers.sessions(priority),
      journalOf: ({ id }, environment) => {
        const key = JSON.stringify([...id.split("\0"), environment]);
        return shards.journal(key, `the journal of ${environment} in the database`);
      },
    },
  });
}
