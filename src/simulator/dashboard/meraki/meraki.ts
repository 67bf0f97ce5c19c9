/** The dashboard as Meraki's API v1 has it: another header, other fields, pages, errors as `errors`. */

import { bearerToken } from "../../wire/credentials.ts";
import { json, type SimReply } from "../../wire/message.ts";
import type { SimulatedInterface } from "../../wire/route.ts";
import { splitQuery } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import { merakiDeviceRoutes } from "./devices.ts";
import { merakiNetworkRoutes } from "./networks.ts";
import { merakiSsidRoutes } from "./ssids.ts";
import { statusRoutes } from "./statuses.ts";

/** The mode `meraki`. Its keys are those of the neutral mode. */
export const meraki: SimulatedInterface<DashboardState> = {
  authenticate: (_state, request, { settings }) => {
    const key = bearerToken(request) ?? request.headers["x-cisco-meraki-api-key"];
    const { apiKey, moreApiKeys } = settings.credentials;
    return key !== undefined && [apiKey, ...moreApiKeys].includes(key) ? key : undefined;
  },
  dressed: withErrors,
  routes: [...merakiNetworkRoutes, ...merakiSsidRoutes, ...merakiDeviceRoutes, ...statusRoutes],
};

/** The organization that a request is about: each has a limit of its own. */
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

/** A refusal as this mode tells it. */
function withErrors({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  return json(status, { errors: [messages.get(status) ?? `status ${status}`] }, kept);
}
