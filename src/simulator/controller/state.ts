/** The state of the simulated controller: site health, an inventory, issued tokens. */

import type { JsonObject } from "../../model/json.ts";
import type { CatalystState } from "./catalyst/state.ts";

/** Health of a site. */
export interface SiteSeed {
  readonly siteName: string;
  /** 10 denotes a badly degraded site; 100 is best. */
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
  /** `unreachable` is the only status that the specification of the simulated API names. */
  readonly status: string;
}

/** The state of the controller. Never changed in place. */
export interface ControllerState {
  readonly sites: readonly JsonObject[];
  /** The devices by id. */
  readonly devices: ReadonlyMap<string, JsonObject>;
  /** When new devices that are not listed yet will be listed, by id. */
  readonly shownFrom: ReadonlyMap<string, number>;
  /** When each token ends, by the world's clock. */
  readonly tokens: ReadonlyMap<string, number>;
  /** The number of tokens that were issued. */
  readonly counted: number;
  /** The number of devices that ever existed: ids are never reused. */
  readonly devicesCounted: number;
  /** The extra state of mode `catalyst-center`. Absent: the initial one. */
  readonly catalyst?: CatalystState;
}

/** The initial state of a controller. */
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
