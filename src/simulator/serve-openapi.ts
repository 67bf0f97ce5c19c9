/**
 * Serves an OpenAPI description on loopback, with the same limits, faults and log as the other simulated interfaces.
 */

import { armed, type Fault } from "./faults.ts";
import { closed, listener, listening } from "./listener.ts";
import type { OpenApiState } from "./openapi/state.ts";
import type { SimulatorSettings } from "./wire/settings.ts";
import { createWorld, type World } from "./world.ts";
import { hold, type ServedWorld } from "./world-holder.ts";

/** The description to serve, and how it is served. */
export interface ServeOpenApiOptions {
  readonly state: OpenApiState;
  /** The port. If it is 0 or absent, any free port is used. */
  readonly port?: number;
  readonly settings?: Partial<SimulatorSettings>;
  readonly faults?: readonly Fault[];
  /** The clock for limits, in milliseconds. Default: the machine's clock. */
  readonly now?: () => number;
}

/** A served description. */
export interface ServedOpenApi {
  /** The URL, including the description's base path. */
  readonly url: string;
  /** The base URL of `/_sim/...`. */
  readonly admin: string;
  readonly world: () => World;
  readonly edit: ServedWorld["edit"];
  readonly close: () => Promise<void>;
}

/** Serves a description. Rejects with the system's error if the port is taken. */
export async function serveOpenApi(options: ServeOpenApiOptions): Promise<ServedOpenApi> {
  const { state, port = 0, settings, faults = [] } = options;
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const world = { ...createWorld({}, settings), openapi: state };
  const held = hold({ ...world, faults: faults.map((fault) => armed(fault, now())) }, now);
  const server = listener("openapi", held);
  const origin = await listening(server, port);
  return {
    url: `${origin}${state.api?.basePath ?? ""}`,
    admin: `${origin}/_sim`,
    world: held.world,
    edit: held.edit,
    close: () => closed(server),
  };
}
