/** `trueup work`: connects to targets for a trueup server, with the credentials of this machine. */

import { noToken } from "../../../database/plant/problems.ts";
import { matches } from "../../../model/listed/glob.ts";
import { hasErrors, type Problem, problem } from "../../../model/problem.ts";
import { commandIn } from "../../../model/secret.ts";
import { Budgets } from "../../../pace/budgets.ts";
import { clock } from "../../../runtime/clock.ts";
import { processName } from "../../../runtime/environment.ts";
import { random, runId } from "../../../runtime/random.ts";
import { withPooledSecrets } from "../../../runtime/secrets/secret-pool.ts";
import type { Cli } from "../../cli.ts";
import { tellProblems } from "../../terminal/printing.ts";
import { stopSignal } from "../../terminal/stop-signal.ts";
import { type ComingWorker, placeAtDatabase, placeAtServer } from "./worker-place.ts";

/** The command's options. The worker works for a database, or for the server that the command line names. */
export interface WorkCommandOptions {
  /** The database: `env:NAME`, `file:PATH`, or a URL without a password. */
  readonly database?: string | undefined;
  /** The reference to the token for the server. */
  readonly token?: string | undefined;
  /** The PEM file with the authority that signed the server's certificate. */
  readonly ca?: string | undefined;
  /** Globs of references that may be opened. */
  readonly secrets: readonly string[];
  /** The targets that the worker reads and writes, if it works for a database. */
  readonly targets?: readonly string[] | undefined;
  readonly exceptTargets?: readonly string[] | undefined;
  /** The maximum number of shards that the worker holds at a time. Default: 50. */
  readonly shards?: number | undefined;
}

/** Exit status: 0 if a signal ended the command and no work is left; 1 if the database or the server cannot be used. */
export async function runWork(cli: Cli, options: WorkCommandOptions): Promise<number> {
  const [{ work }, { sessionHost }] = await Promise.all([
    import("../../../database/work.ts"),
    import("../../../engine/elsewhere/session-host.ts"),
  ]);
  const env = withPooledSecrets(cli.env);
  const name = processName();
  const place = await placeOf(cli, { env, name }, options);
  if ("problems" in place) return refused(cli, place.problems);
  const { rows } = place;
  const allowed = { env, refused: (reference: string) => refusal(options.secrets, reference, name) };
  const host = sessionHost({
    world: { clock, random },
    budgets: new Budgets(clock),
    log: cli.log,
    bundles: (digest) => rows.bundle(digest),
    secretsOf: () => allowed,
    name,
  });
  const ended = new AbortController();
  void stopSignal().then(() => {
    cli.err(
      "\nStopping: sent requests are completed; other workers do the rest. Interrupt again to stop at once.\n",
    );
    ended.abort(new Error("the worker was asked to end"));
  });
  cli.out(`Working as ${name}. Ctrl-C ends it.\n`);
  const worker = { name, version: cli.version };
  const { shards: most = 50 } = options;
  await work({ rows, host, clock, newId: runId, worker, most, signal: ended.signal });
  await host.close();
  await place.close();
  return 0;
}

function placeOf(cli: Cli, worker: ComingWorker, options: WorkCommandOptions) {
  const { database, token, ca, targets, exceptTargets } = options;
  const { server } = cli.global;
  if (server !== undefined && token !== undefined && database === undefined)
    return placeAtServer(cli, worker, { url: server, token, ca });
  const range = { only: targets, except: exceptTargets };
  if (database !== undefined) return placeAtDatabase(cli, worker, { database, range });
  return { problems: [noToken()] };
}

function refused(cli: Cli, problems: readonly Problem[]): number {
  tellProblems(cli, problems);
  return hasErrors(problems) ? 1 : 0;
}

/**
 * Why a reference is not opened here; undefined if it may be opened. A command is never run on behalf of another
 * machine.
 */
function refusal(allowed: readonly string[], reference: string, name: string): Problem | undefined {
  const isCommand = commandIn(reference) !== undefined;
  if (allowed.some((glob) => matches(glob, reference)) && !isCommand) return undefined;
  const message = `the worker ${name} may not open ${reference}.`;
  if (isCommand)
    return problem("secret-withheld", message, {
      hint: "Use env:NAME or file:PATH: workers run no commands that print secrets.",
    });
  return problem("secret-withheld", message, {
    hint: `Start the worker with --secrets '${reference}', or with a glob that matches it.`,
  });
}
