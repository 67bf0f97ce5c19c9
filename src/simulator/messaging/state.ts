/** The state of the simulated messaging interface: rooms and their members, and issued tokens. */

import type { JsonObject } from "../../model/json.ts";
import { noTokens, type Tokens } from "../oauth/tokens.ts";
import type { WebexRecord } from "./webex/collections.ts";

/** An initial room. The ids of rooms are numbered: `room-000001`. */
export interface RoomSeed {
  readonly name: string;
  readonly members?: readonly MemberSeed[];
}

/** A member of a room. */
export interface MemberSeed {
  readonly email: string;
  readonly moderator?: boolean;
}

/** A room and its members. */
export interface SimRoom {
  readonly name: string;
  /** The members by member id. A person has a different id in each room. */
  readonly members: ReadonlyMap<string, SimMember>;
}

/** A stored member. */
export interface SimMember {
  readonly email: string;
  readonly moderator: boolean;
}

/** The state of the messaging interface. The object is never modified. */
export interface MessagingState {
  readonly rooms: ReadonlyMap<string, SimRoom>;
  readonly tokens: Tokens;
  /** The records of the mode `webex` by id. If absent, they are made from the rooms of the seed. */
  readonly webex?: ReadonlyMap<string, WebexRecord>;
  /** The number of rooms and members that have ever existed. It is counted because ids are never reused. */
  readonly counted: number;
}

/** Returns the initial state of a messaging interface. */
export function messagingState(seeds: readonly RoomSeed[]): MessagingState {
  const empty: MessagingState = { rooms: new Map(), tokens: noTokens, counted: 0 };
  return seeds.reduce((state, { name, members = [] }) => {
    const { state: made, id } = withRoom(state, name);
    return members.reduce(
      (held, { email, moderator = false }) => withMember(held, id, { email, moderator }).state,
      made,
    );
  }, empty);
}

/** Returns the state with a new room, and the room's id. */
export function withRoom(state: MessagingState, name: string): { state: MessagingState; id: string } {
  const counted = state.counted + 1;
  const id = countedId("room", counted);
  const rooms = new Map(state.rooms).set(id, { name, members: new Map() });
  return { state: { ...state, rooms, counted }, id };
}

/** Returns the state with a new member of a room, and the member's id. */
export function withMember(
  state: MessagingState,
  roomId: string,
  member: SimMember,
): { state: MessagingState; id: string } {
  const room = state.rooms.get(roomId);
  if (room === undefined) return { state, id: "" };
  const counted = state.counted + 1;
  const id = countedId("member", counted);
  const members = new Map(room.members).set(id, member);
  const rooms = new Map(state.rooms).set(roomId, { ...room, members });
  return { state: { ...state, rooms, counted }, id };
}

/** Returns a room as it is shown. */
export function roomRecord(id: string, { name }: SimRoom): JsonObject {
  return { id, name };
}

/** Returns a member as it is shown. */
export function memberRecord(id: string, { email, moderator }: SimMember): JsonObject {
  return { id, email, moderator };
}

function countedId(word: string, count: number): string {
  return `${word}-${String(count).padStart(6, "0")}`;
}
