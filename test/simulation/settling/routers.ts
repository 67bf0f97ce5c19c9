/** A router over each of its protocols. Git declares one of its interfaces. */

import { isArray, isObject, type JsonObject } from "../../../src/model/json.ts";
import { withData } from "../../../src/simulator/restconf/state.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World } from "../../../src/simulator/world.ts";
import type { Product } from "./products.ts";

const native = "Vendor-native:native";
const host = "10.20.0.1";

/** A protocol and dialect over which the router is reached. */
interface Speech {
  readonly name: string;
  readonly targets: string;
  readonly settings: Partial<SimulatorSettings>;
}

const credential = "    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }\n";

const speeches: readonly Speech[] = [
  {
    name: "restconf",
    settings: {},
    targets: `  routers:
    interface: restconf
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
${credential}`,
  },
  {
    name: "rfc8040",
    settings: { restconfMode: "rfc8040" },
    targets: `  routers:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    settings: { module: Vendor-native, container: native }
${credential}`,
  },
  {
    name: "netconf",
    settings: {},
    targets: `  routers:
    interface: netconf
    url: ssh://{host}
    hosts: [10.20.0.0/16]
${credential}`,
  },
];

const port = { name: "1/0/1", description: "as it was", mtu: 1500 };

function interfacesIn({ restconf }: World): readonly JsonObject[] {
  const tree = restconf.routers.get(host)?.data[native];
  const inner = isObject(tree ?? null) ? (tree as JsonObject).interface : undefined;
  const list = inner !== undefined && isObject(inner) ? inner.GigabitEthernet : undefined;
  return list !== undefined && isArray(list) ? list.filter(isObject) : [];
}

/** The router over each of its protocols. */
export const routers: readonly Product[] = speeches.map(({ name, targets, settings }) => ({
  ...{ name, target: "routers", kind: "deviceInterface", targets, settings, isUntyped: true },
  seed: {
    routers: {
      [host]: {
        data: { [native]: { hostname: "r1", interface: { GigabitEthernet: [port, { name: "1/0/2" }] } } },
      },
    },
  },
  fields: [
    {
      ...{ path: "/description", held: "/description", is: "text" },
      values: ["Uplink to  the Core", "Zu\u0308rich lab", "a, b,c"],
    },
  ],
  document: (fields) => ({
    target: "routers",
    devices: { r1: { host, interfaces: { "GigabitEthernet 1/0/1": fields } } },
  }),
  held: (world) => interfacesIn(world).find((one) => one.name === port.name),
  hold: (world, held) => {
    const list = interfacesIn(world).map((one) => (one.name === port.name ? held : one));
    const data = { [native]: { hostname: "r1", interface: { GigabitEthernet: list } } };
    return { ...world, restconf: withData(world.restconf, host, data) };
  },
}));
