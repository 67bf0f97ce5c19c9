/**
 * A list that keeps its undeclared elements: an import leaves out only a bad element, which stays live, and imports the
 * others.
 */

import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { imported } from "./live.ts";

const host = "10.20.0.1";
const project = `version: 1
environment: virtual
targets:
  boxes:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe }
`;

const server = (vrf: string, ...addresses: readonly string[]) => ({
  word: vrf,
  "server-ip-list-ordered": addresses,
});

async function importedOf(nameServers: Json) {
  const data = { "Cisco-IOS-XE-native:native": { hostname: "one", ip: { "name-server": nameServers } } };
  const seed = { routers: { [host]: { data } } };
  const settings = { restconfMode: "rfc8040" } as const;
  return imported({ seed, project, settings, target: "boxes", hosts: [host] });
}

test("the others are written, it is named, and the next plan is empty", async () => {
  const live = { vrf: [server("blue", "10.0.0.1"), server("red", "nobody"), server("green", "10.0.0.3")] };
  const { texts, omitted, plan } = await importedOf(live);
  const text = Object.values(texts).join("\n");
  expect(text).toContain("blue");
  expect(text).toContain("green");
  expect(text).not.toContain("red");
  expect(omitted.map(({ path, reason }) => [path, reason])).toEqual([
    [["vrfServers", "red"], expect.stringMatching(/IP address/)],
  ]);
  expect(plan.changes).toEqual([]);
});
