/**
 * The messaging interface. Client credentials are exchanged for a token with scopes, and rooms are listed in pages
 * linked by `Link`.
 */

import { z } from "zod";
import { clientCredentialsRoute, grantOf } from "../oauth/tokens.ts";
import { withEntry } from "../wire/entries.ts";
import { linkedReply } from "../wire/linked-pages.ts";
import { bare, json } from "../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../wire/route.ts";
import { memberRoutes } from "./members.ts";
import { type MessagingState, roomRecord, withRoom } from "./state.ts";

/** The messaging interface. */
export const messaging: SimulatedInterface<MessagingState> = {
  authenticate: (state, request, { now }) => grantOf(state, request, now)?.client,
  scopesOf: (state, request, { now }) => grantOf(state, request, now)?.scopes ?? [],
  routes: [
    clientCredentialsRoute("messaging"),
    { method: "GET", path: "/rooms", scope: "rooms:read", answer: list },
    { method: "POST", path: "/rooms", scope: "rooms:write", answer: create },
    { method: "PUT", path: "/rooms/{roomId}", scope: "rooms:write", answer: rename },
    { method: "DELETE", path: "/rooms/{roomId}", scope: "rooms:write", answer: remove },
    ...memberRoutes,
  ],
};

const roomBody = z.strictObject({ name: z.string().min(1) });

function list(state: MessagingState, call: Call): Answer<MessagingState> {
  const records = [...state.rooms].map(([id, room]) => roomRecord(id, room));
  return { state, reply: linkedReply(records, call, { by: "id", size: call.settings.messagingPageSize }) };
}

function create(state: MessagingState, call: Call): Answer<MessagingState> {
  const body = roomBody.safeParse(call.body);
  if (!body.success) return { state, reply: bare(400) };
  const { name } = body.data;
  const made = withRoom(state, name);
  return { state: made.state, reply: json(201, { id: made.id, name }) };
}

function rename(state: MessagingState, call: Call): Answer<MessagingState> {
  const { roomId: id = "" } = call.parameters;
  const room = state.rooms.get(id);
  if (room === undefined) return { state, reply: bare(404) };
  const body = roomBody.safeParse(call.body);
  if (!body.success) return { state, reply: bare(400) };
  const renamed = { ...room, name: body.data.name };
  return {
    state: { ...state, rooms: withEntry(state.rooms, id, renamed) },
    reply: json(200, roomRecord(id, renamed)),
  };
}

function remove(state: MessagingState, call: Call): Answer<MessagingState> {
  const { roomId: id = "" } = call.parameters;
  if (!state.rooms.has(id)) return { state, reply: bare(404) };
  return { state: { ...state, rooms: withEntry(state.rooms, id, undefined) }, reply: bare(204) };
}
