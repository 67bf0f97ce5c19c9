/** The one place where the parts of a server meet: the loop that follows, and the page that shows. */

import { Hono } from "hono";
import type { Problem } from "../model/problem.ts";
import type { Log } from "../model/wire.ts";
import type { LogOptions } from "../runtime/log.ts";
import { loopSettingsOf } from "./config/loop-settings.ts";
import type { ServeConfig } from "./config/serve-config.ts";
import type { ServerParts } from "./serve.ts";
import type { Served } from "./served.ts";
import type { WebEnv } from "./web/viewer.ts";

/** What they are given. */
export interface PartPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** How the loop keeps its own. */
  readonly logging: Omit<LogOptions, "secrets">;
  /** Of trueup. */
  readonly version: string;
}

/** The parts, and how they end in good order. */
export interface StartedParts extends ServerParts {
  close(): Promise<void>;
}

/** Starts them; a problem where they cannot be. */
export async function startParts(
  config: ServeConfig,
  { env }: PartPorts,
): Promise<StartedParts | { readonly problem: Problem }> {
  const settings = loopSettingsOf(config, env);
  // `startLoop(settings, ...)` and `webApp(served, ...)` take the place of these.
  const served: Served = {
    environments: () => [],
    find: () => undefined,
    listen: () => () => {},
    ask: async () => ({ is: "unknown", message: "There is no such environment." }),
    moved: () => {},
    status: () => ({ isAlive: true, isReady: true }),
  };
  const web = (of: Served) => {
    const app = new Hono<WebEnv>();
    app.get("/", (c) =>
      c.json({
        who: c.var.who.name,
        follows: settings.repositories.map(({ name }) => name),
        environments: of.environments(),
      }),
    );
    return { app, close: () => {} };
  };
  return { served, web, close: async () => {} };
}
