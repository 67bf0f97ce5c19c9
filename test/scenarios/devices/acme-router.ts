/** Simulates the router of `examples/router`, with its modules and its mapping, in virtual time over each interface. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadMapping } from "../../../src/catalog/load/mapping.ts";
import { withMappings } from "../../../src/drivers/yang/device/mapping/dialects.ts";
import { mappingOf } from "../../../src/drivers/yang/device/mapping/mapping.ts";
import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import type { Json } from "../../../src/model/json.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { worldSeedSchema } from "../../../src/simulator/seed.ts";
import { Schema } from "../../../src/yang/schema/schema.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const example = fileURLToPath(new URL("../../../examples/router/", import.meta.url));
const host = "10.20.0.1";
export const root = "acme-router:router";

const folder = (name: string) =>
  readdirSync(join(example, name)).map((file) => {
    return { path: `${name}/${file}`, text: readFileSync(join(example, name, file), "utf8") };
  });
const schema = new Schema(folder("yang/acme-router"));
const { mapping } = loadMapping(folder("mapping"));
if (mapping === undefined) throw new Error("the mapping of the example has a fault");
const made = mappingOf(mapping);
const mapped = withMappings(drivers, new Map([["own", () => made]]));
const among = withModules(mapped, new Map([["yang", () => schema]]));
const seed = worldSeedSchema.parse(JSON.parse(readFileSync(join(example, "world.json"), "utf8")));

/** The settings with which the target reaches the router, by protocol. */
const ways = {
  neutral: "interface: restconf, url: 'https://routers.example.net/devices/{host}'",
  rfc8040: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;

const keys = JSON.stringify(
  Object.fromEntries(
    Object.entries({ vlan: "id", vrf: "name", loopback: "id", svi: "vlan", acl: "name", user: "name" })
      .concat([["bgp/neighbor", "address"]])
      .map(([list, key]) => [`/${root}/${list}`, key]),
  ),
);

/** How the router is reached, declared and configured. */
interface Setting {
  readonly way: keyof typeof ways;
  /**
   * How trueup knows the keys of lists. `yang`: the target names the modules. `keys`: the project declares the keys.
   */
  readonly known: "yang" | "keys";
  readonly declared: string;
  /** The live content of the router's top-level container. */
  readonly live: Json;
}

/** Returns the file that declares the router. */
export const fileOf = ({ known, declared }: Pick<Setting, "known" | "declared">) => ({
  "a.yaml": `target: routers
devices:
  one:
    host: ${host}
    ${known === "keys" ? `keys: ${keys}` : ""}
${declared.replaceAll(/^/gm, "    ")}
`,
});

/** Returns a stage with the router. */
export function routerOn(setting: Setting): Stage {
  const { way, known, live } = setting;
  const [, router] = Object.entries(seed.routers ?? {}).find(([name]) => name === host) ?? [];
  if (router === undefined) throw new Error("the example has no such router");
  const yang = known === "yang" ? ", yang: yang" : "";
  return stage({
    project: `version: 1
environment: virtual
secrets: { allow: ["env:CORP_PSK"] }
targets:
  routers:
    ${ways[way].replaceAll(", ", "\n    ")}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: own${yang} }
`,
    seed: { routers: { [host]: { ...router, data: { [root]: live } } } },
    files: fileOf(setting),
    settings: way === "netconf" ? { netconf: netconfDefaults } : { restconfMode: way },
    drivers: among,
  });
}

/** Returns the live content of the router's top-level container. */
export function liveOf({ network }: Stage): Json | undefined {
  return network.world.restconf.routers.get(host)?.data[root];
}
