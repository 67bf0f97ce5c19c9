/** What a dialect of the messaging interface says, and which of it a target may override. */

import { z } from "zod";
import type { Dialect } from "../../contract.ts";

/** The kinds of all dialects. */
export type MessagingKind = "room" | "member";

/** The lists that are read. */
export type MessagingCollection = "rooms" | "members";

/** A product behind the messaging interface. In paths and queries `{roomId}` and `{memberId}` stand for ids. */
export interface MessagingDialect extends Dialect {
  /** Put between the target's URL and every path but the token endpoint's. Empty, or with a leading slash. */
  readonly basePath: string;
  /** Path of the OAuth token endpoint. */
  readonly tokenPath: string;
  /** The scopes that a token is asked for, separated by spaces. Undefined: what the client has. */
  readonly scope: string | undefined;
  /** Members are listed and added at the first path, changed and removed at the second one. */
  readonly paths: { readonly members: string; readonly member: string };
  /** Put behind the paths of lists, each with its `?`, or empty. */
  readonly queries: { readonly rooms: string; readonly members: string };
  /** The field of a new member that names the room; undefined: the path does. */
  readonly roomField: string | undefined;
  /** The field of a list's body that holds the records; undefined: the body is the list. */
  readonly itemsField: string | undefined;
  /** What the product calls the fields of rooms and members. */
  readonly fields: Readonly<Record<"name" | "email" | "moderator", string>>;
  /** Path to which messages are posted. Undefined: there is no way to post. */
  readonly messagePath: string | undefined;
  /** The field of a message that holds its text. */
  readonly textField: string;
}

const path = z.string().regex(/^(?:\/[\w.-]+)*$/, "must be a path such as /v1, or empty");

/** The settings of a messaging target. */
export const messagingSettings = z
  .strictObject({
    basePath: path.describe("Path before all others but tokenPath. Default: empty."),
    tokenPath: path.min(1).describe("Path of the OAuth token endpoint. Default: /oauth/token."),
    scope: z
      .string()
      .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, "must be scopes separated by single spaces")
      .describe("The scopes to ask for, such as rooms:read rooms:write. Default: what the client has."),
    messagePath: z
      .string()
      .regex(/^(?:\/(?:[\w.-]+|\{roomId\}))+$/, "must be a path such as /rooms/{roomId}/messages")
      .describe("Path to which messages are posted; {roomId} stands for the room. Default: none."),
  })
  .partial();

/** A dialect with a target's settings laid over it. */
export function withSettings(
  dialect: MessagingDialect,
  settings: z.infer<typeof messagingSettings>,
): MessagingDialect {
  return {
    ...dialect,
    basePath: settings.basePath ?? dialect.basePath,
    tokenPath: settings.tokenPath ?? dialect.tokenPath,
    scope: settings.scope ?? dialect.scope,
    messagePath: settings.messagePath ?? dialect.messagePath,
  };
}
