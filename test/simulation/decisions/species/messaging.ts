/** Rooms and their members, for the simulation of decisions. */

import type { JsonObject } from "../../../../src/model/json.ts";
import type { SimRoom } from "../../../../src/simulator/messaging/state.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { Realm, RealmOf, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, nameOn, type Thing, treeOf } from "../truth.ts";

const room: Species = {
  target: "chat",
  kind: "room",
  fields: [],
  canMove: true,
  canBeRenamed: true,
  isRemovable: true,
  key: ({ number, was }) => (was ? `was${number}` : `r${number}`),
  keyWithin: (_, own) => own,
  name: ({ number, was }) => (was ? `Former ${number}` : `Room ${number}`),
  object: (name) => `room ${name}`,
};

/** A member of a room. The mail address has different capitals in Git and in the service, which must not matter. */
const member: Species = {
  target: "chat",
  kind: "member",
  within: room,
  isWrittenWithin: true,
  fields: [{ path: "/moderator", values: [true, false, true], byServer: false }],
  isRemovable: true,
  key: ({ number }) => `User${number}@Example.net`,
  keyWithin: (parent, own) => `${parent}.${own}`,
  name: ({ number }) => `user${number}@example.net`,
  object: (name, parent) => `${parent}/${name}`,
};

const realm: Realm = {
  species: [room, member],
  targets: `  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
`,
  documents: (things, side) =>
    things
      .filter(({ species }) => species === room)
      .map((thing) => ({ target: "chat", rooms: { [keyOn(thing, side)]: roomOn(thing, side, things) } })),
  put: (things, world) => {
    const rooms = things.filter(({ species }) => species === room);
    const state = new Map(rooms.map((thing) => [`id-${thing.number}`, liveRoom(thing, things)]));
    return { ...world, messaging: { ...world.messaging, rooms: state } };
  },
  state: ({ messaging }) => messaging.rooms,
  held: ({ messaging }: World) =>
    new Map(
      [...messaging.rooms.values()].flatMap(({ name, members }) => {
        const object = room.object(name, undefined);
        const inside = [...members.values()].map(
          ({ email, ...rest }) =>
            [member.object(email.toLowerCase(), object), new Map(leavesOf(rest))] as const,
        );
        return [[object, new Map()] as const, ...inside];
      }),
    ),
};

function roomOn(thing: Thing, side: "desired" | "base", things: readonly Thing[]): JsonObject {
  const inside = things.filter(({ parent }) => parent === thing);
  const members = inside.map((each) => [
    each.species.key({ number: each.number, was: false }),
    { ...treeOf(fieldsOn(each, side)), ...(each.protect && { protect: true }) },
  ]);
  return {
    name: nameOn(thing, side),
    ...(thing.protect && { protect: true }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
  };
}

function liveRoom(thing: Thing, things: readonly Thing[]): SimRoom {
  const members = things
    .filter(({ parent }) => parent === thing)
    .map((each) => {
      const moderator = fieldsOn(each, "live").get("/moderator") === true;
      return [`id-${each.number}`, { email: `USER${each.number}@example.net`, moderator }] as const;
    });
  return { name: nameOn(thing, "live"), members: new Map(members) };
}

/** The messaging product, which is the same in every seed. */
export const messaging: RealmOf = () => realm;
