/**
 * The controller in the style of Catalyst Center. Requests have a token in `Token`, lists count from 1, and writes
 * become tasks.
 */

import { basicUser } from "../../wire/credentials.ts";
import { bare, json } from "../../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { inEnvelope } from "./answers.ts";
import { assuranceRoutes } from "./assurance.ts";
import { inventoryRoutes } from "./devices.ts";
import { fabricRoutes } from "./fabric.ts";
import { fabricSettingRoutes } from "./fabric-settings.ts";
import { listed } from "./lists.ts";
import { onboardingRoutes } from "./onboarding.ts";
import { siteRoutes } from "./sites.ts";
import { catalystIn, taskReply, withDueTasks } from "./tasks.ts";
import { templateRoutes } from "./templates.ts";

/** The path at which Basic credentials are exchanged for a token. */
export const catalystTokenPath = "/dna/system/api/v1/auth/token";

/** The mode `catalyst-center`. Due tasks are carried out before each answer. */
export const catalyst: SimulatedInterface<ControllerState> = {
  authenticate: (state, request, { settings, now }) => {
    const endsAt = state.tokens.get(request.headers["x-auth-token"] ?? "");
    return endsAt !== undefined && now < endsAt ? settings.credentials.username : undefined;
  },
  dressed: inEnvelope,
  routes: [
    { method: "POST" as const, path: catalystTokenPath, open: true, answer: login },
    { method: "GET" as const, path: "/dna/intent/api/v1/task/{id}", answer: taskReply },
    { method: "GET" as const, path: "/dna/intent/api/v1/site-health", answer: siteHealth },
    ...inventoryRoutes,
    ...templateRoutes,
    ...onboardingRoutes,
    ...assuranceRoutes,
    ...siteRoutes,
    ...fabricRoutes,
    ...fabricSettingRoutes,
  ].map((route) => ({
    ...route,
    answer: (state: ControllerState, call: Call) =>
      route.answer({ ...state, catalyst: withDueTasks(catalystIn(state), call.now) }, call),
  })),
};

function login(state: ControllerState, { request, settings, now }: Call): Answer<ControllerState> {
  const { username, password } = settings.credentials;
  if (basicUser(request, username, password) === undefined) return { state, reply: inEnvelope(bare(401)) };
  const counted = state.counted + 1;
  const token = `simulated-token-${String(counted).padStart(6, "0")}`;
  const good = [...state.tokens].filter(([, endsAt]) => now < endsAt);
  const tokens = new Map([...good, [token, now + settings.tokenLifetimeMs] as const]);
  return { state: { ...state, tokens, counted }, reply: json(200, { Token: token }) };
}

function siteHealth(state: ControllerState, call: Call): Answer<ControllerState> {
  const sites = state.sites.map(({ siteName = "", healthScore = null, numberOfClients = 0 }) => ({
    siteName,
    siteType: "AREA",
    networkHealthAverage: healthScore,
    numberOfClients,
  }));
  return { state, reply: listed(sites, call, { standard: 25, largest: 50 }) };
}
