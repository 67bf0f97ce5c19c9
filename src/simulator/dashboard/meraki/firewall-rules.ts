/** Firewall rules of networks and of an organization's VPN, as in Meraki. They may refer to policy objects. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { isList } from "../../wire/message.ts";
import { type Answer, type Call, type Route, splitQuery } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import { notFound, onNetwork, shows, wrong } from "./answers.ts";
import { faultsOf, productsOf } from "./networks.ts";
import { namedIn, policiesOf, withPolicies } from "./policies.ts";

const rule = z.object({
  comment: z.string().default(""),
  policy: z.enum(["allow", "deny"]),
  protocol: z.string(),
  srcPort: z.string().default("Any"),
  srcCidr: z.string().min(1),
  destPort: z.string().default("Any"),
  destCidr: z.string().min(1),
  syslogEnabled: z.boolean().default(false),
});
const body = z.object({ rules: z.array(rule) });

/** The default rule. In replies, it comes after all other rules. */
const defaultRule = {
  comment: "Default rule",
  policy: "allow",
  protocol: "Any",
  srcPort: "Any",
  srcCidr: "Any",
  destPort: "Any",
  destCidr: "Any",
  syslogEnabled: false,
};

const ofNetwork = "/api/v1/networks/{networkId}/appliance/firewall";
const ofVpn = "/api/v1/organizations/{organizationId}/appliance/vpn/vpnFirewallRules";

/** The routes of firewall rules. */
export const firewallRuleRoutes: readonly Route<DashboardState>[] = [
  ...["l3FirewallRules", "inboundFirewallRules", "cellularFirewallRules"].flatMap((name) => [
    { method: "GET" as const, path: `${ofNetwork}/${name}`, answer: ofAppliance(read) },
    { method: "PUT" as const, path: `${ofNetwork}/${name}`, answer: ofAppliance(update) },
  ]),
  { method: "GET", path: ofVpn, answer: ofOrganization(read) },
  { method: "PUT", path: ofVpn, answer: ofOrganization(update) },
];

type InOrganization = (state: DashboardState, call: Call, organizationId: string) => Answer<DashboardState>;

function ofAppliance(answer: InOrganization) {
  return onNetwork((state, call, network) =>
    productsOf(network).includes("appliance")
      ? answer(state, call, network.organizationId)
      : wrong(state, "This endpoint only supports MX networks"),
  );
}

function ofOrganization(answer: InOrganization) {
  return (state: DashboardState, call: Call): Answer<DashboardState> => {
    const { organizationId = "" } = call.parameters;
    return state.organizations.has(organizationId) ? answer(state, call, organizationId) : notFound(state);
  };
}

function pathOf({ request }: Call): string {
  return splitQuery(request.path).path;
}

function read(state: DashboardState, call: Call, organizationId: string): Answer<DashboardState> {
  return shows(
    state,
    withDefault(policiesOf(state, organizationId).rules.get(pathOf(call)) ?? { rules: [] }),
  );
}

/** Returns the rules with the default rule at their end. */
function withDefault({ rules }: JsonObject): JsonObject {
  return { rules: [...(isList(rules) ? rules : []), defaultRule] };
}

function update(state: DashboardState, call: Call, organizationId: string): Answer<DashboardState> {
  const sent = body.safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const own = policiesOf(state, organizationId);
  const rules = { rules: sent.data.rules.filter(({ comment }) => comment !== defaultRule.comment) };
  if (namedIn(rules).some(({ what, id }) => !own[what].has(id)))
    return wrong(
      state,
      "At least one of your firewall rules is invalid: " +
        "Contains references to Network Objects or Groups which don't exist.",
    );
  const changed = { rules: withEntry(own.rules, pathOf(call), rules) };
  return shows(withPolicies(state, organizationId, changed), withDefault(rules));
}
