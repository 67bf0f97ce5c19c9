/** The NETCONF interface: hostname, interfaces and configuration of the devices of a fleet, over SSH. */

import { z } from "zod";
import type { Driver } from "../../contract/contract.ts";
import { password, privateKey } from "../../http/auth/credentials.ts";
import { deviceDriver, deviceProblems } from "../device/driver.ts";
import { openingDevices } from "../device/open-device.ts";
import { converse } from "./conversation.ts";
import { type NetconfDialect, netconfSettings, withSettings } from "./dialects/dialect.ts";
import { neutral } from "./dialects/neutral.ts";
import { openNetconf } from "./session.ts";
import { unkeyed } from "./unkeyed-lists.ts";

const dialects: Readonly<Record<string, NetconfDialect>> = { neutral };

/** The driver of the NETCONF interface. */
export const netconf: Driver<NetconfDialect> = {
  ...deviceDriver,
  interface: "netconf",
  dialects,
  settings: netconfSettings,
  credential: z.union([password, privateKey]),
  dialect: (name, settings) =>
    withSettings(dialects[name] ?? neutral, netconfSettings.parse(settings, { jitless: true })),
  converse: ({ target, dialect, channels }) => converse({ target, channels, hostKeys: dialect.hostKeys }),
  open: openingDevices(openNetconf),
  check: (resources, dialect, hint) => [...deviceProblems(resources, dialect, hint), ...unkeyed(resources)],
};
