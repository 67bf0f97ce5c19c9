/** The dashboard-style interface: an API key in one header, and the table of its routes. */

import type { SimulatedInterface } from "../wire/route.ts";
import { deviceRoutes } from "./devices.ts";
import { networkRoutes } from "./networks.ts";
import { ssidRoutes } from "./ssids.ts";
import type { DashboardState } from "./state.ts";

/** The dashboard. Accepts a key only in `X-Vendor-API-Key`. */
export const dashboard: SimulatedInterface<DashboardState> = {
  authenticate: (_state, request, { settings }) => {
    const key = request.headers["x-vendor-api-key"];
    const { apiKey, moreApiKeys } = settings.credentials;
    return key !== undefined && [apiKey, ...moreApiKeys].includes(key) ? key : undefined;
  },
  routes: [...deviceRoutes, ...networkRoutes, ...ssidRoutes],
};
