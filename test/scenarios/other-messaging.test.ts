/**
 * A messaging service that differs from every assumption of docs/open-points.md. The target's settings describe it
 * completely.
 */

import { expect, test } from "vitest";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { enveloped, type Renamed, renaming } from "../servers/virtual-time/renaming.ts";

const project = `version: 1
environment: virtual
targets:
  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
    settings:
      basePath: /v1
      scope: rooms:read rooms:write
      itemsField: data.records
      totalField: data.count
      itemField: data
      paths:
        rooms: /spaces
        room: /spaces/{roomId}
        members: /spaces/{roomId}/people
        member: /people/{roomId}.{memberId}
      methods: { updateRoom: PATCH, updateMember: PATCH }
      roomFields: { id: key, name: title }
      memberFields: { id: key, email: address, moderator: chair }
`;
const file = (rooms: string) => ({ "a.yaml": `target: chat\nrooms: ${rooms}\n` });

const room = { key: "id", title: "name" };
const member = { key: "id", address: "email", chair: "moderator" };
const people = "/rooms/$1/members";
const rows: readonly Renamed[] = [
  { takes: /^POST \/oauth\/token$/, gives: "POST /oauth/token" },
  { takes: /^GET \/v1\/spaces$/, gives: "GET /rooms", fields: room, answer: enveloped },
  { takes: /^POST \/v1\/spaces$/, gives: "POST /rooms", fields: room, answer: (data) => ({ data }) },
  { takes: /^PATCH \/v1\/spaces\/([^/]+)$/, gives: "PUT /rooms/$1", fields: room },
  { takes: /^DELETE \/v1\/spaces\/([^/]+)$/, gives: "DELETE /rooms/$1" },
  { takes: /^GET \/v1\/spaces\/([^/]+)\/people$/, gives: `GET ${people}`, fields: member, answer: enveloped },
  { takes: /^POST \/v1\/spaces\/([^/]+)\/people$/, gives: `POST ${people}`, fields: member },
  { takes: /^PATCH \/v1\/people\/([^/]+)\.([^/]+)$/, gives: `PUT ${people}/$2`, fields: member },
  { takes: /^DELETE \/v1\/people\/([^/]+)\.([^/]+)$/, gives: `DELETE ${people}/$2` },
];

test("is read, planned, applied, changed, and planned again empty", async () => {
  const asked: string[] = [];
  const world = await inTurn({ project, seed: { rooms: [] }, between: renaming(rows, asked) }, [
    file("{ noc: { name: NOC, members: { a@example.net: { moderator: true }, b@example.net: {} } } }"),
    file("{ noc: { name: Network, members: { a@example.net: { moderator: false } } } }"),
    file("{}"),
  ]);
  expect(world.messaging.rooms.size).toBe(0);
  for (const { takes } of rows) expect(asked.filter((line) => takes.test(line))).not.toEqual([]);
});
