/** Organizations and devices of the dashboard: lists, uplinks, wireless status. */

import type { JsonObject } from "../../model/json.ts";
import { bare, json } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import { listReply } from "./pages.ts";
import type { DashboardState, SimDashboardDevice } from "./state.ts";

/** The routes of organizations and devices. */
export const deviceRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/organizations", answer: organizations },
  { method: "GET", path: "/api/v1/organizations/{organizationId}/devices", answer: list },
  { method: "GET", path: "/api/v1/devices/{serial}/uplink", answer: uplink },
  { method: "GET", path: "/api/v1/devices/{serial}/wireless/status", answer: wirelessStatus },
];

function organizations(state: DashboardState, call: Call): Answer<DashboardState> {
  const records = [...state.organizations].map(([id, name]) => ({ id, name }));
  return { state, reply: listReply(records, call) };
}

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return { state, reply: bare(404) };
  const own = [...state.devices.values()].filter((device) => device.organizationId === organizationId);
  return { state, reply: listReply(own.map(deviceRecord), call) };
}

function uplink(state: DashboardState, call: Call): Answer<DashboardState> {
  const device = state.devices.get(call.parameters.serial ?? "");
  return { state, reply: device ? json(200, device.seed.uplink ?? []) : bare(404) };
}

function wirelessStatus(state: DashboardState, call: Call): Answer<DashboardState> {
  const status = state.devices.get(call.parameters.serial ?? "")?.seed.wirelessStatus;
  return { state, reply: status ? json(200, status) : bare(404) };
}

function deviceRecord({ seed, networkId }: SimDashboardDevice): JsonObject {
  const { serial, name, model, tags = [] } = seed;
  return { serial, name, model, networkId, tags };
}
