/** The app on a server that nobody runs, asked as browsers and machines do. */

import { Hono } from "hono";
import type { Clock } from "../../src/model/wire.ts";
import type { Served } from "../../src/serve/served.ts";
import { type WebApp, type WebOptions, webApp } from "../../src/serve/web/app.ts";
import type { Viewer, WebEnv } from "../../src/serve/web/viewer.ts";
import { now } from "./web-world.ts";

/** Somebody who may do everything, with a page of their own. */
export const owner: Viewer = { name: "mara@acme.example", role: "apply", csrf: "csrf-of-mara" };

/** A clock that stands still; nothing that waits for it ends before it is stopped. */
export const stillClock: Clock = {
  now: () => 0,
  date: () => now,
  wait: (_, signal) =>
    new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    ),
};

/** An app, and how it is asked. */
export interface AskedApp extends WebApp {
  /** The mistakes of ours that it met. */
  readonly mistakes: readonly unknown[];
  readonly whole: Hono<WebEnv>;
  ask(path: string, init?: RequestInit): Promise<Response>;
  page(path: string): Promise<string>;
}

/** The app as it is asked by `who`; undefined: by nobody who is known. */
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
