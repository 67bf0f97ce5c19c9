/** A whole simulated world as one value: the state of the interfaces, faults, and the log. */

import {
  type ControllerState,
  controllerState,
  type InventorySeed,
  type SiteSeed,
} from "./controller/state.ts";
import { type DashboardState, dashboardState, type OrganizationSeed } from "./dashboard/state.ts";
import { apicState } from "./fabric/apic/state.ts";
import { type FabricState, fabricState, type ManagedObjectSeed } from "./fabric/state.ts";
import type { ArmedFault } from "./faults.ts";
import { type FirewallState, firewallState } from "./firewall/state.ts";
import type { ManagedDeviceSeed } from "./inventory.ts";
import type { LimiterState } from "./limiter.ts";
import type { Log } from "./log.ts";
import { type MessagingState, messagingState, type RoomSeed } from "./messaging/state.ts";
import { freshNetconf, type NetconfState } from "./netconf/state.ts";
import { noDescription, type OpenApiState } from "./openapi/state.ts";
import { type RestconfState, type RouterSeed, restconfState } from "./restconf/state.ts";
import { type SdwanDeviceSeed, type SdwanState, sdwanState } from "./sdwan/sdwan.ts";
import { type ServerProfileSeed, type ServersState, serversState } from "./servers/state.ts";
import { apicSettings, fmcSettings, merakiSettings } from "./wire/modes.ts";
import type { HttpName } from "./wire/served-names.ts";
import { defaultSettings, type SimulatorSettings } from "./wire/settings.ts";

/** The seed of a simulated world. A member that is absent counts as empty. */
export interface WorldSeed {
  readonly organizations?: readonly OrganizationSeed[];
  readonly sites?: readonly SiteSeed[];
  readonly inventory?: readonly InventorySeed[];
  /** Managed objects by path: `uni/tn-Production`. */
  readonly managedObjects?: Readonly<Record<string, ManagedObjectSeed>>;
  /** Routers by host. */
  readonly routers?: Readonly<Record<string, RouterSeed>>;
  readonly rooms?: readonly RoomSeed[];
  readonly serverProfiles?: readonly ServerProfileSeed[];
  readonly sdwanDevices?: readonly SdwanDeviceSeed[];
  readonly firewallDevices?: readonly ManagedDeviceSeed[];
}

/** A simulated world. It is never modified, so that every reference to a world is a snapshot. */
export interface World {
  readonly settings: SimulatorSettings;
  readonly dashboard: DashboardState;
  readonly controller: ControllerState;
  readonly fabric: FabricState;
  readonly restconf: RestconfState;
  readonly messaging: MessagingState;
  readonly servers: ServersState;
  readonly sdwan: SdwanState;
  readonly firewall: FirewallState;
  readonly netconf: NetconfState;
  readonly openapi: OpenApiState;
  readonly limiters: ReadonlyMap<string, LimiterState>;
  readonly faults: readonly ArmedFault[];
  /** Earlier states, the oldest first, as far back as delayed lists and fields show them. */
  readonly past: readonly PastWorld[];
  readonly log: Log | undefined;
}

/** The state of a simulated world at a time. */
interface PastWorld {
  readonly at: number;
  readonly held: Pick<World, HttpName>;
}

/** Returns the simulated world of a seed. Settings that are absent have their defaults. */
export function createWorld(seed: WorldSeed, settings: Partial<SimulatorSettings> = {}): World {
  const ofMode = {
    ...(settings.dashboardMode === "meraki" && merakiSettings),
    ...(settings.fabricMode === "apic" && apicSettings),
    ...(settings.firewallMode === "fmc" && fmcSettings),
  };
  const whole = { ...defaultSettings, ...ofMode, ...settings };
  return {
    settings: whole,
    dashboard: dashboardState(seed.organizations ?? []),
    controller: controllerState(seed.sites ?? [], seed.inventory ?? []),
    fabric: fabricOf(whole, seed.managedObjects ?? {}),
    restconf: restconfState(seed.routers ?? {}),
    messaging: messagingState(seed.rooms ?? []),
    servers: serversState(seed.serverProfiles ?? []),
    sdwan: sdwanState(seed.sdwanDevices ?? []),
    firewall: firewallState(seed.firewallDevices ?? [], whole.credentials),
    netconf: freshNetconf,
    openapi: noDescription,
    limiters: new Map(),
    faults: [],
    past: [],
    log: undefined,
  };
}

function fabricOf(
  { fabricMode }: SimulatorSettings,
  objects: Readonly<Record<string, ManagedObjectSeed>>,
): FabricState {
  return fabricMode === "apic" ? apicState(objects) : fabricState(objects);
}
