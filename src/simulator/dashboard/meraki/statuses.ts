/** Live status: availabilities, uplinks and wireless status, as in Meraki. */

import type { JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState, SimDashboardDevice } from "../state.ts";
import { notFound, paged, wrong } from "./answers.ts";
import { devicesOf, macOf, productOf } from "./devices.ts";
import { ssidsOf } from "./ssids.ts";

/** The routes of statuses. */
export const statusRoutes: readonly Route<DashboardState>[] = [
  {
    method: "GET",
    path: "/api/v1/organizations/{organizationId}/devices/availabilities",
    answer: listed(availability),
  },
  { method: "GET", path: "/api/v1/organizations/{organizationId}/uplinks/statuses", answer: listed(uplinks) },
  { method: "GET", path: "/api/v1/devices/{serial}/wireless/status", answer: wirelessStatus },
];

/**
 * Returns a function that answers a request. Its answer lists the records that `about` returns for an organization's
 * devices.
 */
function listed(about: (device: SimDashboardDevice) => JsonObject | undefined) {
  return (state: DashboardState, call: Call): Answer<DashboardState> => {
    const { organizationId = "" } = call.parameters;
    if (!state.organizations.has(organizationId)) return notFound(state);
    const serials = call.query.getAll("serials[]");
    const items = devicesOf(state, organizationId)
      .filter(({ seed }) => serials.length === 0 || serials.includes(seed.serial))
      .map(about)
      .filter((said) => said !== undefined);
    return paged(state, call, { items, by: "serial", standard: 1000, largest: 1000 });
  };
}

function availability(device: SimDashboardDevice): JsonObject {
  const { serial, name, tags = [] } = device.seed;
  const network = { id: device.networkId ?? "" };
  return {
    mac: macOf(device),
    name,
    network,
    productType: productOf(device),
    serial,
    status: "online",
    tags,
  };
}

/** Returns the uplinks of an appliance. Returns undefined if the device has no uplinks. */
function uplinks({ seed, networkId }: SimDashboardDevice): JsonObject | undefined {
  if (seed.uplink === undefined) return undefined;
  const interfaces = seed.uplink.map((_, at) => ({
    interface: `wan${at + 1}`,
    status: at === 0 ? "active" : "ready",
    ip: `198.51.100.${at + 1}`,
    gateway: "198.51.100.254",
    publicIp: `198.51.100.${at + 1}`,
    primaryDns: "192.0.2.53",
    secondaryDns: "192.0.2.54",
    ipAssignedBy: "static",
  }));
  const { serial, model } = seed;
  return { networkId, serial, model, lastReportedAt: "2026-01-01T00:00:00Z", uplinks: interfaces };
}

/** Answers with the wireless status of an access point: one service set for each enabled SSID of the network. */
function wirelessStatus(state: DashboardState, { parameters }: Call): Answer<DashboardState> {
  const device = state.devices.get(parameters.serial ?? "");
  if (device === undefined) return notFound(state);
  if (productOf(device) !== "wireless") return wrong(state, "This endpoint only supports wireless devices");
  const network = state.networks.get(device.networkId ?? "");
  const sets = (network ? ssidsOf(network) : [])
    .filter(({ enabled }) => enabled === true)
    .map(({ name, number, visible }) => ({
      ssidName: name ?? "",
      ssidNumber: number ?? 0,
      enabled: true,
      band: "5 GHz",
      bssid: macOf(device),
      channel: 36,
      channelWidth: "40 MHz",
      power: "17 dBm",
      visible: visible ?? true,
      broadcasting: true,
    }));
  return { state, reply: json(200, { basicServiceSets: sets }) };
}
