/**
 * Serves a simulated world on loopback, with one listener for each interface. This file starts the HTTP listeners, and
 * `ssh.ts` starts SSH.
 */

import type { Server } from "node:http";
import { builtInCompany } from "./company.ts";
import { armed, type Fault } from "./faults.ts";
import { closed, listener, listening } from "./listener.ts";
import { type ServedSsh, serveSsh } from "./ssh.ts";
import { interfaceNames, type SimulatedName } from "./wire/served-names.ts";
import type { SimulatorSettings } from "./wire/settings.ts";
import { createWorld, type World, type WorldSeed } from "./world.ts";
import { hold, type ServedWorld } from "./world-holder.ts";

/** What is served, and how it is served. */
export interface ServeOptions {
  /** The initial content. Default: the built-in company. */
  readonly seed?: WorldSeed;
  /** The ports of the interfaces. If a port is 0 or absent, any free port is used. */
  readonly ports?: Partial<Record<SimulatedName, number>>;
  readonly settings?: Partial<SimulatorSettings>;
  /** The initial faults. Default: there are none. */
  readonly faults?: readonly Fault[];
  /** The clock for limits, windows and tokens, in milliseconds. Default: the machine's clock. */
  readonly now?: () => number;
}

/** A simulator that is listening. */
export interface RunningSimulator {
  /** The base URLs for targets. The URLs of restconf and netconf contain `{host}`. */
  readonly urls: Readonly<Record<SimulatedName, string>>;
  /** The fingerprint and the known_hosts line by which a NETCONF client recognizes the simulator's host key. */
  readonly hostKey: Pick<ServedSsh, "fingerprint" | "knownHost">;
  /** The base URL of `/_sim/...`, which every listener has. */
  readonly admin: string;
  /** Returns the current simulated world. Later requests do not change the returned value. */
  readonly world: () => World;
  /** Replaces the simulated world with the result of a function. */
  readonly edit: ServedWorld["edit"];
  /** Closes every listener and connection. */
  readonly close: () => Promise<void>;
}

/** Serves a simulated world. Rejects with the system's error if a port is taken. */
export async function serve(options: ServeOptions = {}): Promise<RunningSimulator> {
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const world = createWorld(options.seed ?? builtInCompany(), options.settings);
  const faults = (options.faults ?? []).map((fault) => armed(fault, now()));
  const held = hold({ ...world, faults }, now);
  const servers: Server[] = [];
  const origins = {
    dashboard: "",
    controller: "",
    fabric: "",
    restconf: "",
    messaging: "",
    servers: "",
    sdwan: "",
    firewall: "",
  };
  const close = async () => {
    await Promise.all(servers.map(closed));
  };
  try {
    for (const name of interfaceNames) {
      const server = listener(name, held);
      servers.push(server);
      origins[name] = await listening(server, options.ports?.[name] ?? 0);
    }
    const ssh = await serveSsh(held, options.ports?.netconf ?? 0);
    const urls = { ...origins, restconf: `${origins.restconf}/devices/{host}`, netconf: ssh.url };
    return {
      urls,
      hostKey: { fingerprint: ssh.fingerprint, knownHost: ssh.knownHost },
      admin: `${origins.dashboard}/_sim`,
      world: held.world,
      edit: held.edit,
      close: async () => {
        await Promise.all([close(), ssh.close()]);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
