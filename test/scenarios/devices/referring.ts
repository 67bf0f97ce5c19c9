/**
 * Devices whose ports refer to VRFs and areas by leafrefs, for tests of the order of writes and of missing resources.
 * The devices refuse references to missing resources.
 */

import { withModules } from "../../../src/drivers/yang/with-modules.ts";
import type { Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { Schema } from "../../../src/yang/schema/schema.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { moduleOf } from "../../yang/modules.ts";

const host = "10.20.0.1";
/** The host of the second device, if there is one. */
export const otherHost = "10.20.0.2";
const box = moduleOf(
  "Box",
  `container top {
    leaf hostname { type string; }
    list area { key name; leaf name { type string; } leaf note { type string; } }
    list port { key name; leaf name { type string; } leaf text { type string; }
      leaf vrf { type leafref { path "/Box:top/Box:vrf/Box:name"; } }
      leaf area { type leafref { path "/Box:top/Box:area/Box:name"; } } }
    list vrf { key name; leaf name { type string; } leaf rd { type string; }
      leaf main { type leafref { path "/Box:top/Box:port/Box:name"; } }
      container family { container ipv4 { leaf max { type uint16; } leaf min { type uint16; } } } }
  }`,
);
const schema = new Schema([{ path: "box.yang", text: box }]);
const among = withModules(drivers, new Map([["yang", () => schema]]));

const ways = {
  rfc8040: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
  netconf: "interface: netconf, url: 'ssh://{host}'",
} as const;

/** Interfaces, with settings that make each change a separate write. */
export const apart = [
  ["rfc8040", "transaction: resource"],
  ["rfc8040", "write: put"],
  ["netconf", "transaction: resource"],
] as const;

const references = {
  "/Box:top/port/vrf": "/Box:top/vrf/name",
  "/Box:top/port/area": "/Box:top/area/name",
  "/Box:top/vrf/main": "/Box:top/port/name",
};
const model = {
  "Box:top": {
    hostname: "x",
    area: [{ name: "x", note: "x" }],
    port: [{ name: "x", text: "x", vrf: "x", area: "x" }],
    vrf: [{ name: "x", rd: "x", main: "x", family: { ipv4: { max: 1, min: 1 } } }],
  },
};

interface Referring {
  readonly way: keyof typeof ways;
  /** Further settings of the target. */
  readonly settings?: string;
  readonly config: string;
  readonly live?: Json;
  /** If false, the target names no modules, so trueup knows no references. */
  readonly isModelled?: boolean;
  readonly simulated?: Partial<SimulatorSettings>;
  /** If true, there is a second device, and its name changes. */
  readonly isBeside?: boolean;
}

const filesOf = (config: string, isBeside: boolean) => ({
  "a.yaml": `target: boxes
devices:
  one:
    host: ${host}
    keys: { "/Box:top/area": name, "/Box:top/port": name, "/Box:top/vrf": name }
    config:
${config.trimEnd().replaceAll(/^/gm, "      ")}
${isBeside ? `  two: { host: ${otherHost}, hostname: other }` : ""}
`,
});

/** Returns a stage with the device and its declarations. */
export function referring({ way, settings = "", config, live, isModelled = true, ...more }: Referring) {
  const { simulated, isBeside = false } = more;
  const beside = isBeside && { [otherHost]: { data: { "Box:top": { hostname: "two" } }, model } };
  const credential = "{ username: { secret: env:USER }, password: { secret: env:PASSWORD } }";
  const own = [settings, "module: Box", "container: top", ...(isModelled ? ["yang: yang"] : [])];
  const data = { "Box:top": live ?? { hostname: "one" } };
  return stage({
    project: `version: 1
environment: virtual
targets:
  boxes:
    { ${ways[way]}, hosts: [10.20.0.0/16], credential: ${credential}, settings: { ${own.filter(Boolean).join(", ")} } }
`,
    seed: { routers: { [host]: { data, model, references }, ...beside } },
    files: filesOf(config, isBeside),
    settings: {
      ...(way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults }),
      ...simulated,
    },
    drivers: among,
  });
}

/** Returns the device's content at a path, or undefined if there is none. */
export const liveOf = ({ network }: Stage, path = ""): Json | undefined =>
  at(network.world.restconf.routers.get(host)?.data ?? {}, `/Box:top${path}`);

/** Returns the outcomes of the steps, in the order of the plan, for example `create vrf=blue applied`. */
export const endsOf = ({ settled }: Awaited<ReturnType<Stage["apply"]>>) =>
  settled.map(({ step, outcome }) => `${shortly(step)} ${outcome.state}`);

/** Returns a step without the part of the address that all steps share, for example `create vrf=blue`. */
export const shortly = (step: string) => step.replace("boxes/deviceConfiguration/one./Box:top/", "");
