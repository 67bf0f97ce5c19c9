/** The SD-WAN manager interface: its device inventory, compared with what is expected. Read only. */

import { z } from "zod";
import { password, token } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import { type SdwanDialect, sdwanSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { vmanage } from "./dialects/vmanage.ts";
import { sdwanDevice } from "./kinds/sdwan-device.ts";
import { openSdwan } from "./session.ts";

const dialects: Readonly<Record<string, SdwanDialect>> = { neutral, vmanage };

/** The driver of the SD-WAN manager interface. Its collection: devices. */
export const sdwan: Driver<SdwanDialect> = {
  interface: "sdwan",
  kinds: [sdwanDevice],
  holders: [],
  fileFields: [],
  dialects,
  settings: sdwanSettings,
  credential: z.union([token, password]),
  fleet: false,
  checks: [{ title: "list devices", request: { collection: "devices", scope: {}, wanted: [] } }],
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, sdwanSettings.parse(settings)),
  open: openSdwan,
};
