/** Runs shards of which workers hold the sessions: questions, answers and journals are rows of a database. */

import { openDatabase } from "../../database/open.ts";
import { shardsOf } from "../../database/shards.ts";
import { Secret } from "../../model/secret.ts";
import { processName } from "../../runtime/environment.ts";
import { runId } from "../../runtime/random.ts";
import { inProcessRunner, type RunnerPorts } from "./in-process.ts";
import type { Runner } from "./runner.ts";

/** Where the database is, and which program this is. */
export interface WorkersPlace {
  /** With its password. */
  readonly url: string;
  readonly version: string;
}

/** A runner over a database. Rejects if the database cannot be used. */
export async function workersRunner(
  { url, version }: WorkersPlace,
  ports: Omit<RunnerPorts, "elsewhere">,
): Promise<Runner> {
  const { clock } = ports.world;
  const opened = await openDatabase(new Secret(url), clock);
  if ("problems" in opened) throw new Error(opened.problems.map(({ message }) => message).join(" "));
  const shards = shardsOf(opened, { clock, newId: runId, process: processName(), version });
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
