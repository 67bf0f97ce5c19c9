/** The controller interface: health of sites, inventory of devices. */

import { z } from "zod";
import { isObject, type Json } from "../../model/json.ts";
import { password, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type ControllerDialect, controllerSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { controllerDevice } from "./kinds/device.ts";
import { deviceStatus, siteHealth } from "./replies.ts";
import { openController } from "./session.ts";

/** A device of the list is known already as well as the controller knows it. */
function isListed(device: Json): boolean {
  return isObject(device) && "id" in device;
}

const dialects: Readonly<Record<string, ControllerDialect>> = { neutral };

const sites = { collection: "sites", scope: {}, wanted: [] };
const devices = { collection: "devices", scope: {}, wanted: [] };

/**
 * The driver of the controller interface. Its collections: sites, devices, and device, which reads the one whose `id`
 * is in the scope; items hold the records as they are.
 */
export const controller: Driver<ControllerDialect> = {
  interface: "controller",
  kinds: [controllerDevice],
  holders: [],
  fileFields: [],
  dialects,
  settings: controllerSettings,
  credential: z.union([password, token]),
  fleet: false,
  checks: [
    { title: "read site health", request: sites },
    { title: "list devices", request: devices },
  ],
  health: {
    sites: { request: sites, of: siteHealth },
    devices: { request: devices, of: deviceStatus },
  },
  reports: ({ id, value }) =>
    id === undefined || isListed(value) ? [] : [{ collection: "device", scope: { id }, wanted: [] }],
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, controllerSettings.parse(settings)),
  open: openController,
};
