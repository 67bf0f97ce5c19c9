/**
 * VLANs of an appliance, and the setting that enables them, as in Meraki. Also the settings that a network refuses if
 * it is bound to a template.
 */

import { z } from "zod";
import type { Json, JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare, isRecord, json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState, SimNetwork } from "../state.ts";
import { notFound, onNetwork, shows, wrong } from "./answers.ts";
import { defined, faultsOf, isBound, productsOf } from "./networks.ts";

const vlanBody = z
  .object({
    id: z.union([z.string().regex(/^[1-9]\d{0,3}$/), z.int().min(1).max(4094)]),
    name: z.string().min(1),
    subnet: z.string(),
    applianceIp: z.string(),
  })
  .partial();
const newVlan = vlanBody.required({ id: true, name: true });
const settingsBody = z.object({ vlansEnabled: z.boolean() }).partial();
const rulesBody = z
  .object({
    trafficShapingEnabled: z.boolean(),
    defaultRulesEnabled: z.boolean(),
    rules: z.array(z.record(z.string(), z.json())),
  })
  .partial();

const base = "/api/v1/networks/{networkId}";
const vlans = `${base}/appliance/vlans`;
const ofSsid = `${base}/wireless/ssids/{number}`;

/** The routes of VLANs. Also the routes of SSID settings that a network refuses if it is bound to a template. */
export const merakiApplianceRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: `${vlans}/settings`, answer: onAppliance(readSettings) },
  { method: "PUT", path: `${vlans}/settings`, answer: onAppliance(updateSettings) },
  { method: "GET", path: vlans, answer: onVlans(list) },
  { method: "POST", path: vlans, answer: onVlans(create) },
  { method: "GET", path: `${vlans}/{vlanId}`, answer: onVlans(read) },
  { method: "PUT", path: `${vlans}/{vlanId}`, answer: onVlans(update) },
  { method: "DELETE", path: `${vlans}/{vlanId}`, answer: onVlans(remove) },
  {
    method: "GET",
    path: `${ofSsid}/identityPsks`,
    answer: onUnbound((state) => ({ state, reply: json(200, []) })),
  },
  { method: "GET", path: `${ofSsid}/trafficShaping/rules`, answer: onUnbound(readRules) },
  { method: "PUT", path: `${ofSsid}/trafficShaping/rules`, answer: onUnbound(updateRules) },
];

type OnNetwork = Parameters<typeof onNetwork>[0];

function onAppliance(answer: OnNetwork) {
  return onNetwork((state, call, network) =>
    productsOf(network).includes("appliance")
      ? answer(state, call, network)
      : wrong(state, "This endpoint only supports MX networks"),
  );
}

function onVlans(answer: OnNetwork) {
  return onAppliance((state, call, network) =>
    applianceOf(network).vlansEnabled === true
      ? answer(state, call, network)
      : wrong(state, "VLANs are not enabled for this network"),
  );
}

function onUnbound(answer: OnNetwork) {
  return onNetwork((state, call, network) =>
    isBound(network)
      ? wrong(state, "Unsupported for networks bound to a template")
      : answer(state, call, network),
  );
}

/** Returns the stored appliance settings of a network. They are empty if the network's seed has none. */
function applianceOf({ fields }: SimNetwork): JsonObject {
  return isRecord(fields.appliance) ? fields.appliance : {};
}

function vlansOf(network: SimNetwork): JsonObject {
  const { vlans: kept } = applianceOf(network);
  return isRecord(kept) ? kept : {};
}

function withAppliance(state: DashboardState, call: Call, changed: JsonObject): DashboardState {
  const id = call.parameters.networkId ?? "";
  const network = state.networks.get(id);
  if (!network) return state;
  const appliance = { ...applianceOf(network), ...changed };
  const fields = { ...network.fields, appliance };
  return { ...state, networks: withEntry(state.networks, id, { ...network, fields }) };
}

function readSettings(state: DashboardState, _call: Call, network: SimNetwork): Answer<DashboardState> {
  return shows(state, { vlansEnabled: applianceOf(network).vlansEnabled === true });
}

/**
 * Changes whether VLANs are enabled. To enable VLANs creates VLAN 1, which takes over the single LAN. To disable VLANs
 * removes all VLANs.
 */
function updateSettings(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = settingsBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const before = applianceOf(network).vlansEnabled === true;
  const { vlansEnabled = before } = sent.data;
  const first = { id: 1, name: "Default", subnet: "192.168.128.0/24", applianceIp: "192.168.128.1" };
  const kept = vlansEnabled ? (before ? vlansOf(network) : { 1: first }) : {};
  return shows(withAppliance(state, call, { vlansEnabled, vlans: kept }), { vlansEnabled });
}

function list(state: DashboardState, _call: Call, network: SimNetwork): Answer<DashboardState> {
  return { state, reply: json(200, Object.values(vlansOf(network))) };
}

function read(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const found = vlanIn(call, network);
  return found ? shows(state, found) : notFound(state);
}

function create(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = newVlan.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const id = String(sent.data.id);
  if (vlansOf(network)[id] !== undefined) return wrong(state, "Vlan has already been taken");
  const made = { ...defined(sent.data), id: Number(id) };
  return shows(withAppliance(state, call, { vlans: { ...vlansOf(network), [id]: made } }), made, 201);
}

function update(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const { vlanId = "" } = call.parameters;
  const before = vlanIn(call, network);
  if (!before) return notFound(state);
  const sent = vlanBody.omit({ id: true }).safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const changed = { ...before, ...defined(sent.data) };
  return shows(withAppliance(state, call, { vlans: { ...vlansOf(network), [vlanId]: changed } }), changed);
}

function remove(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const { vlanId = "" } = call.parameters;
  if (!vlanIn(call, network)) return notFound(state);
  const { [vlanId]: _, ...kept } = vlansOf(network);
  return { state: withAppliance(state, call, { vlans: kept }), reply: bare(204) };
}

function vlanIn({ parameters }: Call, network: SimNetwork): JsonObject | undefined {
  const found: Json | undefined = vlansOf(network)[parameters.vlanId ?? ""];
  return isRecord(found) ? found : undefined;
}

const noRules = { trafficShapingEnabled: true, defaultRulesEnabled: true, rules: [] };

/** Returns the traffic shaping rules of a network's SSIDs, by SSID number. */
function rulesOf({ fields }: SimNetwork): JsonObject {
  return isRecord(fields.shaping) ? fields.shaping : {};
}

function readRules(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const kept = rulesOf(network)[call.parameters.number ?? ""];
  return shows(state, isRecord(kept) ? kept : noRules);
}

function updateRules(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = rulesBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { networkId: id = "", number = "" } = call.parameters;
  const before = rulesOf(network)[number];
  const rules = { ...(isRecord(before) ? before : noRules), ...defined(sent.data) };
  const fields = { ...network.fields, shaping: { ...rulesOf(network), [number]: rules } };
  return shows({ ...state, networks: withEntry(state.networks, id, { ...network, fields }) }, rules);
}
