/** The kind `room`: a room of a messaging service, by its name. */

import { z } from "zod";
import { isObject } from "../../../model/json.ts";
import type { Kind } from "../../contract.ts";

/** A room. Its name is what the live side is matched by; its key has no dot, for members' keys have some. */
export const room: Kind = {
  name: "room",
  title: "room",
  place: { within: "file", section: "rooms" },
  schema: z
    .strictObject({
      name: z
        .string()
        .min(1)
        .max(255)
        .describe("The name that its members see. Changing it renames the room."),
    })
    .describe("A room of a messaging service."),
  keys: z
    .string()
    .regex(/^[^.]{1,255}$/, "must be 1 to 255 characters without a dot")
    .describe("A key of your own for the room, without a dot."),
  secrets: [],
  collection: { name: "rooms", scopeKeys: [], absence: "list" },
  canonical: (value) => value,
  identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
};
