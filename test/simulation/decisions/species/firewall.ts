/** The inventory of a firewall manager, as decisions are drawn of it. */

import { inventoryRealm } from "./inventory.ts";

/** The firewall manager: a refresh token is its credential. */
export const firewall = inventoryRealm({
  target: "wall",
  kind: "firewallDevice",
  targets: (settings) => `  wall:
    interface: firewall
    url: https://wall.example.net
    credential: { clientId: simulated-firewall-client, refreshToken: { secret: env:FIREWALL_REFRESH } }
    settings: { ${settings} }
`,
  devices: ({ firewall: { devices } }) => devices,
  withDevices: (world, devices) => ({ ...world, firewall: { ...world.firewall, devices } }),
});
