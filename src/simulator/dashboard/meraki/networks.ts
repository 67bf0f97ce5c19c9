/** Organizations, networks and their NetFlow, as in Meraki. */

import { z } from "zod";
import type { Json, JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare, isList, isRecord } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import { mergedNetwork } from "../fields.ts";
import { withoutNetwork } from "../networks.ts";
import { type DashboardState, networkId, type SimNetwork } from "../state.ts";
import { notFound, onNetwork, paged, shows, wrong } from "./answers.ts";

const product = z.enum([
  "appliance",
  "camera",
  "cellularGateway",
  "sensor",
  "switch",
  "systemsManager",
  "wireless",
]);

/** The body of a network. Unknown members are ignored. */
const networkBody = z
  .object({ name: z.string().min(1), timeZone: z.string(), tags: z.array(z.string()), notes: z.string() })
  .partial();
const newNetwork = networkBody.extend({ name: z.string().min(1), productTypes: z.array(product).min(1) });
const netflowBody = z
  .object({ reportingEnabled: z.boolean(), collectorIp: z.ipv4(), collectorPort: z.int().min(1).max(65_535) })
  .partial();

/** The routes of organizations and networks. */
export const merakiNetworkRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path: "/api/v1/organizations", answer: organizations },
  { method: "GET", path: "/api/v1/organizations/{organizationId}/networks", answer: list },
  { method: "POST", path: "/api/v1/organizations/{organizationId}/networks", answer: create },
  { method: "GET", path: "/api/v1/networks/{networkId}", answer: onNetwork(read) },
  { method: "PUT", path: "/api/v1/networks/{networkId}", answer: onNetwork(update) },
  { method: "DELETE", path: "/api/v1/networks/{networkId}", answer: onNetwork(remove) },
  { method: "GET", path: "/api/v1/networks/{networkId}/netflow", answer: onNetwork(readNetflow) },
  { method: "PUT", path: "/api/v1/networks/{networkId}/netflow", answer: onNetwork(updateNetflow) },
];

/** Returns the product types of a network. The default is appliance, switch and wireless. */
export function productsOf({ fields }: SimNetwork): readonly string[] {
  const { productTypes } = fields;
  return isList(productTypes) ? productTypes.map(String) : ["appliance", "switch", "wireless"];
}

/** True if a network is bound to a config template, according to its seed. */
export function isBound({ fields }: SimNetwork): boolean {
  return fields.isBoundToConfigTemplate === true;
}

/**
 * Returns the id of the template to which a network is bound. Returns undefined if the network is bound to no template.
 */
export function bindingOf({ fields }: SimNetwork): string | undefined {
  const { configTemplateId } = fields;
  return typeof configTemplateId === "string" ? configTemplateId : undefined;
}

function organizations(state: DashboardState, call: Call): Answer<DashboardState> {
  const items = [...state.organizations].map(([id, name]) => ({
    id,
    name,
    url: `${call.request.origin}/o/${id}/manage/organization/overview`,
    api: { enabled: true },
    licensing: { model: "co-term" },
    cloud: { region: { name: "Europe" } },
  }));
  return paged(state, call, { items, by: "id", standard: 9000, largest: 9000 });
}

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const items = [...state.networks]
    .filter(([, network]) => network.organizationId === organizationId)
    .map(([id, network]) => merakiNetwork(id, network));
  return paged(state, call, { items, by: "id", standard: 1000, largest: 100_000 });
}

function create(state: DashboardState, { parameters, body, settings, now }: Call): Answer<DashboardState> {
  const { organizationId = "" } = parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const read = newNetwork.safeParse(body);
  if (!read.success) return wrong(state, ...faultsOf(read.error));
  const before = { name: "", timeZone: "America/Los_Angeles", tags: [] };
  const fields = mergedNetwork(before, defined(read.data));
  const network = { organizationId, fields, ssids: new Map(), readyAt: now + settings.readinessMs };
  const counted = state.counted + 1;
  const id = networkId(counted);
  const after = { ...state, networks: withEntry(state.networks, id, network), counted };
  return shows(after, merakiNetwork(id, network), 201);
}

function read(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  return shows(state, merakiNetwork(call.parameters.networkId ?? "", network));
}

function update(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const { networkId: id = "" } = call.parameters;
  const sent = networkBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const fields = mergedNetwork(network.fields, defined(sent.data));
  const changed = { ...network, fields };
  return shows({ ...state, networks: withEntry(state.networks, id, changed) }, merakiNetwork(id, changed));
}

function remove(state: DashboardState, { parameters }: Call): Answer<DashboardState> {
  return { state: withoutNetwork(state, parameters.networkId ?? ""), reply: bare(204) };
}

function readNetflow(state: DashboardState, _call: Call, network: SimNetwork): Answer<DashboardState> {
  return shows(state, netflowRecord(network));
}

/**
 * Changes the NetFlow settings. They are stored as in the neutral mode, with `enabled` instead of `reportingEnabled`.
 */
function updateNetflow(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = netflowBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { reportingEnabled, ...collector } = sent.data;
  const netflow = { ...collector, ...(reportingEnabled !== undefined && { enabled: reportingEnabled }) };
  const fields = mergedNetwork({ netflow: {}, ...network.fields }, { netflow: defined(netflow) });
  const changed = { ...network, fields };
  const networks = withEntry(state.networks, call.parameters.networkId ?? "", changed);
  return shows({ ...state, networks }, netflowRecord(changed));
}

function netflowRecord({ fields }: SimNetwork): JsonObject {
  const { enabled = false, ...collector } = isRecord(fields.netflow) ? fields.netflow : {};
  return { reportingEnabled: enabled, ...collector, etaEnabled: false };
}

/** Returns a network as it is shown. */
export function merakiNetwork(id: string, network: SimNetwork): JsonObject {
  const configTemplateId = bindingOf(network);
  const { name = "", timeZone = "", tags = [], notes = "" } = network.fields;
  return {
    id,
    organizationId: network.organizationId,
    name,
    productTypes: productsOf(network),
    timeZone,
    tags,
    enrollmentString: "",
    url: `https://dashboard.example.net/n/${id}/manage`,
    notes,
    isBoundToConfigTemplate: isBound(network),
    ...(configTemplateId !== undefined && { configTemplateId }),
  };
}

/** Returns the errors as texts, each with the name of its member. */
export function faultsOf(error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => `'${path.join(".")}' ${message}`);
}

/** Returns the members that were sent. Members with the value undefined are left out. */
export function defined(sent: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
