/**
 * One repository has every kind of mistake, in files for every interface. All mistakes are reported at once, each with
 * its place.
 */

import { expect, test } from "vitest";
import { folder, trueup } from "./command.ts";

const files: Readonly<Record<string, string>> = {
  "trueup.yaml": `version: 1
environment: bad
targets:
  cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: { secret: env:K } } }
  campus: { interface: controller, url: "https://campus.example.net", credential: { username: u, password: { secret: env:P } } }
  fabric: { interface: fabric, url: "https://fabric.example.net", credential: { token: { secret: env:T } } }
  routers: { interface: restconf, url: "https://{host}", hosts: [10.20.0.0/16], credential: { token: { secret: env:T } } }
  cores: { interface: netconf, url: "ssh://{host}", hosts: [10.20.0.0/16], credential: { username: u, password: { secret: env:P } } }
  chat: { interface: messaging, url: "https://chat.example.net", credential: { clientId: c, clientSecret: { secret: env:S } } }
  servers: { interface: servers, url: "https://servers.example.net", credential: { clientId: c, clientSecret: { secret: env:S } } }
  wan: { interface: sdwan, url: "https://wan.example.net", credential: { token: { secret: env:T } } }
  edge: { interface: firewall, url: "https://edge.example.net", credential: { clientId: c, refreshToken: { secret: env:R } } }
`,
  "desired-state/a-cloud.yaml": `target: cloud
organization: Acme
tenants: { A: {} }
ssids: { 0: { name: Corp } }
networks:
  berlin:
    name: Berlin
    timezone: Europe/Berlin
    netflow: { enabled: maybe, collectorIp: 10.0.0.999 }
    ssids: { 15: { name: Corp }, 0: { name: Corp, vlan: "20" } }
  munich: { name: Munich, timeZone: Europe/Munich, tags: branch }
  twin: { name: Munich }
  berlin: { name: Other }
devices:
  ap: { serial: Q2-1, network: berlim }
  ap3: { serial: Q2-3, network: berlin }
  ap2: { serial: Q2-1 }
`,
  "desired-state/b-fabric.yaml": `target: fabric
tenants:
  Production: { attributes: { name: production } }
managedObjects:
  uni/tn-Staging: { class: fvTenant, attributes: { name: staging } }
  uni/tn-Production/ctx-Main: { class: fvCtx, attributes: { name: main } }
  uni/tn-production/ctx-other: { class: fvCtx }
`,
  "desired-state/c-routers.yaml": `target: routers
devices:
  r1:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1-0-1: {}
      GigabitEthernet 1/0/2: { ip: { address: 10.0.0.300, mask: 255.0.255.0 } }
  r2: { host: 192.0.2.1 }
`,
  "desired-state/d-campus.yaml": `target: campus
devices:
  sw: { name: sw, managementIpAddress: 10.1.1.256 }
  sw2: { name: sw, managementIpAddress: 10.1.1.2 }
  sw3: { serial: x, name: sw3, managementIpAddress: 10.1.1.3 }
networks: {}
`,
  "desired-state/e-chat.yaml": `target: chat
rooms:
  noc: { name: NOC, members: { alice: {}, bob@example.net: { moderator: "yes" } } }
  noc2: { name: NOC }
`,
  "desired-state/f-servers.yaml": `target: servers
devices:
  a: { model: M5 }
  b: { serial: S1, status: ok }
  c: { serial: S1 }
---
target: wan
devices:
  e: { serial: E1, softwareVersion: 17 }
  f: { serial: E1 }
---
target: edge
devices:
  g: { name: fw, site: Berlin, managementIpAddress: fw.example.net }
---
target: cores
devices:
  c1: { host: 10.20.0.2, hostname: -core, interfaces: { GigabitEthernet 0: {} } }
`,
};

test("every mistake of every file is told at once, with file, line, column, excerpt and hint", async () => {
  const cwd = await folder(files);
  const ended = await trueup(["validate", "--format", "json"], { cwd });
  expect(ended.status).toBe(1);
  const { problems } = JSON.parse(ended.out);
  const told = problems.map(
    ({ code, at }: { code: string; at: { file: string; line: number; column: number } }) =>
      [code, at.file.replace("desired-state/", ""), at.line, at.column] as const,
  );
  expect(told).toEqual([
    ["wrong-section", "a-cloud.yaml", 3, 1],
    ["unknown-section", "a-cloud.yaml", 4, 1],
    ["unknown-field", "a-cloud.yaml", 8, 5],
    ["wrong-type", "a-cloud.yaml", 9, 25],
    ["invalid-value", "a-cloud.yaml", 9, 45],
    ["invalid-key", "a-cloud.yaml", 10, 14],
    ["wrong-type", "a-cloud.yaml", 10, 57],
    ["invalid-value", "a-cloud.yaml", 11, 37],
    ["wrong-type", "a-cloud.yaml", 11, 58],
    ["duplicate-key", "a-cloud.yaml", 13, 3],
    ["dangling-reference", "a-cloud.yaml", 15, 32],
    ["duplicate-identity", "a-cloud.yaml", 17, 3],
    ["not-an-attribute", "b-fabric.yaml", 3, 37],
    ["tenant-as-object", "b-fabric.yaml", 5, 19],
    ["other-case", "b-fabric.yaml", 6, 67],
    ["other-case", "b-fabric.yaml", 7, 3],
    ["invalid-key", "c-routers.yaml", 6, 7],
    ["invalid-value", "c-routers.yaml", 7, 47],
    ["invalid-value", "c-routers.yaml", 7, 65],
    ["host-not-listed", "c-routers.yaml", 8, 15],
    ["invalid-value", "d-campus.yaml", 3, 40],
    ["unknown-field", "d-campus.yaml", 5, 10],
    ["wrong-section", "d-campus.yaml", 6, 1],
    ["invalid-key", "e-chat.yaml", 3, 32],
    ["wrong-type", "e-chat.yaml", 3, 73],
    ["duplicate-identity", "e-chat.yaml", 4, 3],
    ["missing-field", "f-servers.yaml", 3, 6],
    ["unknown-field", "f-servers.yaml", 4, 20],
    ["wrong-type", "f-servers.yaml", 9, 37],
    ["invalid-value", "f-servers.yaml", 14, 53],
    ["invalid-value", "f-servers.yaml", 18, 36],
    ["invalid-key", "f-servers.yaml", 18, 57],
  ]);
  for (const problem of problems) {
    expect(problem).toMatchObject({ excerpt: expect.any(String), hint: expect.any(String) });
    expect(problem.hint.length).toBeGreaterThan(10);
  }
});
