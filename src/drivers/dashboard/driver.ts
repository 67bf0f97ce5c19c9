/** The dashboard interface: organizations, networks and SSIDs of a cloud-managed network. */

import { z } from "zod";
import { apiKey } from "../auth/credentials.ts";
import type { Driver } from "../contract.ts";
import type { DashboardDialect } from "./dialects/dialect.ts";
import { meraki } from "./dialects/meraki.ts";
import { neutral } from "./dialects/neutral.ts";
import { dashboardSettings, withSettings } from "./dialects/settings.ts";
import { dashboardDevice } from "./kinds/device.ts";
import { network } from "./kinds/network.ts";
import { organization } from "./kinds/organization.ts";
import { ssid } from "./kinds/ssid.ts";
import { reportsOf } from "./reports.ts";
import { openDashboard } from "./session.ts";

const dialects: Readonly<Record<string, DashboardDialect>> = { neutral, meraki };

/**
 * The driver of the dashboard interface. Its collections: organizations, networks, ssids, devices; and of one device,
 * by the `serial` in the scope, uplink and wirelessStatus, whose items hold the records as they are.
 */
export const dashboard: Driver<DashboardDialect> = {
  interface: "dashboard",
  kinds: [organization, network, ssid, dashboardDevice],
  holders: [],
  fileFields: [
    {
      name: "organization",
      schema: z
        .string()
        .min(1)
        .max(255)
        .describe("The organization that the networks and devices of this file belong to."),
      required: true,
      implies: "organization",
    },
  ],
  dialects,
  settings: dashboardSettings,
  credential: apiKey,
  fleet: false,
  sharded: true,
  checks: [{ title: "list organizations", request: { collection: "organizations", scope: {}, wanted: [] } }],
  reports: ({ identity, value }) =>
    reportsOf(value).map((collection) => ({ collection, scope: { serial: identity }, wanted: [] })),
  dialect: (name, settings) => withSettings(dialects[name] ?? neutral, dashboardSettings.parse(settings)),
  open: openDashboard,
};
