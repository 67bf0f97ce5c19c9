/** The inventory of an SD-WAN manager, for the simulation of decisions. */

import { inventoryRealm } from "./inventory.ts";

/** The SD-WAN manager. Its devices have sites. */
export const sdwan = inventoryRealm({
  target: "wan",
  kind: "sdwanDevice",
  targets: (settings) => `  wan:
    interface: sdwan
    url: https://wan.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
    settings: { ${settings} }
`,
  devices: ({ sdwan: { devices } }) => devices,
  withDevices: (world, devices) => ({ ...world, sdwan: { devices } }),
  fields: [{ path: "/site", values: ["Berlin", "Paris", "Oslo"] }],
});
