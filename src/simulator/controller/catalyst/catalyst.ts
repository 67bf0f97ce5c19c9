/** The controller as a Catalyst Center is: a token in `Token`, lists from 1 on, writes that become tasks. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { basicUser } from "../../wire/credentials.ts";
import { bare, isRecord, json } from "../../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inEnvelope, inResponse } from "./answers.ts";
import { fabricRoutes } from "./fabric.ts";
import { listed } from "./lists.ts";
import { siteRoutes } from "./sites.ts";
import { begin, catalystIn, taskReply, withDueTasks } from "./tasks.ts";

/** Where Basic credentials become a token. */
export const catalystTokenPath = "/dna/system/api/v1/auth/token";

const devices = "/dna/intent/api/v1/network-device";

/** The mode `catalyst-center`. Before each answer all tasks are carried out whose time has come. */
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
    { method: "GET" as const, path: devices, answer: listDevices },
    { method: "GET" as const, path: `${devices}/count`, answer: countDevices },
    { method: "POST" as const, path: devices, answer: addDevice },
    { method: "GET" as const, path: `${devices}/{id}`, answer: readDevice },
    { method: "DELETE" as const, path: `${devices}/{id}`, answer: removeDevice },
    ...siteRoutes,
    ...fabricRoutes,
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

/** The inventory: what the seed has, and what was added. */
function devicesIn(state: ControllerState): readonly JsonObject[] {
  const seeded = [...state.devices].map(([id, device]) => {
    const { name = "", status, softwareVersion = "", managementIpAddress = "" } = device;
    const isGone = status === "unreachable";
    const series = device.type ?? "";
    const place = { id, hostname: name, managementIpAddress, softwareVersion, series };
    return { ...place, reachabilityStatus: isGone ? "Unreachable" : "Reachable" };
  });
  const added = [...catalystIn(state).things].flatMap(([id, { collection, value }]) => {
    const [address] = Array.isArray(value.ipAddress) ? value.ipAddress : [];
    const place = { id, hostname: null, managementIpAddress: String(address), reachabilityStatus: "Unknown" };
    return collection === "device" ? [{ ...place, type: value.type ?? null }] : [];
  });
  return [...seeded, ...added];
}

function listDevices(state: ControllerState, call: Call): Answer<ControllerState> {
  return { state, reply: listed(devicesIn(state), call) };
}

function countDevices(state: ControllerState): Answer<ControllerState> {
  return { state, reply: inResponse(devicesIn(state).length) };
}

function readDevice(state: ControllerState, { parameters }: Call): Answer<ControllerState> {
  const found = devicesIn(state).find(({ id }) => id === parameters.id);
  return { state, reply: found ? inResponse(found) : catalystError(404, "No resource found with id") };
}

const newDevice = z.looseObject({
  ipAddress: z.array(z.ipv4()).length(1),
  description: z.string().exactOptional(),
});

function addDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const judged = newDevice.safeParse(call.body);
  if (!judged.success || !isRecord(call.body))
    return { state, reply: catalystError(400, "ipAddress with one address is wanted") };
  const [address = ""] = judged.data.ipAddress;
  // Unique by its address, as other things are by their description.
  const value = { ...call.body, description: address };
  return begin(state, call, (id) => ({ do: "put", id, thing: { collection: "device", value } }));
}

function removeDevice(state: ControllerState, call: Call): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  if (catalystIn(state).things.get(id)?.collection !== "device")
    return { state, reply: catalystError(404, "No resource found with id") };
  return begin(state, call, () => ({ do: "remove", id }));
}
