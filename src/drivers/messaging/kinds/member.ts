/** The kind `member`: someone in a room, by email address. */

import { z } from "zod";
import type { Kind } from "../../contract.ts";

/** A member. Its key is an email address, in which upper and lower case are the same. */
export const member: Kind = {
  name: "member",
  title: "member",
  place: { within: "room", section: "members" },
  schema: z
    .strictObject({
      moderator: z.boolean().optional().describe("Whether the member moderates the room."),
    })
    .describe("Someone in a room, by email address."),
  keys: z
    .email("must be an email address, such as noc@example.net")
    .max(254)
    .describe("The member's email address. Upper and lower case are the same."),
  secrets: [],
  collection: { name: "members", scopeKeys: [], within: "room", absence: "list" },
  canonical: (value) => value,
  identity: ({ key }) => key.toLowerCase(),
  keyOf: ({ identity }) => identity,
};
