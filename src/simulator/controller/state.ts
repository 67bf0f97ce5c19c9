/** What the simulated controller holds: the health of sites, an inventory, the tokens it gave out. */

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
  /** `unreachable` is the one value that the specification shows. */
  readonly status: string;
}

/** The state of the controller. Never changed in place. */
export interface ControllerState {
  readonly sites: readonly JsonObject[];
  /** By id. */
  readonly devices: ReadonlyMap<string, JsonObject>;
  /** When what was added and is not shown yet will be, by id. */
  readonly shownFrom: ReadonlyMap<string, number>;
  /** When each token ends, on the world's clock. */
  readonly tokens: ReadonlyMap<string, number>;
  /** How many tokens were given out. */
  readonly counted: number;
  /** How many devices there ever were: an id is given once. */
  readonly devicesCounted: number;
  /** Mode `catalyst-center`: what it holds besides. Absent: as at the beginning. */
  readonly catalyst?: CatalystState;
}

/** The state that a controller begins with. */
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
