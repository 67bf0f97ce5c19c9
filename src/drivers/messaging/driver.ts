/** The messaging interface: rooms and their members. */

import { z } from "zod";
import { client, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type MessagingDialect, messagingSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { webex } from "./dialects/webex.ts";
import { member } from "./kinds/member.ts";
import { room } from "./kinds/room.ts";
import { openMessaging } from "./session.ts";

const dialects: Readonly<Record<string, MessagingDialect>> = { neutral, webex };

/** The driver of the messaging interface. Its collections: rooms, members. */
export const messaging: Driver<MessagingDialect> = {
  interface: "messaging",
  kinds: [room, member],
  holders: [],
  fileFields: [],
  dialects,
  settings: messagingSettings,
  credential: z.union([client, token]),
  fleet: false,
  checks: [{ title: "list rooms", request: { collection: "rooms", scope: {}, wanted: [] } }],
  cannotPost: ({ messagePath }) =>
    messagePath === undefined ? "Set settings.messagePath to the path that takes messages." : undefined,
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, messagingSettings.parse(settings)),
  open: openMessaging,
};
