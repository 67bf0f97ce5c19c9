/** The controller interface: health of sites, inventory of devices. Read only. */

import { password } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type ControllerDialect, controllerSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { deviceStatus, siteHealth } from "./replies.ts";
import { openController } from "./session.ts";

const dialects: Readonly<Record<string, ControllerDialect>> = { neutral };

const sites = { collection: "sites", scope: {}, wanted: [] };
const devices = { collection: "devices", scope: {}, wanted: [] };

/** The driver of the controller interface. Its collections: sites, devices; items hold the records as they are. */
export const controller: Driver<ControllerDialect> = {
  interface: "controller",
  kinds: [],
  holders: [],
  fileFields: [],
  dialects,
  settings: controllerSettings,
  credential: password,
  fleet: false,
  checks: [
    { title: "read site health", request: sites },
    { title: "list devices", request: devices },
  ],
  health: {
    sites: { request: sites, of: siteHealth },
    devices: { request: devices, of: deviceStatus },
  },
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, controllerSettings.parse(settings)),
  open: openController,
};
