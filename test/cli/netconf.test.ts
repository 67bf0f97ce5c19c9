/**
 * The command over real SSH: what people see of a netconf target, and of a restconf target whose devices are read
 * through a netconf target.
 */

import { describe, expect, test } from "vitest";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { folder, simulator, trueup, write } from "./command.ts";

const credential = "{ username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }";

const projectFor = ({ urls }: RunningSimulator, hostKeys = "") => `version: 1
environment: test
targets:
  edge:
    interface: netconf
    url: ${urls.netconf}
    hosts: [10.20.0.0/16]
    credential: ${credential}
    limits: { requestsPerSecond: 1000 }
    ${hostKeys}
  routers:
    interface: restconf
    url: ${urls.restconf}
    hosts: [10.20.0.0/16]
    credential: ${credential}
    limits: { requestsPerSecond: 1000 }
    readVia: edge
`;

const devices = (target: string, hostname: string) =>
  `target: ${target}\ndevices:\n  r1: { host: 10.20.0.1, hostname: ${hostname} }\n`;

/** Creates a project with its devices' keys in a known hosts file. */
async function project(served: RunningSimulator, target: string) {
  const text = projectFor(served, "settings: { hostKeys: known_hosts }");
  const files = { "trueup.yaml": text, known_hosts: `${served.hostKey.knownHost}\n` };
  return folder({ ...files, "desired-state/r1.yaml": devices(target, "renamed") });
}

describe("a device whose key nobody knows", () => {
  test("gets nothing, and the message says which key it shows and what to write", async () => {
    const served = await simulator();
    const text = projectFor(served);
    const cwd = await folder({ "trueup.yaml": text, "desired-state/r1.yaml": devices("edge", "renamed") });
    const refused = await trueup(["check"], { cwd });
    expect(refused.status).toBe(1);
    const { fingerprint } = served.hostKey;
    expect(refused.out).toContain(`settings: { hostKeys: { "127.0.0.1": "${fingerprint}" } }`);
    await write(
      cwd,
      "trueup.yaml",
      projectFor(served, `settings: { hostKeys: { 127.0.0.1: "${fingerprint}" } }`),
    );
    expect((await trueup(["check"], { cwd })).out).toContain("✔ edge: read a device's tree (10.20.0.1)");
  });
});

describe("a project with a netconf target", () => {
  test("is planned, applied and then in order; its requests can be seen before", async () => {
    const served = await simulator();
    const cwd = await project(served, "edge");
    const planned = await trueup(["plan", "--requests"], { cwd });
    expect(planned.out).toContain("rtr-berlin-1 → renamed");
    expect(planned.out).toContain("      <hostname>renamed</hostname>\n");
    expect(await trueup(["apply", "--yes"], { cwd })).toMatchObject({ status: 0 });
    expect((await trueup(["plan"], { cwd })).out).toContain("Plan: nothing to do; 1 as declared");
  });

  test("can be imported: the next plan is empty", async () => {
    const served = await simulator();
    const cwd = await folder({
      "trueup.yaml": projectFor(served, "settings: { hostKeys: known_hosts }"),
      known_hosts: served.hostKey.knownHost,
      "desired-state/.keep": "",
    });
    const imported = await trueup(["import", "edge", "--host", "10.20.0.2"], { cwd });
    expect(imported.out).toContain(
      "✓ The next plan is empty; it does not cover the 4 values that no file declares.",
    );
    expect(imported.status).toBe(0);
  });
});

test("a restconf fleet is read over NETCONF and written over RESTCONF", async () => {
  const served = await simulator();
  const cwd = await project(served, "routers");
  expect((await trueup(["check"], { cwd })).out.split("\n").slice(0, 2)).toEqual([
    "✔ edge: read a device's tree (10.20.0.1)",
    "✔ routers: read a device's tree (10.20.0.1)",
  ]);
  const applied = await trueup(["apply", "--yes"], { cwd });
  expect(applied.out).toMatch(/Apply: 1 applied {2}\(\d+ requests: edge \d+, routers 2\)/);
  expect((await trueup(["plan"], { cwd })).out).toContain("Plan: nothing to do; 1 as declared");
});
