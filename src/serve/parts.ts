/** Connects the parts of a server: the loop that follows repositories, the hosting, and the web app. */

import type { Problem } from "../model/problem.ts";
import type { Log } from "../model/wire.ts";
import { Budgets } from "../pace/budgets.ts";
import { clock } from "../runtime/clock.ts";
import type { LogOptions } from "../runtime/log.ts";
import { ownProgram } from "../runtime/own-program.ts";
import { random } from "../runtime/random.ts";
import type { Redactor } from "../runtime/secrets/redactor.ts";
import { loopSettingsOf } from "./config/loop-settings.ts";
import type { ServeConfig } from "./config/serve-config.ts";
import type { HostingPorts } from "./hosting/hosted-repository.ts";
import { startHosting } from "./hosting/hosting.ts";
import { startLoop } from "./loop/loop.ts";
import type { OpenWorkersPlace } from "./runner/at-workers.ts";
import { engine } from "./runner/thread/engine.ts";
import type { ServerParts } from "./serve.ts";
import { webApp } from "./web/app.ts";

/** The inputs of the parts. */
export interface PartPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Learns the tokens of hosts, so that they are redacted. */
  readonly secrets: Redactor;
  /** Records the commands that comments contain. */
  readonly audit: HostingPorts["audit"];
  /** Log options for the loop and the runner. */
  readonly logging: Omit<LogOptions, "secrets">;
  /** trueup's version. */
  readonly version: string;
}

/** The running parts, and how to stop them in order. */
export interface StartedParts extends ServerParts {
  close(): Promise<void>;
}

/** Starts the parts. Returns a problem if they cannot be started. */
export async function startParts(
  config: ServeConfig,
  { env, log, secrets, audit, logging, version }: PartPorts,
): Promise<StartedParts | { readonly problem: Problem }> {
  const database = await databaseOf(config, { env, version });
  if (database && "problem" in database) return database;
  const world = { clock, random };
  const budgets = new Budgets(clock);
  const runner = engine({ logging, log, database: database?.place });
  const onMistake = (error: unknown) => log.warn("a listener for changes failed", { error });
  const started = await startLoop(loopSettingsOf(config, env), { world, log: logging, runner, onMistake });
  if ("problem" in started) {
    await database?.close();
    return started;
  }
  const { loop } = started;
  const seenOf = (id: string) => loop.seenOf(id);
  const on = {
    served: loop,
    runner,
    seenOf,
    world,
    log,
    secrets,
    audit,
    budgets,
    env,
    program: ownProgram(),
  };
  const hosting = await startHosting(config, on);
  const uses = () => new Map([...budgets.uses(), ...runner.uses()]);
  const pageFailed = (error: unknown) => log.warn("a page failed", { error });
  return {
    served: loop,
    web: (served) =>
      webApp(served, {
        clock,
        version,
        onMistake: pageFailed,
        budgets: uses,
        workers: database?.shards.workersNow,
      }),
    rowsFor: database?.shards.rowsFor,
    proposed: hosting.proposed,
    commented: hosting.commented,
    close: async () => {
      await hosting.close();
      await loop.close();
      await runner.close();
      await database?.close();
    },
  };
}

async function databaseOf(
  { database, folder }: ServeConfig,
  on: Pick<PartPorts, "env" | "version">,
): Promise<OpenWorkersPlace | { readonly problem: Problem } | undefined> {
  if (database === undefined) return undefined;
  // Only a server with a database loads the code that talks to one.
  const { openWorkersPlace } = await import("./runner/at-workers.ts");
  return openWorkersPlace(database, { ...on, folder });
}
