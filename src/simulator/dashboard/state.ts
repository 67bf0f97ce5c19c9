/** The state of the simulated dashboard: organizations, networks with their SSIDs, devices. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { MerakiState } from "./meraki/state.ts";

/** An initial organization. */
export interface OrganizationSeed {
  readonly id: string;
  readonly name: string;
  readonly networks: readonly NetworkSeed[];
}

/** An initial network. It is ready at once. If it has no id, it gets the next id. */
export interface NetworkSeed {
  readonly id?: string;
  readonly name: string;
  readonly timeZone?: string;
  readonly tags?: readonly string[];
  readonly netflow?: JsonObject;
  /** Further fields of the record. */
  readonly more?: JsonObject;
  /** SSIDs by number. `password` is stored and never shown. */
  readonly ssids?: Readonly<Record<number, JsonObject>>;
  readonly devices?: readonly DashboardDeviceSeed[];
}

/** A device of a network. */
export interface DashboardDeviceSeed {
  readonly serial: string;
  readonly name: string;
  readonly model: string;
  readonly tags?: readonly string[];
  /** The status of an appliance's uplinks. */
  readonly uplink?: readonly JsonObject[];
  /** The wireless status of an access point. */
  readonly wirelessStatus?: JsonObject;
}

/** A network, and the SSIDs that belong to it. */
export interface SimNetwork {
  readonly organizationId: string;
  /** The record's fields except `id` and `organizationId`. */
  readonly fields: JsonObject;
  readonly ssids: ReadonlyMap<number, SimSsid>;
  /** Until when the network refuses SSIDs, on the simulator's clock. */
  readonly readyAt: number;
}

/** An SSID. Its password is never shown. */
export interface SimSsid {
  readonly fields: JsonObject;
  readonly password?: string;
}

/** A device and its readings. */
export interface SimDashboardDevice {
  readonly organizationId: string;
  readonly networkId: string | null;
  readonly seed: DashboardDeviceSeed;
}

/** The state of the dashboard. The object is never modified. */
export interface DashboardState {
  readonly organizations: ReadonlyMap<string, string>;
  readonly networks: ReadonlyMap<string, SimNetwork>;
  readonly devices: ReadonlyMap<string, SimDashboardDevice>;
  /** The number of network ids that were assigned. */
  readonly counted: number;
  /** The extra state of mode `meraki`. If absent, it is the initial state. */
  readonly meraki?: MerakiState;
}

/** Returns the initial state of a dashboard. */
export function dashboardState(organizations: readonly OrganizationSeed[]): DashboardState {
  const networks = new Map<string, SimNetwork>();
  const devices = new Map<string, SimDashboardDevice>();
  let counted = 0;
  for (const { id: organizationId, networks: seeds } of organizations) {
    for (const seed of seeds) {
      counted += 1;
      const id = seed.id ?? networkId(counted);
      networks.set(id, networkOf(organizationId, seed));
      for (const device of seed.devices ?? []) {
        devices.set(device.serial, { organizationId, networkId: id, seed: device });
      }
    }
  }
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  return { organizations: names, networks, devices, counted };
}

/** Returns the id of the n-th network, for example `N_000001`. */
export function networkId(count: number): string {
  return `N_${String(count).padStart(6, "0")}`;
}

/** Returns the record of a network, as the dashboard shows it. */
export function networkRecord(id: string, network: SimNetwork): JsonObject {
  return { id, organizationId: network.organizationId, ...network.fields };
}

/**
 * Returns an SSID with the given fields merged over the fields of `before`. If `fields` has no `password`, the SSID
 * keeps its password.
 */
export function ssidOf(fields: JsonObject, before?: SimSsid): SimSsid {
  const { password = before?.password, ...shown } = fields;
  const kept = { ...before?.fields, ...shown };
  return typeof password === "string" ? { fields: kept, password } : { fields: kept };
}

function networkOf(organizationId: string, seed: NetworkSeed): SimNetwork {
  const { name, timeZone = "Etc/UTC", tags = [], netflow, more } = seed;
  const fields: Record<string, Json> = { name, timeZone, tags, ...(netflow && { netflow }), ...more };
  const ssids = Object.entries(seed.ssids ?? {}).map(
    ([number, ssid]) => [Number(number), ssidOf(ssid)] as const,
  );
  return { organizationId, fields, ssids: new Map(ssids), readyAt: Number.NEGATIVE_INFINITY };
}
