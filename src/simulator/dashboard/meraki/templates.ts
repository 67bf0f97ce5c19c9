/** Config templates, and the networks that are bound to them, as in Meraki. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState, SimNetwork } from "../state.ts";
import { notFound, onNetwork, paged, shows, wrong } from "./answers.ts";
import { bindingOf, defined, faultsOf, merakiNetwork } from "./networks.ts";
import { freshMeraki, type SimTemplate } from "./state.ts";

const path = "/api/v1/organizations/{organizationId}/configTemplates";
const name = z.string().min(1);
const templateBody = z.object({ name, timeZone: z.string() }).partial();
const newTemplate = templateBody
  .required({ name: true })
  .extend({ copyFromNetworkId: z.string().optional() });
const bindBody = z.object({ configTemplateId: z.string(), autoBind: z.boolean().optional() });

/** The routes of templates, and the routes that bind and unbind networks. */
export const configTemplateRoutes: readonly Route<DashboardState>[] = [
  { method: "GET", path, answer: list },
  { method: "POST", path, answer: create },
  {
    method: "GET",
    path: `${path}/{id}`,
    answer: onTemplate((state, call, of) => shows(state, shown(call, of))),
  },
  { method: "PUT", path: `${path}/{id}`, answer: onTemplate(update) },
  { method: "DELETE", path: `${path}/{id}`, answer: onTemplate(remove) },
  { method: "POST", path: "/api/v1/networks/{networkId}/bind", answer: onNetwork(bind) },
  { method: "POST", path: "/api/v1/networks/{networkId}/unbind", answer: onNetwork(unbind) },
];

function templatesOf({ meraki = freshMeraki }: DashboardState): ReadonlyMap<string, SimTemplate> {
  return meraki.templates ?? new Map();
}

function withTemplates(state: DashboardState, templates: ReadonlyMap<string, SimTemplate>): DashboardState {
  return { ...state, meraki: { ...(state.meraki ?? freshMeraki), templates } };
}

function onTemplate(
  answer: (state: DashboardState, call: Call, template: SimTemplate) => Answer<DashboardState>,
) {
  return (state: DashboardState, call: Call): Answer<DashboardState> => {
    const { organizationId, id = "" } = call.parameters;
    const found = templatesOf(state).get(id);
    return found && found.organizationId === organizationId ? answer(state, call, found) : notFound(state);
  };
}

function shown({ parameters: { id = "" } }: Call, { fields }: SimTemplate): JsonObject {
  return recordOf(id, fields);
}

function recordOf(id: string, fields: JsonObject): JsonObject {
  return { id, productTypes: ["appliance", "switch", "wireless"], ...fields };
}

function list(state: DashboardState, call: Call): Answer<DashboardState> {
  const { organizationId = "" } = call.parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const own = [...templatesOf(state)].filter(([, each]) => each.organizationId === organizationId);
  const items = own.map(([id, { fields }]) => recordOf(id, fields));
  return paged(state, call, { items, by: "id", standard: 1000, largest: 100_000 });
}

function create(state: DashboardState, { parameters, body }: Call): Answer<DashboardState> {
  const { organizationId = "" } = parameters;
  if (!state.organizations.has(organizationId)) return notFound(state);
  const sent = newTemplate.safeParse(body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { copyFromNetworkId: _, ...own } = sent.data;
  const fields = { timeZone: "America/Los_Angeles", ...defined(own) };
  const counted = state.counted + 1;
  const id = `L_${counted}`;
  const templates = withEntry(templatesOf(state), id, { organizationId, fields });
  return shows({ ...withTemplates(state, templates), counted }, recordOf(id, fields), 201);
}

function update(state: DashboardState, call: Call, template: SimTemplate): Answer<DashboardState> {
  const sent = templateBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const changed = { ...template, fields: { ...template.fields, ...defined(sent.data) } };
  const templates = withEntry(templatesOf(state), call.parameters.id ?? "", changed);
  return shows(withTemplates(state, templates), shown(call, changed));
}

/** Removes a template, and unbinds its networks. */
function remove(state: DashboardState, { parameters: { id = "" } }: Call): Answer<DashboardState> {
  const templates = new Map(templatesOf(state));
  templates.delete(id);
  const networks = [...state.networks].map(
    ([key, each]) => [key, bindingOf(each) === id ? bound(each, undefined) : each] as const,
  );
  return { state: { ...withTemplates(state, templates), networks: new Map(networks) }, reply: bare(204) };
}

function bound(network: SimNetwork, configTemplateId: string | undefined): SimNetwork {
  const { configTemplateId: _, isBoundToConfigTemplate: _is, ...fields } = network.fields;
  if (configTemplateId === undefined) return { ...network, fields };
  return { ...network, fields: { ...fields, configTemplateId, isBoundToConfigTemplate: true } };
}

function bind(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  const sent = bindBody.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const { configTemplateId } = sent.data;
  const template = templatesOf(state).get(configTemplateId);
  if (template?.organizationId !== network.organizationId)
    return wrong(state, "'configTemplateId' must be the id of a template of the organization");
  return withBinding(state, call, bound(network, configTemplateId));
}

function unbind(state: DashboardState, call: Call, network: SimNetwork): Answer<DashboardState> {
  return withBinding(state, call, bound(network, undefined));
}

function withBinding(state: DashboardState, call: Call, changed: SimNetwork): Answer<DashboardState> {
  const { networkId = "" } = call.parameters;
  const networks = withEntry(state.networks, networkId, changed);
  return shows({ ...state, networks }, merakiNetwork(networkId, changed));
}
