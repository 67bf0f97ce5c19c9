/** Defaults that depend on the mode. */

import type { SimulatorSettings } from "./settings.ts";

/** Meraki's limit is a token bucket per organization. */
export const merakiSettings: Partial<SimulatorSettings> = {
  dashboardRequestsPerSecond: 10,
  limiter: "tokenBucket",
};

/** An APIC's token is valid for ten minutes. */
export const apicSettings: Partial<SimulatorSettings> = { tokenLifetimeMs: 600_000 };

/** A Firewall Management Center's token is valid for 30 minutes. */
export const fmcSettings: Partial<SimulatorSettings> = { tokenLifetimeMs: 1_800_000 };
