/** The messaging interface: rooms and their members. */

import { client } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type MessagingDialect, messagingSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { member } from "./kinds/member.ts";
import { room } from "./kinds/room.ts";
import { openMessaging } from "./session.ts";

const dialects: Readonly<Record<string, MessagingDialect>> = { neutral };

/** The driver of the messaging interface. Its collections: rooms, members. */
export const messaging: Driver<MessagingDialect> = {
  interface: "messaging",
  kinds: [room, member],
  holders: [],
  fileFields: [],
  dialects,
  settings: messagingSettings,
  credential: client,
  fleet: false,
  checks: [{ title: "list rooms", request: { collection: "rooms", scope: {}, wanted: [] } }],
  cannotPost: ({ messagePath }) =>
    messagePath === undefined ? "Set settings.messagePath to the path that takes messages." : undefined,
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, messagingSettings.parse(settings)),
  open: openMessaging,
};
