/**
 * Logins of the simulated Firewall Management Center. Basic credentials are exchanged for an access token and a refresh
 * token. They can be refreshed three times.
 */

import { basicUser } from "../../wire/credentials.ts";
import { bare, type SimRequest } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { SimulatorSettings } from "../../wire/settings.ts";
import type { FirewallState } from "../state.ts";
import { inMessages } from "./answers.ts";
import { freshFmc, globalDomain } from "./state.ts";

const tokenPath = "/api/fmc_platform/v1/auth/generatetoken";
const refreshPath = "/api/fmc_platform/v1/auth/refreshtoken";
const revokePath = "/api/fmc_platform/v1/auth/revokeaccess";

/** Paths of logins and logouts. A POST to one of them writes nothing. */
export const fmcLogins: readonly string[] = [tokenPath, refreshPath, revokePath];

/** The login and logout routes. */
export const tokenRoutes: readonly Route<FirewallState>[] = [
  { method: "POST", path: tokenPath, open: true, answer: login },
  { method: "POST", path: refreshPath, open: true, answer: refresh },
  { method: "POST", path: revokePath, open: true, answer: revoke },
];

const maxRefreshes = 3;

/**
 * Returns the user of a request's valid token. A Bearer token belongs to a cloud-delivered manager. Returns undefined
 * if the request has no valid token.
 */
export function fmcUserOf(
  { fmc = freshFmc }: FirewallState,
  { headers }: SimRequest,
  { settings, now }: { readonly settings: SimulatorSettings; readonly now: number },
): string | undefined {
  const { cdfmcToken } = settings.credentials;
  if (headers.authorization === `Bearer ${cdfmcToken}`) return cdfmcToken;
  const token = fmc.tokens.get(headers["x-auth-access-token"] ?? "");
  return token !== undefined && now < token.endsAt ? token.user : undefined;
}

function login(state: FirewallState, call: Call): Answer<FirewallState> {
  const { firewallUsername, firewallPassword } = call.settings.credentials;
  const user = basicUser(call.request, firewallUsername, firewallPassword);
  if (user === undefined) return { state, reply: inMessages(bare(401)) };
  return granted(state, call, { user, refreshesLeft: maxRefreshes });
}

/** Exchanges both tokens for two new tokens. The access token may have expired. */
function refresh(state: FirewallState, call: Call): Answer<FirewallState> {
  const { headers } = call.request;
  const access = headers["x-auth-access-token"] ?? "";
  const known = state.fmc?.tokens.get(access);
  if (known === undefined || known.refresh !== headers["x-auth-refresh-token"] || known.refreshesLeft === 0)
    return { state, reply: inMessages(bare(401)) };
  return granted(without(state, access), call, { user: known.user, refreshesLeft: known.refreshesLeft - 1 });
}

function revoke(state: FirewallState, { request }: Call): Answer<FirewallState> {
  return { state: without(state, request.headers["x-auth-access-token"] ?? ""), reply: bare(204) };
}

function without(state: FirewallState, access: string): FirewallState {
  const { fmc = freshFmc } = state;
  const tokens = new Map([...fmc.tokens].filter(([token]) => token !== access));
  return { ...state, fmc: { ...fmc, tokens } };
}

function granted(
  state: FirewallState,
  { now, settings }: Call,
  of: { readonly user: string; readonly refreshesLeft: number },
): Answer<FirewallState> {
  const { fmc = freshFmc } = state;
  const counted = fmc.counted + 1;
  const number = String(counted).padStart(6, "0");
  const [access, second] = [`simulated-fmc-token-${number}`, `simulated-fmc-refresh-${number}`];
  const token = { ...of, refresh: second, endsAt: now + settings.tokenLifetimeMs };
  const tokens = new Map(fmc.tokens).set(access, token);
  const headers = {
    "x-auth-access-token": access,
    "x-auth-refresh-token": second,
    domain_uuid: globalDomain,
    domains: JSON.stringify([{ name: "Global", uuid: globalDomain }]),
    global: globalDomain,
  };
  return { state: { ...state, fmc: { ...fmc, tokens, counted } }, reply: bare(204, headers) };
}
