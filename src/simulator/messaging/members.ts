/** Members of a room: how they are listed, added, made moderators, and removed. */

import { z } from "zod";
import { withEntry } from "../wire/entries.ts";
import { linkedReply } from "../wire/linked-pages.ts";
import { bare, json } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import { type MessagingState, memberRecord, type SimMember, type SimRoom, withMember } from "./state.ts";

const one = "/rooms/{roomId}/members/{memberId}";

/** The routes of members. */
export const memberRoutes: readonly Route<MessagingState>[] = [
  { method: "GET", path: "/rooms/{roomId}/members", scope: "rooms:read", answer: list },
  { method: "POST", path: "/rooms/{roomId}/members", scope: "rooms:write", answer: add },
  { method: "PUT", path: one, scope: "rooms:write", answer: change },
  { method: "DELETE", path: one, scope: "rooms:write", answer: remove },
];

const newMember = z.strictObject({ email: z.email(), moderator: z.boolean().default(false) });
const changedMember = z.strictObject({ moderator: z.boolean() });

function list(state: MessagingState, call: Call): Answer<MessagingState> {
  const room = state.rooms.get(call.parameters.roomId ?? "");
  if (room === undefined) return { state, reply: bare(404) };
  const records = [...room.members].map(([id, member]) => memberRecord(id, member));
  return { state, reply: linkedReply(records, call, { by: "id", size: call.settings.messagingPageSize }) };
}

/** Adds a member. If the room already has a member with this email, in any case, the answer is 409. */
function add(state: MessagingState, call: Call): Answer<MessagingState> {
  const { roomId = "" } = call.parameters;
  const room = state.rooms.get(roomId);
  if (room === undefined) return { state, reply: bare(404) };
  const body = newMember.safeParse(call.body);
  if (!body.success) return { state, reply: bare(400) };
  const wanted = body.data.email.toLowerCase();
  const there = [...room.members.values()].some(({ email }) => email.toLowerCase() === wanted);
  if (there) return { state, reply: bare(409) };
  const made = withMember(state, roomId, body.data);
  return { state: made.state, reply: json(201, memberRecord(made.id, body.data)) };
}

function change(state: MessagingState, call: Call): Answer<MessagingState> {
  const found = memberOf(state, call);
  if (found === undefined) return { state, reply: bare(404) };
  const body = changedMember.safeParse(call.body);
  if (!body.success) return { state, reply: bare(400) };
  const member = { ...found.member, ...body.data };
  return { state: found.with(member), reply: json(200, memberRecord(found.id, member)) };
}

function remove(state: MessagingState, call: Call): Answer<MessagingState> {
  const found = memberOf(state, call);
  if (found === undefined) return { state, reply: bare(404) };
  return { state: found.with(undefined), reply: bare(204) };
}

interface Found {
  readonly id: string;
  readonly member: SimMember;
  /** Returns the state with the member replaced. If `member` is undefined, the member is removed. */
  readonly with: (member: SimMember | undefined) => MessagingState;
}

function memberOf(state: MessagingState, { parameters }: Call): Found | undefined {
  const { roomId = "", memberId: id = "" } = parameters;
  const room = state.rooms.get(roomId);
  const member = room?.members.get(id);
  if (room === undefined || member === undefined) return undefined;
  const inRoom = (members: SimRoom["members"]) => withEntry(state.rooms, roomId, { ...room, members });
  return {
    id,
    member,
    with: (changed) => ({ ...state, rooms: inRoom(withEntry(room.members, id, changed)) }),
  };
}
