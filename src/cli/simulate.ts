/** `trueup simulate`: serves the specification's interfaces on loopback until it is stopped. */

import { once } from "node:events";
import { serve } from "../simulator/serve.ts";
import { defaultSettings } from "../simulator/wire/settings.ts";
import type { Cli } from "./cli.ts";

/** What the user asked for. */
export interface SimulateOptions {
  /** The dashboard's port; the others follow. 0: any free ports. */
  readonly portBase: number;
  readonly readinessSeconds: number;
  readonly requestsPerSecond: number;
  readonly latencyMs: number;
}

/** 0 when it was stopped by a signal, 1 when a port is taken. */
export async function simulate(cli: Cli, options: SimulateOptions): Promise<number> {
  const { portBase } = options;
  const port = (offset: number) => (portBase === 0 ? 0 : portBase + offset);
  const ports = { dashboard: port(0), controller: port(1), fabric: port(2), restconf: port(3) };
  const settings = {
    readinessMs: options.readinessSeconds * 1000,
    dashboardRequestsPerSecond: options.requestsPerSecond,
    latencyMs: options.latencyMs,
  };
  try {
    const served = await serve({ ports, settings });
    cli.out(welcome(served.urls, served.admin, cli));
    await stopped();
    await served.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") throw error;
    cli.err(
      `A port from ${portBase} on is taken: choose others with --port-base, or 0 for any that are free.\n`,
    );
    return 1;
  }
}

/** Resolves at the first signal that ends it. */
function stopped(): Promise<unknown> {
  return Promise.race(["SIGINT", "SIGTERM"].map((name) => once(process, name)));
}

function welcome(urls: Readonly<Record<string, string>>, admin: string, { style }: Cli): string {
  const { credentials } = defaultSettings;
  const env = {
    DASHBOARD_API_KEY: credentials.apiKey,
    CONTROLLER_USER: credentials.username,
    CONTROLLER_PASSWORD: credentials.password,
    FABRIC_TOKEN: credentials.fabricToken,
    ROUTER_USER: credentials.routerUsername,
    ROUTER_PASSWORD: credentials.routerPassword,
  };
  const lines = Object.entries(urls).map(([name, url]) => `  ${name.padEnd(10)}  ${url}`);
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${value}`);
  const title = style.bold("The simulator is listening on loopback. Ctrl-C ends it.");
  const log = `  ${"log".padEnd(10)}  ${admin}/requests`;
  return `${[title, "", ...lines, log, "", "# its credentials:", ...exports].join("\n")}\n`;
}
