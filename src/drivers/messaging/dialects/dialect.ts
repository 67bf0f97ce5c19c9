/** What a dialect of the messaging interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";
import { type FieldNames, fieldName, fieldNames } from "../../described/fields.ts";
import { type Envelopes, itemField, listSettings } from "../../described/lists.ts";
import { type UpdateMethod, updateMethod } from "../../described/methods.ts";
import { basePath, plainPath, template } from "../../described/paths.ts";

/** The kinds of all dialects. */
export type MessagingKind = "room" | "member";

/** The lists that are read. */
export type MessagingCollection = "rooms" | "members";

/** A product behind the messaging interface. In paths and queries `{roomId}` and `{memberId}` stand for ids. */
export interface MessagingDialect extends Dialect, Envelopes {
  /** Put between the target's URL and every path but the token endpoint's. Empty, or with a leading slash. */
  readonly basePath: string;
  /** Path of the OAuth token endpoint. */
  readonly tokenPath: string;
  /** The scopes that a token is asked for, separated by spaces. Undefined: what the client has. */
  readonly scope: string | undefined;
  /** Lists and what is added to them are at the plural, what is changed and removed at the singular. */
  readonly paths: Readonly<Record<"rooms" | "room" | "members" | "member", string>>;
  readonly methods: Readonly<Record<"updateRoom" | "updateMember", UpdateMethod>>;
  /** Put behind the paths of lists, each with its `?`, or empty. */
  readonly queries: { readonly rooms: string; readonly members: string };
  /** The field of a new member that names the room; undefined: the path does. */
  readonly roomField: string | undefined;
  readonly roomFields: FieldNames<"id" | "name">;
  readonly memberFields: FieldNames<"id" | "email" | "moderator">;
  /** Path to which messages are posted. Undefined: there is no way to post. */
  readonly messagePath: string | undefined;
  readonly messageFields: FieldNames<"roomId" | "text">;
}

/** The settings of a messaging target. */
export const messagingSettings = z
  .strictObject({
    basePath: basePath.describe("Path before all others but tokenPath. Default: empty."),
    tokenPath: plainPath.describe("Path of the OAuth token endpoint. Default: /oauth/token."),
    scope: z
      .string()
      .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, "must be scopes separated by single spaces")
      .describe("The scopes to ask for, such as rooms:read rooms:write. Default: what the client has."),
    messagePath: template("/rooms/{roomId}/messages", ["roomId"]).describe(
      "Path to which messages are posted; {roomId} stands for the room. Default: none.",
    ),
    paths: z
      .strictObject({
        rooms: template("/rooms"),
        room: template("/rooms/{roomId}"),
        members: template("/rooms/{roomId}/members"),
        member: template("/rooms/{roomId}/members/{memberId}", ["roomId"]),
      })
      .describe("Paths of rooms and members. Default: /rooms, /rooms/{roomId}/members and so on."),
    methods: z
      .strictObject({ updateRoom: updateMethod, updateMember: updateMethod })
      .describe("Methods of changes. Default: PUT."),
    ...listSettings,
    itemField,
    roomFields: fieldNames({ id: fieldName, name: fieldName }).describe(
      "Wire names of a room's fields. Default: the same names; webex: title.",
    ),
    memberFields: fieldNames({ id: fieldName, email: fieldName, moderator: fieldName }).describe(
      "Wire names of a member's fields. Default: the same names; webex: personEmail, isModerator.",
    ),
    messageFields: fieldNames({ roomId: fieldName, text: fieldName }).describe(
      "Wire names of a message's fields. Default: the same names; webex: markdown.",
    ),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: MessagingDialect,
  settings: z.infer<typeof messagingSettings>,
): MessagingDialect {
  const { paths, methods, roomFields, memberFields, messageFields } = settings;
  const { basePath: base, tokenPath, scope, messagePath, ...envelopes } = settings;
  return {
    ...dialect,
    ...envelopes,
    basePath: base ?? dialect.basePath,
    tokenPath: tokenPath ?? dialect.tokenPath,
    scope: scope ?? dialect.scope,
    messagePath: messagePath ?? dialect.messagePath,
    paths: { ...dialect.paths, ...paths },
    methods: { ...dialect.methods, ...methods },
    roomFields: { ...dialect.roomFields, ...roomFields },
    memberFields: { ...dialect.memberFields, ...memberFields },
    messageFields: { ...dialect.messageFields, ...messageFields },
  };
}
