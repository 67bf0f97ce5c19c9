/** The inventory of a firewall manager, for the simulation of decisions. */

import { inventoryRealm } from "./inventory.ts";

/** The firewall manager. Its credential is a refresh token. */
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
