/** The server-management interface: server profiles, compared with what is expected, created and changed. */

import { z } from "zod";
import { client, clientOfUser, refreshedClient, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type ServersDialect, serversSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { serverProfile } from "./kinds/server-profile.ts";
import { openServers } from "./session.ts";

const dialects: Readonly<Record<string, ServersDialect>> = { neutral };

/** The driver of the server-management interface. Its collection: devices, which are server profiles. */
export const servers: Driver<ServersDialect> = {
  interface: "servers",
  kinds: [serverProfile],
  holders: [],
  fileFields: [],
  dialects,
  settings: serversSettings,
  credential: z.union([client, refreshedClient, clientOfUser, token]),
  fleet: false,
  checks: [{ title: "list server profiles", request: { collection: "devices", scope: {}, wanted: [] } }],
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, serversSettings.parse(settings)),
  open: openServers,
};
