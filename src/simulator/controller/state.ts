/** The state of the simulated controller: site health, an inventory, issued tokens. */

import type { JsonObject } from "../../model/json.ts";
import type { CatalystState } from "./catalyst/state.ts";

/** Health of a site. */
export interface SiteSeed {
  readonly siteName: string;
  /** The health. 10 means a badly degraded site, and 100 is best. */
  readonly healthScore: number;
  readonly numberOfClients: number;
}

/** A device of the inventory. */
export interface InventorySeed {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly softwareVersion: string;
  readonly managementIpAddress: string;
  /** The status. The specification of the simulated API names only the status `unreachable`. */
  readonly status: string;
}

/** The state of the controller. The object is never modified. */
export interface ControllerState {
  readonly sites: readonly JsonObject[];
  /** The devices by id. */
  readonly devices: ReadonlyMap<string, JsonObject>;
  /** The new devices that lists do not show yet, by id, each with the time from which lists show it. */
  readonly shownFrom: ReadonlyMap<string, number>;
  /** When each token ends, on the simulator's clock. */
  readonly tokens: ReadonlyMap<string, number>;
  /** The number of tokens that were issued. */
  readonly counted: number;
  /** The number of devices that have ever existed. It is counted because ids are never reused. */
  readonly devicesCounted: number;
  /** The extra state of mode `catalyst-center`. If absent, it is the initial state. */
  readonly catalyst?: CatalystState;
}

/** Returns the initial state of a controller. */
export function controllerState(
  sites: readonly SiteSeed[],
  devices: readonly InventorySeed[],
): ControllerState {
  return {
    sites: sites.map((site) => ({ ...site })),
    devices: new Map(devices.map((device) => [device.id, { ...device }])),
    shownFrom: new Map(),
    tokens: new Map(),
    counted: 0,
    devicesCounted: devices.length,
  };
}
