/** SSIDs of a network: how they are listed and configured, and how a new network refuses them. */

import type { JsonObject } from "../../model/json.ts";
import { withEntry } from "../wire/entries.ts";
import { bare, invalid, isRecord, json } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import { ssidFaults } from "./fields.ts";
import { type DashboardState, type SimSsid, ssidOf } from "./state.ts";

/** The highest possible SSID number. */
const ssidNumberMax = 14;

/** The routes of SSIDs. */
export const ssidRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/networks/{networkId}/wireless/ssids", answer: list },
  { method: "PUT", path: "/api/v1/networks/{networkId}/wireless/ssids/{number}", answer: configure },
];

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const network = state.networks.get(call.parameters.networkId ?? "");
  if (network === undefined) return { state, reply: bare(404) };
  const sorted = [...network.ssids].sort(([a], [b]) => a - b);
  return {
    state,
    reply: json(
      200,
      sorted.map(([number, ssid]) => ssidRecord(number, ssid)),
    ),
  };
}

function configure(state: DashboardState, call: Call): Answer<DashboardState> {
  const { networkId: id = "", number: text = "" } = call.parameters;
  const network = state.networks.get(id);
  const number = /^\d{1,2}$/.test(text) ? Number(text) : ssidNumberMax + 1;
  if (network === undefined || number > ssidNumberMax) return { state, reply: bare(404) };
  if (call.now < network.readyAt) {
    return { state, reply: json(400, { message: call.settings.variants.notReady.replace("{id}", id) }) };
  }
  const before = network.ssids.get(number) ?? { fields: { name: `Unconfigured SSID ${number}` } };
  const faults = ssidFaults(call.body, ssidRecord(number, before));
  if (!isRecord(call.body) || faults.length > 0) return { state, reply: invalid(faults) };
  const { number: _, ...sent } = call.body;
  const ssid = ssidOf(sent, before);
  const networks = withEntry(state.networks, id, {
    ...network,
    ssids: withEntry(network.ssids, number, ssid),
  });
  return { state: { ...state, networks }, reply: json(200, ssidRecord(number, ssid)) };
}

function ssidRecord(number: number, ssid: SimSsid): JsonObject {
  return { number, ...ssid.fields };
}
