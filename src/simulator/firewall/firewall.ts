/** The firewall manager interface: its device inventory, which is read with a token of its authorization server. */

import { inventoryReply } from "../inventory.ts";
import { grantOf } from "../oauth/tokens.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { authorizeRoutes } from "./authorize.ts";
import { tokenRoute } from "./exchange.ts";
import type { FirewallState } from "./state.ts";

/** The firewall manager. */
export const firewall: SimulatedInterface<FirewallState> = {
  authenticate: (state, request, { now }) => grantOf(state, request, now)?.client,
  scopesOf: (state, request, { now }) => grantOf(state, request, now)?.scopes ?? [],
  routes: [
    ...authorizeRoutes,
    tokenRoute,
    { method: "GET", path: "/devices", scope: "devices:read", answer: list },
  ],
};

function list(state: FirewallState, call: Call): Answer<FirewallState> {
  return { state, reply: inventoryReply(state.devices, call, call.settings.firewallPageSize) };
}
