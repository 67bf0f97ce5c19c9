/**
 * The dashboard in the style of Meraki's API v1. It has another header, other fields, pages, and errors as `errors`.
 */

import type { Json } from "../../../model/json.ts";
import { bearerToken } from "../../wire/credentials.ts";
import { bare, json, type SimReply, type SimRequest } from "../../wire/message.ts";
import { type Answer, type Call, findRoute, type SimulatedInterface, splitQuery } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import { requestOfAction } from "./actions.ts";
import { merakiApplianceRoutes } from "./appliance.ts";
import { batchRoutes } from "./batches.ts";
import { changeLogRoutes } from "./change-log.ts";
import { merakiDeviceRoutes } from "./devices.ts";
import { firewallRuleRoutes } from "./firewall-rules.ts";
import { merakiNetworkRoutes } from "./networks.ts";
import { policyObjectRoutes } from "./policy-objects.ts";
import { merakiSsidRoutes } from "./ssids.ts";
import type { ActionBatch, BatchAction } from "./state.ts";
import { statusRoutes } from "./statuses.ts";
import { configTemplateRoutes } from "./templates.ts";

/** The routes that an action of a batch can use. */
export const batchable = [
  ...merakiNetworkRoutes,
  ...merakiSsidRoutes,
  ...merakiApplianceRoutes,
  ...merakiDeviceRoutes,
  ...policyObjectRoutes,
  ...firewallRuleRoutes,
  ...configTemplateRoutes,
];

/** The mode `meraki`. It accepts the same keys as the neutral mode. */
export const meraki: SimulatedInterface<DashboardState> = {
  authenticate: (_state, request, { settings }) => {
    const key = bearerToken(request) ?? request.headers["x-cisco-meraki-api-key"];
    const { apiKey, moreApiKeys } = settings.credentials;
    return key !== undefined && [apiKey, ...moreApiKeys].includes(key) ? key : undefined;
  },
  dressed: merakiRefusal,
  routes: [...batchable, ...statusRoutes, ...batchRoutes(batchable), ...changeLogRoutes],
};

/**
 * Returns the mode's answer to an action of a batch. It equals the answer to a request, but the action reaches only the
 * batch's organization.
 */
export function actionAnswer(
  state: DashboardState,
  action: BatchAction,
  { batch, settings, now }: Pick<Call, "settings" | "now"> & { readonly batch: ActionBatch },
): Answer<DashboardState> {
  const { method, path } = requestOfAction(action);
  const found = findRoute(batchable, method, path);
  const isOwn = organizationOf(state, path) === batch.organizationId;
  if (!("route" in found) || !isOwn) return { state, reply: merakiRefusal(bare(404)) };
  const body: Json = action.body ?? {};
  const { credential, origin } = batch;
  const text = JSON.stringify(body);
  const request: SimRequest = { interface: "dashboard", method, path, headers: {}, body: text, origin };
  const { parameters, route } = found;
  const query = new URLSearchParams();
  return route.answer(state, { request, credential, parameters, query, body, settings, now });
}

/**
 * Returns the organization of a request, because each organization has its own rate limit. The result is empty if the
 * path does not show the organization.
 */
export function organizationOf({ networks, devices }: DashboardState, target: string): string {
  const [, , , kind = "", id = ""] = splitQuery(target).path.split("/");
  if (kind === "networks") return networks.get(id)?.organizationId ?? "";
  return kind === "devices" ? (devices.get(id)?.organizationId ?? "") : id;
}

const messages: ReadonlyMap<number, string> = new Map([
  [400, "The request cannot be read"],
  [401, "Invalid API key"],
  [403, "This key may not do that"],
  [404, "Not found"],
  [429, "API rate limit exceeded for organization"],
]);

/** Returns the refusal in the form of the mode `meraki`. */
export function merakiRefusal({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  return json(status, { errors: [messages.get(status) ?? `status ${status}`] }, kept);
}
