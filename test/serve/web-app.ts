/** The app without a running server, for requests like those of browsers and machines. */

import { Hono } from "hono";
import type { Clock } from "../../src/model/wire.ts";
import type { Served } from "../../src/serve/served.ts";
import { type WebApp, type WebOptions, webApp } from "../../src/serve/web/app.ts";
import type { Viewer, WebEnv } from "../../src/serve/web/viewer.ts";
import { now } from "./web-world.ts";

/** A person with all permissions and their own page. */
export const owner: Viewer = { name: "mara@acme.example", role: "apply", csrf: "csrf-of-mara" };

/** A clock that stands still. A wait ends only when it is aborted. */
export const stillClock: Clock = {
  now: () => 0,
  date: () => now,
  wait: (_, signal) =>
    new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    ),
};

/** An app, with functions that send requests to it. */
export interface AskedApp extends WebApp {
  /** Errors of the program that occurred during requests. */
  readonly mistakes: readonly unknown[];
  readonly whole: Hono<WebEnv>;
  ask(path: string, init?: RequestInit): Promise<Response>;
  page(path: string): Promise<string>;
}

/** Returns the app for requests of the viewer `who`. `nobody` stands for an unknown caller. */
export function appOn(
  served: Served,
  { who = owner, ...more }: Partial<WebOptions> & { who?: Viewer | "nobody" } = {},
): AskedApp {
  const mistakes: unknown[] = [];
  const made = webApp(served, {
    clock: stillClock,
    version: "1.2.3",
    onMistake: (one) => mistakes.push(one),
    ...more,
  });
  const whole = new Hono<WebEnv>();
  whole.use(async (c, next) => {
    if (who !== "nobody") c.set("who", who);
    await next();
  });
  whole.route("/", made.app);
  const ask = async (path: string, init?: RequestInit) => whole.request(`http://trueup.test${path}`, init);
  return {
    ...made,
    mistakes,
    whole,
    ask,
    page: async (path) => (await ask(path)).text(),
  };
}
