/** Changes rooms and members behind a client's back. */

import type { LiveChange } from "../live-change.ts";
import { withEntry } from "../wire/entries.ts";
import { type MessagingState, withMember, withRoom } from "./state.ts";

type RoomChange = Extract<LiveChange, { room: string }>;
type MemberChange = Extract<LiveChange, { member: string }>;

/**
 * Returns the state after a change of a room or a member. A missing room or member is created, unless it is to be
 * removed.
 */
export function changeMessaging(state: MessagingState, change: RoomChange): MessagingState {
  const found = [...state.rooms].find(([id, { name }]) => id === change.room || name === change.room)?.[0];
  if (found === undefined && change.remove) return state;
  const at = found === undefined ? withRoom(state, change.room) : { state, id: found };
  if ("member" in change) return changeMember(at.state, at.id, change);
  const room = at.state.rooms.get(at.id);
  const changed = change.remove || room === undefined ? undefined : { ...room, ...change.set };
  return { ...at.state, rooms: withEntry(at.state.rooms, at.id, changed) };
}

function changeMember(state: MessagingState, roomId: string, change: MemberChange): MessagingState {
  const { member: email, set = { moderator: false }, remove } = change;
  const room = state.rooms.get(roomId);
  const found = [...(room?.members ?? [])].find(([, member]) => member.email === email);
  if (room === undefined || (found === undefined && remove)) return state;
  if (found === undefined) return withMember(state, roomId, { email, ...set }).state;
  const members = withEntry(room.members, found[0], remove ? undefined : { ...found[1], ...change.set });
  return { ...state, rooms: withEntry(state.rooms, roomId, { ...room, members }) };
}
