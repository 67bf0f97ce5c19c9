/**
 * Devices with lists in their own models, over each interface, with and without modules, for tests of entries and
 * lists.
 */

import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { Schema } from "../../../src/yang/schema/schema.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { moduleOf } from "../../yang/modules.ts";

const host = "10.20.0.1";
const box = moduleOf(
  "Box",
  `identity protocol; identity bgp { base protocol; }
  container top {
    leaf hostname { type string; }
    container interface {
      list loopback { key id; leaf id { type uint32; } leaf text { type string; } leaf on { type boolean; default true; } }
      list port { key name; leaf name { type string; } leaf description { type string; } }
    }
    list route { key "prefix via"; leaf prefix { type string; } leaf via { type string; } leaf metric { type uint8; }
      list hop { key n; leaf n { type uint8; } leaf to { type string; } } }
    list routing { key "protocol name"; leaf protocol { type identityref { base protocol; } } leaf name { type string; } }
    list rule { key name; ordered-by user; leaf name { type string; } }
    container mark { presence "it is on"; leaf level { type uint8; default 3; } }
    leaf-list server { type string; }
    leaf-list search { type string; ordered-by user; }
  }
  list zone { key name; leaf name { type string; } leaf note { type string; } }`,
);
const schema = new Schema([{ path: "box.yang", text: box }]);
export const among = withModules(drivers, new Map([["yang", () => schema]]));

const ways = {
  neutral: "interface: restconf, url: 'https://routers.example.net/devices/{host}'",
  rfc8040: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;
type Way = keyof typeof ways;

/** Where trueup gets the keys of lists from: from modules, or from the device's declaration. */
export type Known = "yang" | "keys";

const keys = {
  "/Box:top/interface/loopback": "id",
  "/Box:top/route": ["prefix", "via"],
  "/Box:top/route/hop": "n",
  "/Box:top/routing": ["protocol", "name"],
  "/Box:zone": "name",
};

export const declared = (known: Known, config: string, more = "") => ({
  "a.yaml": `target: boxes
devices:
  one:
    host: ${host}
    ${known === "keys" ? `keys: ${JSON.stringify(keys)}` : ""}
    ${more}
    config:
${config.replaceAll(/^/gm, "      ")}
`,
});

function projectOver({ way, known = "yang", settings: own = "" }: Setting): string {
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const settings = `{ ${own}module: Box, container: top, interfaces: interface/port${known === "yang" ? ", yang: yang" : ""} }`;
  return `version: 1
environment: virtual
targets:
  boxes: { ${ways[way]}, hosts: [10.20.0.0/16], credential: ${credential}, settings: ${settings} }
`;
}

const specimen = {
  hostname: "x",
  interface: { loopback: [{ id: 1, text: "x", on: true }], port: [{ name: "x", description: "x" }] },
  route: [{ prefix: "x", via: "x", metric: 1, hop: [{ n: 1, to: "x" }] }],
  routing: [{ protocol: "Box:bgp", name: "x" }],
  rule: [{ name: "x" }],
  mark: { level: 1 },
  server: ["x"],
  search: ["x"],
};

function seedWith(top: Json, zones: Json | undefined): WorldSeed {
  const own = { loopback: ["id"], route: ["prefix", "via"], hop: ["n"], routing: ["protocol", "name"] };
  const data = { "Box:top": top, ...(zones !== undefined && { "Box:zone": zones }) };
  const model = { "Box:top": specimen, "Box:zone": [{ name: "x", note: "x" }] };
  return { routers: { [host]: { data, model, keys: own } } };
}

export interface Setting {
  readonly way: Way;
  readonly known?: Known;
  readonly live?: Json;
  /** The content of the list at the root of the tree. */
  readonly zones?: Json;
  readonly config: string;
  readonly more?: string;
  /** Further settings of the target. */
  readonly settings?: string;
  readonly simulated?: Partial<SimulatorSettings> | undefined;
}

/** Returns a stage with the device, over one of the interfaces. */
export function on(setting: Setting): Stage {
  const { way, known = "yang", live = { hostname: "one" }, config, more, zones, simulated } = setting;
  const own = way === "rfc8040" ? { restconfMode: "rfc8040" as const } : { netconf: netconfDefaults };
  return stage({
    project: projectOver(setting),
    seed: seedWith(live, zones),
    files: declared(known, config, more),
    settings: { ...own, ...simulated },
    drivers: among,
  });
}

export const liveAt = ({ network }: Stage, path: string): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, `/Box:top/${path}`);
export const zonesOf = ({ network }: Stage): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, "/Box:zone");
export const shortly = (address: string) => address.slice("boxes/deviceConfiguration/one./Box:top/".length);
export const writesOf = ({ network }: Stage) =>
  network
    .log()
    .flatMap(({ method, path }) =>
      ["PUT", "PATCH", "DELETE"].includes(method) ? [`${method} ${path}`] : [],
    );
