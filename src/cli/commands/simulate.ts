/** `trueup simulate`: serves the simulated interfaces on loopback until it is stopped. */

import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { z } from "zod";
import { faultSchema } from "../../simulator/faults.ts";
import { habitSchema, type ValueHabit } from "../../simulator/habits/habit.ts";
import { worldSeedSchema } from "../../simulator/seed.ts";
import { type RunningSimulator, type ServeOptions, serve } from "../../simulator/serve.ts";
import { serveOpenApi } from "../../simulator/serve-openapi.ts";
import { positionText, readJson } from "../../simulator/wire/json-text.ts";
import type { ModeSettings } from "../../simulator/wire/mode-settings.ts";
import { type SimulatedName, simulatedNames } from "../../simulator/wire/served-names.ts";
import { defaultSettings, type SimulatorSettings } from "../../simulator/wire/settings.ts";
import type { Cli } from "../cli.ts";
import { BadFile, describedState, describedWelcome, textOf } from "../described.ts";

/** The command's arguments and options. */
export interface SimulateOptions extends ModeSettings {
  /** The dashboard's port; the ports of other servers follow it. If 0, any free ports are used. */
  readonly portBase: number;
  readonly readinessSeconds: number;
  /** How many seconds a batch of the dashboard takes for each of its actions. */
  readonly batchActionSeconds: number;
  /** The dashboard's rate limit. Default: the usual limit of its mode. */
  readonly requestsPerSecond?: number | undefined;
  readonly latencyMs: number;
  /** A JSON file with the initial state, instead of the built-in company. */
  readonly seedFile?: string;
  /** A JSON file with a list of faults that are active from the start. */
  readonly faults?: string;
  /** A JSON file with a list of habits, by which servers change written values. */
  readonly habits?: string;
  /** A file with the public keys that the routers' SSH accepts. */
  readonly routerKeys?: string;
  readonly serversKey?: string;
  /** An OpenAPI description that is served instead of the built-in interfaces. */
  readonly openapi?: string;
  /** A JSON file of paths and values: the initial state of the server that `openapi` describes. */
  readonly state?: string;
  /** The random seed for the contents that are generated from `openapi`. Default: 0. */
  readonly seed?: number | undefined;
  /** Whether a `PUT` to the server of `openapi` replaces the resource, or merges into it. Default: it merges. */
  readonly put?: SimulatorSettings["openapiPut"];
}

/** The difference between each server's port and the first port. */
export const portOffsets: Readonly<Record<SimulatedName, number>> = {
  dashboard: 0,
  controller: 1,
  fabric: 2,
  restconf: 3,
  netconf: 4,
  messaging: 5,
  servers: 6,
  sdwan: 7,
  firewall: 8,
};

/** Exit status: 0 if a signal stopped the simulator, 1 if a port is in use or a file is invalid. */
export async function runSimulate(cli: Cli, options: SimulateOptions): Promise<number> {
  const { portBase } = options;
  try {
    if (options.openapi !== undefined)
      return await runDescription(cli, { ...options, openapi: options.openapi });
    const keys = { routers: await keysFrom(cli, options), servers: await serversKeyFrom(cli, options) };
    const habits = await habitsFrom(cli, options);
    const served = await serve({
      ...(await fromFiles(cli, options)),
      ...fromOptions(options, { ...keys, habits }),
    });
    cli.out(welcome(served, cli));
    await stopped();
    await served.close();
    return 0;
  } catch (error) {
    if (error instanceof BadFile) {
      cli.err(`${error.message}\n`);
      return 1;
    }
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") throw error;
    cli.err(
      `A port from ${portBase} on is in use: choose other ports with --port-base, or 0 for any free ports.\n`,
    );
    return 1;
  }
}

async function runDescription(
  cli: Cli,
  options: SimulateOptions & { readonly openapi: string },
): Promise<number> {
  const { portBase, requestsPerSecond, latencyMs, put, faults, seed = 0 } = options;
  const state = await describedState(cli, options.openapi, { file: options.state, seed });
  const { openapiPut, openapiRequestsPerSecond } = defaultSettings;
  const served = await serveOpenApi({
    state,
    port: portBase,
    settings: {
      openapiRequestsPerSecond: requestsPerSecond ?? openapiRequestsPerSecond,
      latencyMs,
      habits: await habitsFrom(cli, options),
      openapiPut: put ?? openapiPut,
    },
    ...(faults !== undefined && { faults: await readAs(resolve(cli.cwd, faults), z.array(faultSchema)) }),
  });
  cli.out(describedWelcome(served, state, cli));
  await stopped();
  await served.close();
  return 0;
}

/** Public keys of clients, and habits of servers, which were read from files. */
interface KnownFromFiles {
  readonly habits: readonly ValueHabit[];
  readonly routers: readonly string[];
  readonly servers: SimulatorSettings["credentials"]["serversKeys"];
}

