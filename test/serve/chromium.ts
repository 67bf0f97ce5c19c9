/**
 * Runs Debian's Chromium, if it is installed. Serves the app over a socket, with the content security policy of a
 * server.
 */

import { spawnSync } from "node:child_process";
import { serve } from "@hono/node-server";
import axe from "axe-core";
import { Hono } from "hono";
import type { Browser, Page } from "playwright-core";
import type { WebEnv } from "../../src/serve/web/viewer.ts";
import type { AskedApp } from "./web-app.ts";

/** The reason why tests are skipped without Chromium. It is one of the accepted reasons. */
export const noChromium =
  "chromium is not here, in which the server's pages are looked at: apt-get install chromium";

const named = ["chromium", "chromium-browser", "google-chrome"];

/** Returns the path of Chromium, or undefined if it is not installed. */
export function chromium(): string | undefined {
  return named.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim()).find(Boolean);
}

/** Starts a browser without the sandbox, because containers do not support it. */
export async function browserAt(executablePath: string): Promise<Browser> {
  const { chromium: engine } = await import("playwright-core");
  return engine.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });
}

/** A policy that allows no inline script or style, and no external resources. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Serves the app at a port of this machine. */
export async function served(app: AskedApp): Promise<{ readonly url: string; close(): void }> {
  const guarded = new Hono<WebEnv>();
  guarded.use(async (c, next) => {
    await next();
    c.res.headers.set("content-security-policy", policy);
  });
  guarded.route("/", app.whole);
  return new Promise((done) => {
    const server = serve(
      { fetch: guarded.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      ({ port }) =>
        done({
          url: `http://127.0.0.1:${port}`,
          close: () => {
            app.close();
            server.close();
          },
        }),
    );
  });
}

/** Returns the violations that axe calls serious or critical, with their elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: readonly {
    impact: string;
    id: string;
    nodes: readonly { html: string; failureSummary: string }[];
  }[] = await page.evaluate("axe.run(document).then(({ violations }) => violations)");
  return found
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}
