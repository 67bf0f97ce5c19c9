/** The controller interface: a token for Basic credentials, site health, and the inventory of devices. */

import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";
import { basicUser, bearerToken } from "../wire/credentials.ts";
import { bare, invalid, json } from "../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { pageReply } from "./pages.ts";
import type { ControllerState } from "./state.ts";

/** The path at which Basic credentials are exchanged for a token. */
export const tokenPath = "/ctl/system/api/v1/auth/token";

const intent = "/ctl/intent/api/v1";

/** The controller. Accepts its token in `X-Auth-Token` or as a Bearer value. */
export const controller: SimulatedInterface<ControllerState> = {
  authenticate: (state, request, { settings, now }) => {
    const token = request.headers["x-auth-token"] ?? bearerToken(request) ?? "";
    const endsAt = state.tokens.get(token);
    return endsAt !== undefined && now < endsAt ? settings.credentials.username : undefined;
  },
  routes: [
    { method: "POST", path: tokenPath, open: true, answer: login },
    { method: "GET", path: `${intent}/site-health`, answer: siteHealth },
    { method: "GET", path: `${intent}/network-device`, answer: list },
    { method: "GET", path: `${intent}/network-device/{id}`, answer: read },
    { method: "POST", path: `${intent}/network-device`, answer: add },
  ],
};

function login(state: ControllerState, call: Call): Answer<ControllerState> {
  const { credentials, tokenLifetimeMs } = call.settings;
  const user = basicUser(call.request, credentials.username, credentials.password);
  if (user === undefined) return { state, reply: bare(401) };
  const counted = state.counted + 1;
  const token = `simulated-token-${String(counted).padStart(6, "0")}`;
  const good = [...state.tokens].filter(([, endsAt]) => call.now < endsAt);
  const tokens = new Map([...good, [token, call.now + tokenLifetimeMs] as const]);
  return { state: { ...state, tokens, counted }, reply: json(200, { token }) };
}

function siteHealth(state: ControllerState, call: Call): Answer<ControllerState> {
  return { state, reply: pageReply(state.sites, call) };
}

function list(state: ControllerState, call: Call): Answer<ControllerState> {
  const { devicesEnvelope } = call.settings.variants;
  return { state, reply: pageReply(shownDevices(state, call), call, devicesEnvelope) };
}

function shownDevices(state: ControllerState, call: Call): readonly JsonObject[] {
  return [...state.devices].flatMap(([id, device]) => (isShown(state, call, id) ? [device] : []));
}

function isShown({ shownFrom }: ControllerState, { now }: Call, id: string): boolean {
  return (shownFrom.get(id) ?? now) <= now;
}

function read(state: ControllerState, call: Call): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  const device = isShown(state, call, id) ? state.devices.get(id) : undefined;
  return { state, reply: device ? json(200, { response: device }) : bare(404) };
}

const newDevice = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  managementIpAddress: z.ipv4(),
});

/** Adds a device, which becomes reachable and gets current software. */
function add(state: ControllerState, call: Call): Answer<ControllerState> {
  const judged = newDevice.safeParse(call.body);
  if (!judged.success) return { state, reply: invalid(["name, type and managementIpAddress are required"]) };
  const devicesCounted = state.devicesCounted + 1;
  const id = `device-${String(devicesCounted).padStart(6, "0")}`;
  const device = { id, ...judged.data, softwareVersion: "17.9.4", status: "reachable" };
  const devices = new Map([...state.devices, [id, device] as const]);
  const { addedAfterMs } = call.settings;
  const added = { ...state, devices, devicesCounted };
  if (addedAfterMs === 0) return { state: added, reply: json(201, { response: device }) };
  const shownFrom = new Map(state.shownFrom).set(id, call.now + addedAfterMs);
  return { state: { ...added, shownFrom }, reply: json(202, { response: { taskId: `task-${id}` } }) };
}
