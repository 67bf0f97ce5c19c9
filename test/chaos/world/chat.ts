/** Rooms and their members. */

import type { JsonObject } from "../../../src/model/json.ts";
import type { RoomSeed } from "../../../src/simulator/messaging/state.ts";
import { type Draw, type Fate, type Item, oneOf, type Part } from "./part.ts";

type Side = "base" | "desired";

interface Room {
  readonly key: string;
  readonly fate: Fate;
  readonly name: string;
  readonly was: string;
  readonly members: readonly { readonly email: string; readonly fate: Fate }[];
}

/** Draws four rooms with two declared members each; an undeclared room also exists. */
export function chat(draw: Draw): Part {
  const rooms = [0, 1, 2, 3].map((at) => drawn(draw, at));
  const documents = (side: Side): readonly JsonObject[] => [
    { target: "chat", rooms: Object.fromEntries(rooms.flatMap((room) => declared(room, side))) },
  ];
  const theirs: RoomSeed = { name: "Theirs", members: [{ email: "eve@example.net" }] };
  return {
    items: rooms.flatMap(itemsOf),
    base: documents("base"),
    desired: documents("desired"),
    seed: { rooms: [theirs, ...rooms.filter(({ fate }) => isThere(fate, "base")).map(seeded)] },
  };
}

const isThere = (fate: Fate, side: Side): boolean => fate !== (side === "base" ? "create" : "remove");
const isModerator = (fate: Fate, side: Side): boolean => fate === "update" && side === "desired";

function drawn(draw: Draw, at: number): Room {
  const fate = oneOf<Fate>(draw, ["create", "rename", "remove", "keep"]);
  const inside = (email: string) => {
    const own = oneOf<Fate>(draw, ["create", "update", "remove", "keep"]);
    const whole: Fate = fate === "create" ? "create" : own;
    return { email, fate: whole };
  };
  const members = fate === "remove" ? [] : [inside("ada@example.net"), inside("bob@example.net")];
  const name = `Room ${at}`;
  return { key: `r${at}`, fate, name, was: fate === "rename" ? `Former ${at}` : name, members };
}

function declared(room: Room, side: Side): readonly [string, JsonObject][] {
  if (!isThere(room.fate, side)) return [];
  const members = room.members
    .filter(({ fate }) => isThere(fate, side))
    .map(({ email, fate }) => [email, { moderator: isModerator(fate, side) }]);
  const name = side === "base" ? room.was : room.name;
  return [[room.key, { name, members: Object.fromEntries(members) }]];
}

function seeded({ was, members }: Room): RoomSeed {
  const own = members.filter(({ fate }) => isThere(fate, "base")).map(({ email }) => ({ email }));
  return { name: was, members: [...own, { email: "eve@example.net", moderator: true }] };
}

function itemsOf({ key, fate, name, was, members }: Room): readonly Item[] {
  const room: Item = {
    address: `chat/room/${key}`,
    object: `chat room ${name}`,
    was: `chat room ${was}`,
    before: isThere(fate, "base") ? { name: was } : undefined,
    after: isThere(fate, "desired") ? { name } : undefined,
  };
  const inside = members.map(({ email, fate: own }): Item => {
    const value = (side: Side) =>
      isThere(own, side) ? { email, moderator: isModerator(own, side) } : undefined;
    return {
      address: `chat/member/${key}.${email}`,
      object: `chat member ${name}/${email}`,
      was: `chat member ${was}/${email}`,
      before: value("base"),
      after: value("desired"),
    };
  });
  const guest = { email: "eve@example.net", moderator: true };
  const undeclared: Item = {
    address: "",
    object: `chat member ${name}/${guest.email}`,
    was: `chat member ${was}/${guest.email}`,
    before: guest,
    after: fate === "remove" ? undefined : guest,
  };
  return fate === "create" ? [room, ...inside] : [room, ...inside, undeclared];
}
