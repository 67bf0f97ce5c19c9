/** The controller interface: health of sites, inventory of devices. Read only. */

import { password } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type ControllerDialect, controllerSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { openController } from "./session.ts";

const dialects: Readonly<Record<string, ControllerDialect>> = { neutral };

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
    { title: "read site health", request: { collection: "sites", scope: {}, wanted: [] } },
    { title: "list devices", request: { collection: "devices", scope: {}, wanted: [] } },
  ],
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, controllerSettings.parse(settings)),
  open: openController,
};
