/** `trueup work`: answers for sessions of a trueup server's targets, with the credentials of this machine. */

import { matches } from "../../../model/listed/glob.ts";
import { hasErrors, type Problem, problem } from "../../../model/problem.ts";
import { Budgets } from "../../../pace/budgets.ts";
import { clock } from "../../../runtime/clock.ts";
import { processName } from "../../../runtime/environment.ts";
import { random, runId } from "../../../runtime/random.ts";
import { withPooledSecrets } from "../../../runtime/secrets/secret-pool.ts";
import type { Cli } from "../../cli.ts";
import { tellProblems } from "../../terminal/printing.ts";
import { stopSignal } from "../../terminal/stop-signal.ts";

/** What the user asked for. */
export interface WorkCommandOptions {
  /** `env:NAME`, `file:PATH`, or a URL without a password. */
  readonly database: string;
  /** Globs of references that may be opened. */
  readonly secrets: readonly string[];
  /** The number of shards at the most at a time. */
  readonly shards?: number | undefined;
}

/** 0 when a signal has ended it and nothing is in hand; 1 when the database cannot be used. */
export async function runWork(cli: Cli, options: WorkCommandOptions): Promise<number> {
  const [{ databaseUrl }, { openDatabase }, { shardsOf }, { sessionHost }] = await Promise.all([
    import("../../../database/reference.ts"),
    import("../../../database/open.ts"),
    import("../../../database/shards.ts"),
    import("../../../engine/elsewhere/session-host.ts"),
  ]);
  const env = withPooledSecrets(cli.env);
  const named = await databaseUrl(options.database, { env, folder: cli.cwd });
  if ("problems" in named) return refused(cli, named.problems);
  const opened = await openDatabase(named.url, clock);
  if ("problems" in opened) return refused(cli, opened.problems);
  const name = processName();
  const shards = shardsOf(opened, { clock, newId: runId, process: name, version: cli.version });
  const allowed = { env, refused: (reference: string) => refusal(options.secrets, reference, name) };
  const host = sessionHost({
    world: { clock, random },
    budgets: new Budgets(clock),
    log: cli.log,
    bundles: shards.bundle,
    secretsOf: () => allowed,
    name,
  });
  const ended = new AbortController();
  void stopSignal().then(() => {
    cli.err(
      "\nStopping: what has left is awaited, the rest is given back. Interrupt again to stop at once.\n",
    );
    ended.abort(new Error("the worker was asked to end"));
  });
  cli.out(`Working as ${name}. Ctrl-C ends it.\n`);
  await shards.work({ host, most: options.shards, signal: ended.signal });
  await host.close();
  await opened.close();
  return 0;
}

function refused(cli: Cli, problems: readonly Problem[]): number {
  tellProblems(cli, problems);
  return hasErrors(problems) ? 1 : 0;
}

/** Why a reference is not opened here; a command is never run for somebody else. */
function refusal(allowed: readonly string[], reference: string, name: string): Problem | undefined {
  if (allowed.some((glob) => matches(glob, reference)) && !reference.startsWith("command:")) return undefined;
  const message = `${name} does not open ${reference}.`;
  return problem("secret-withheld", message, { hint: `Start it with --secrets '${reference}', or a glob.` });
}
