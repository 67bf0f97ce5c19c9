/** A section whose list loses some values. These values are removed one by one, and other live values stay. */

import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const native = "Cisco-IOS-XE-native:native";

const rfc8040 = "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'";
const ways = [
  ["one by one", rfc8040, "transaction: resource", { restconfMode: "rfc8040" as const }],
  [
    "by YANG Patch",
    rfc8040,
    "write: yang-patch",
    { restconfMode: "rfc8040" as const, restconfYangPatch: true },
  ],
  ["over NETCONF", "interface: netconf, url: 'ssh://{host}'", "readOnly: []", { netconf: netconfDefaults }],
] as const;

test.each(ways)("%s", async (way, target, set, settings) => {
  const project = `version: 1
environment: virtual
targets:
  boxes: { ${target}, hosts: [10.20.0.0/16], credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }, settings: { mapping: ios-xe, ${set} } }
`;
  const file = (servers: string) => ({
    "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n    nameServers: { servers: [${servers}] }\n`,
  });
  const name = {
    "name-server": { "no-vrf-ordered": ["10.0.0.1", "10.0.0.2", "10.0.0.3"], "src-int": "Loopback0" },
  };
  const data: JsonObject = { [native]: { hostname: "one", ip: name } };
  const seed = { routers: { [host]: { data } } };
  const on = stage({ project, seed, settings, files: file("10.0.0.1, 10.0.0.3") });
  const base = on.load(file("10.0.0.1, 10.0.0.2, 10.0.0.3"));
  const made = await on.plan({ base });
  expect(made.plan.steps.map(({ kind }) => kind)).toEqual(["deviceNameServers"]);
  const before = on.network.log().length;
  const { settled } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
  const live = on.network.world.restconf.routers.get(host)?.data[native];
  expect(live).toMatchObject({
    ip: { "name-server": { "no-vrf-ordered": ["10.0.0.1", "10.0.0.3"], "src-int": "Loopback0" } },
  });
  const writes = on.network
    .log()
    .slice(before)
    .filter(({ write }) => write);
  if (way === "one by one")
    expect(writes.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`)).toContainEqual(
      expect.stringMatching(/^DELETE no-vrf-ordered=10\.0\.0\.2$/),
    );
  expect(writes.some(({ method }) => method === "PUT")).toBe(false);
  expect((await on.plan({ base })).plan.steps).toEqual([]);
});
