/** The firewall manager interface: its device inventory, compared with what is expected. Read only, after a login. */

import { z } from "zod";
import { loggedIn, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type FirewallDialect, firewallSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { firewallDevice } from "./kinds/firewall-device.ts";
import { authorizationOf, openFirewall } from "./session.ts";

const dialects: Readonly<Record<string, FirewallDialect>> = { neutral };

/** The driver of the firewall manager interface. Its collection: devices. */
export const firewall: Driver<FirewallDialect> = {
  interface: "firewall",
  kinds: [firewallDevice],
  holders: [],
  fileFields: [],
  dialects,
  settings: firewallSettings,
  credential: z.union([loggedIn, token]),
  fleet: false,
  checks: [{ title: "list devices", request: { collection: "devices", scope: {}, wanted: [] } }],
  authorization: authorizationOf,
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, firewallSettings.parse(settings)),
  open: openFirewall,
};
