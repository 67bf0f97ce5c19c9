/** The server-management interface: a token with scopes, server profiles, and lists with a link to the next page. */

import { z } from "zod";
import type { Json } from "../../model/json.ts";
import { clientCredentialsRoute, grantOf } from "../oauth/tokens.ts";
import { cursorPath, pageOf } from "../wire/linked-pages.ts";
import { bare, invalid, isRecord, json } from "../wire/message.ts";
import { besideItems } from "../wire/next-link.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { type ServersState, withProfile } from "./state.ts";

/** The server-management interface. */
export const servers: SimulatedInterface<ServersState> = {
  authenticate: (state, request, { now }) => grantOf(state, request, now)?.client,
  scopesOf: (state, request, { now }) => grantOf(state, request, now)?.scopes ?? [],
  routes: [
    clientCredentialsRoute("servers"),
    { method: "GET", path: "/server-profiles", scope: "profiles:read", answer: list },
    { method: "POST", path: "/server-profiles", scope: "profiles:write", answer: create },
    { method: "PUT", path: "/server-profiles/{id}", scope: "profiles:write", answer: update },
  ],
};

/** The writable members of a profile. The server itself sets `id` and `status`. */
const profileBody = z.strictObject({
  name: z.string().min(1).optional(),
  serial: z.string().optional(),
  model: z.string().optional(),
  description: z.string().optional(),
});

function list(state: ServersState, call: Call): Answer<ServersState> {
  const { serversPageSize: size, nextPageUri } = call.settings;
  const page = pageOf([...state.profiles.values()], call, { by: "id", size });
  if (page === undefined) return { state, reply: bare(400) };
  const { items, next } = page;
  if (next === undefined) return { state, reply: json(200, { items }) };
  const base = nextPageUri === "absolute" ? call.request.origin : "";
  const beside = besideItems(`${base}${cursorPath(call, next)}`, "next", call.settings.variants);
  return { state, reply: json(200, { items, ...beside.fields }, beside.headers) };
}

/** Creates a profile. The profile is active at once. */
function create(state: ServersState, call: Call): Answer<ServersState> {
  const { body } = call;
  const faults = faultsOf(body);
  if (!isRecord(body) || faults.length > 0) return { state, reply: invalid(faults) };
  if (body.name === undefined) return { state, reply: invalid(["name: required"]) };
  const made = withProfile(state, { serial: "", model: "", ...body, status: "ok" });
  return { state: made.state, reply: json(201, made.record) };
}

function update(state: ServersState, call: Call): Answer<ServersState> {
  const { id = "" } = call.parameters;
  const before = state.profiles.get(id);
  if (before === undefined) return { state, reply: bare(404) };
  const faults = faultsOf(call.body);
  if (!isRecord(call.body) || faults.length > 0) return { state, reply: invalid(faults) };
  const record = { ...before, ...call.body };
  return { state: { ...state, profiles: new Map(state.profiles).set(id, record) }, reply: json(200, record) };
}

function faultsOf(body: Json): readonly string[] {
  const judged = profileBody.safeParse(body);
  if (judged.success) return [];
  return judged.error.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
}