function fromOptions(options: SimulateOptions, known: KnownFromFiles): ServeOptions {
  const { portBase, requestsPerSecond } = options;
  const { dashboardMode, controllerMode, fabricMode, restconfMode } = options;
  const { messagingMode, serversMode, sdwanMode, firewallMode } = options;
  const offsets = Object.entries(portOffsets);
  const ports = portBase === 0 ? {} : Object.fromEntries(offsets.map(([name, at]) => [name, portBase + at]));
  const settings = {
    readinessMs: options.readinessSeconds * 1000,
    batchActionMs: options.batchActionSeconds * 1000,
    ...(requestsPerSecond !== undefined && { dashboardRequestsPerSecond: requestsPerSecond }),
    latencyMs: options.latencyMs,
    habits: known.habits,
    dashboardMode,
    controllerMode,
    fabricMode,
    restconfMode,
    messagingMode,
    serversMode,
    sdwanMode,
    firewallMode,
    netconf: { ...defaultSettings.netconf, publicKeys: known.routers },
    credentials: { ...defaultSettings.credentials, serversKeys: known.servers },
  };
  return { ports, settings };
}

async function fromFiles({ cwd }: Cli, { seedFile, faults }: SimulateOptions): Promise<ServeOptions> {
  return {
    ...(seedFile !== undefined && { seed: await readAs(resolve(cwd, seedFile), worldSeedSchema) }),
    ...(faults !== undefined && { faults: await readAs(resolve(cwd, faults), z.array(faultSchema)) }),
  };
}

async function habitsFrom({ cwd }: Cli, { habits }: SimulateOptions): Promise<readonly ValueHabit[]> {
  return habits === undefined ? [] : readAs(resolve(cwd, habits), z.array(habitSchema));
}

async function keysFrom({ cwd }: Cli, { routerKeys }: SimulateOptions): Promise<readonly string[]> {
  if (routerKeys === undefined) return [];
  const lines = (await textOf(resolve(cwd, routerKeys))).split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

async function serversKeyFrom(
  { cwd }: Cli,
  { serversKey }: SimulateOptions,
): Promise<KnownFromFiles["servers"]> {
  if (serversKey === undefined) return [];
  const publicKey = await textOf(resolve(cwd, serversKey));
  try {
    createPublicKey(publicKey);
  } catch {
    throw new BadFile(`${serversKey} is not a public key in PEM.`);
  }
  return [{ id: "simulated-key", publicKey }];
}

async function readAs<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const text = await textOf(path);
  const json = readJson(text);
  if ("faultAt" in json) throw new BadFile(`${path} is not JSON at ${positionText(text, json.faultAt)}.`);
  const read = schema.safeParse(json.value);
  if (read.success) return read.data;
  throw new BadFile(`${path} is not valid (docs/simulator.md):\n${z.prettifyError(read.error)}`);
}

/** Resolves at the first signal that stops the simulator. */
function stopped(): Promise<unknown> {
  return Promise.race(["SIGINT", "SIGTERM"].map((name) => once(process, name)));
}

function welcome({ urls, admin, hostKey }: RunningSimulator, { style }: Cli): string {
  const lines = simulatedNames.map((name) => `  ${name.padEnd(10)}  ${urls[name]}`);
  const exports = Object.entries(environment()).map(([name, value]) => `export ${name}=${value}`);
  const title = style.bold("The simulator is listening on loopback. Ctrl-C ends it.");
  const log = `  ${"log".padEnd(10)}  ${admin}/requests`;
  const approval = "asks a person on a page, unless the query has approval=automatic";
  const login = `  ${"login".padEnd(10)}  ${urls.firewall}/oauth/authorize ${approval}`;
  const { fingerprint, knownHost } = hostKey;
  const known = [
    "# the host key of netconf, and its line for a file of known hosts:",
    `# ${fingerprint}`,
    knownHost,
  ];
  const all = [title, "", ...lines, log, login, "", "# its credentials:", ...exports, "", ...known];
  return `${all.join("\n")}\n`;
}

/** The credentials, by the variable names of the example project. */
export function environment(): Readonly<Record<string, string>> {
  const { credentials } = defaultSettings;
  const client = (name: string) => credentials.clients.find((each) => each.interface === name);
  return {
    DASHBOARD_API_KEY: credentials.apiKey,
    CONTROLLER_USER: credentials.username,
    CONTROLLER_PASSWORD: credentials.password,
    FABRIC_TOKEN: credentials.fabricToken,
    // The variables for the mode apic, as `trueup init` names them.
    FABRIC_USER: credentials.username,
    FABRIC_PASSWORD: credentials.password,
    ROUTER_USER: credentials.routerUsername,
    ROUTER_PASSWORD: credentials.routerPassword,
    MESSAGING_CLIENT_ID: client("messaging")?.id ?? "",
    MESSAGING_CLIENT_SECRET: client("messaging")?.secret ?? "",
    SERVERS_CLIENT_ID: client("servers")?.id ?? "",
    SERVERS_CLIENT_SECRET: client("servers")?.secret ?? "",
    SDWAN_TOKEN: credentials.sdwanToken,
    FIREWALL_USER: credentials.firewallUsername,
    FIREWALL_PASSWORD: credentials.firewallPassword,
    FIREWALL_CLIENT_ID: client("firewall")?.id ?? "",
    FIREWALL_REFRESH_TOKEN: credentials.firewallRefreshToken,
  };
}
