/**
 * Recorded RESTCONF answers of an NX-OS switch. Names lack their module, the answer about missing data is 204, and an
 * error is a single object.
 */

import { expect, test } from "vitest";
import { isObject, type Json } from "../../src/model/json.ts";
import { trueup } from "../cli/command.ts";
import { commitAll, repository } from "../git/repositories.ts";
import nexus from "./answers/nexus.json" with { type: "json" };
import { type Answering, served } from "./served.ts";

const vlans = "/openconfig-network-instance:network-instances/network-instance=default/vlans/vlan";

/**
 * Serves the recorded interface and VLAN. A PATCH with the MTU 1600 changes the interface, and a PATCH with 16000 gets
 * the recorded refusal.
 */
function answering(): Answering {
  const held = new Map<string, Json>(Object.entries(structuredClone(nexus.data)));
  return ({ method, path, body }) => {
    const at = path.replace("/restconf/data", "");
    const found = held.get(at);
    if (method === "GET") return found === undefined ? { status: 204 } : { body: found };
    if (method !== "PATCH" || !isObject(body)) return { status: 405 };
    const change = JSON.stringify(body);
    if (change.includes('"mtu":16000')) return nexus.refused;
    const entry = nexus.data["/openconfig-interfaces:interfaces/interface=eth1/21"].interface[0];
    if (change.includes('"mtu":1600'))
      held.set("/openconfig-interfaces:interfaces/interface=eth1/21", {
        interface: [{ ...entry, config: { ...entry?.config, mtu: 1600 } }],
      });
    return { status: 204 };
  };
}

const declared = (mtu: number) => `target: nx
devices:
  leaf-1:
    host: 127.0.0.1
    keys:
      /openconfig-interfaces:interfaces/interface: name
      /openconfig-network-instance:network-instances/network-instance: name
      /openconfig-network-instance:network-instances/network-instance/vlans/vlan: vlan-id
    config:
      /openconfig-interfaces:interfaces/interface=eth1%2F21: { name: eth1/21, config: { mtu: ${mtu} } }
      ${vlans}=200: { vlan-id: 200, config: { vlan-id: 200, status: ACTIVE } }
`;

async function at(mtu: number) {
  const { url, writes } = await served(answering());
  const project = `version: 1
environment: lab
targets:
  nx:
    interface: restconf
    dialect: rfc8040
    url: ${url.replace("127.0.0.1", "{host}")}
    hosts: [127.0.0.1]
    credential: { username: { secret: env:NX_USER }, password: { secret: env:PW } }
    limits: { requestsPerSecond: 1000 }
    settings: { read: resource }
`;
  const files = { "trueup.yaml": project, "desired-state/a.yaml": declared(mtu), ".gitignore": ".trueup/\n" };
  const cwd = repository(files);
  const env = { NX_USER: "operator-of-nx", PW: "recorded-password-1" };
  return { writes, cwd, run: (...words: readonly string[]) => trueup(words, { cwd, env }) };
}

test("a switch that leaves modules out of its answers is planned, written to, and read back", async () => {
  const { run, writes, cwd } = await at(1500);
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  commitAll(cwd, { "desired-state/a.yaml": declared(1600) });
  const planned = await run("plan", "--detailed-exitcode");
  expect([planned.status, planned.out]).toEqual([2, expect.stringContaining("config.mtu  1500 → 1600")]);
  expect((await run("apply", "--yes")).status).toBe(0);
  expect(writes.map(({ method }) => method)).toEqual(["PATCH"]);
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
});

test("its refusal is shown in its words", async () => {
  const { run } = await at(16000);
  const applied = await run("apply", "--yes");
  expect([applied.status, applied.err + applied.out]).toEqual([1, expect.stringContaining("invalid-value")]);
});
