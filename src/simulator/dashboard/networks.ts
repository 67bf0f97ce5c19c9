/** Networks of the dashboard: how they are listed, created, changed and removed. */

import type { Json, JsonObject } from "../../model/json.ts";
import { withEntry } from "../wire/entries.ts";
import { bare, invalid, isRecord, json } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import { mergedNetwork, networkFaults } from "./fields.ts";
import { listReply } from "./pages.ts";
import { type DashboardState, networkId, networkRecord, type SimNetwork } from "./state.ts";

/** The routes of networks. */
export const networkRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/organizations/{organizationId}/networks", answer: list },
  { method: "POST", path: "/api/v1/organizations/{organizationId}/networks", answer: create },
  { method: "GET", path: "/api/v1/networks/{networkId}", answer: read },
  { method: "PUT", path: "/api/v1/networks/{networkId}", answer: update },
  { method: "DELETE", path: "/api/v1/networks/{networkId}", answer: remove },
];

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return { state, reply: bare(404) };
  const own = [...state.networks].filter(([, network]) => network.organizationId === organizationId);
  return {
    state,
    reply: listReply(
      own.map(([id, network]) => networkRecord(id, network)),
      call,
    ),
  };
}

function create(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return { state, reply: bare(404) };
  const { body, settings, now } = call;
  const faults = networkFaults(body);
  if (!isRecord(body) || faults.length > 0) return { state, reply: invalid(faults) };
  if (body.name === undefined) return { state, reply: invalid(["name: required"]) };
  const fields = mergedNetwork({ name: "", timeZone: "Etc/UTC", tags: [] }, body);
  const readyAt = now + settings.readinessMs;
  const network: SimNetwork = { organizationId, fields, ssids: new Map(), readyAt };
  const counted = state.counted + 1;
  const id = networkId(counted);
  const networks = withEntry(state.networks, id, network);
  return { state: { ...state, networks, counted }, reply: json(201, networkRecord(id, network)) };
}

function read(state: DashboardState, call: Call): Answer<DashboardState> {
  const { networkId: id = "" } = call.parameters;
  const network = state.networks.get(id);
  return { state, reply: network ? json(200, networkRecord(id, network)) : bare(404) };
}

function update(state: DashboardState, call: Call): Answer<DashboardState> {
  const { networkId: id = "" } = call.parameters;
  const network = state.networks.get(id);
  if (network === undefined) return { state, reply: bare(404) };
  const { body } = call;
  if (moves(network, body)) {
    return { state, reply: json(200, { errors: [`network ${id} cannot be moved to another organization`] }) };
  }
  const faults = networkFaults(body, networkRecord(id, network));
  if (!isRecord(body) || faults.length > 0) return { state, reply: invalid(faults) };
  const changed = { ...network, fields: mergedNetwork(network.fields, body) };
  const networks = withEntry(state.networks, id, changed);
  return { state: { ...state, networks }, reply: json(200, networkRecord(id, changed)) };
}

function remove(state: DashboardState, call: Call): Answer<DashboardState> {
  const { networkId: id = "" } = call.parameters;
  if (!state.networks.has(id)) return { state, reply: bare(404) };
  return { state: withoutNetwork(state, id), reply: bare(204) };
}

/** Returns the state without a network. The network's devices stay with the organization. */
export function withoutNetwork(state: DashboardState, id: string): DashboardState {
  const devices = new Map(
    [...state.devices].map(([serial, device]) => [
      serial,
      device.networkId === id ? { ...device, networkId: null } : device,
    ]),
  );
  return { ...state, devices, networks: withEntry(state.networks, id, undefined) };
}

function moves(network: SimNetwork, body: Json): body is JsonObject {
  return (
    isRecord(body) && body.organizationId !== undefined && body.organizationId !== network.organizationId
  );
}
