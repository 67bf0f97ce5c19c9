/** The dialect of a target determines what can be declared: the kinds of resources of its product, and their fields. */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";

const project = (dialect: string, more = "") => `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: ${dialect}
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
${more}secrets: { allow: ["env:*_PSK"] }
`;

const berlin = `target: cloud
organization: Acme
networks:
  berlin:
    name: Berlin
    netflow: { enabled: true, collectorPort: 2055 }
    ssids:
      0: { name: Corp, password: { secret: env:CORP_PSK }, vlan: 20, visible: true }
`;

function loaded(dialect: string, text = berlin, more = "") {
  const read = loadProject({
    file: { path: "trueup.yaml", text: project(dialect, more) },
    folder: "/p",
    drivers,
  });
  if (!read.project) return { problems: read.problems, desired: undefined };
  return load({ project: read.project, files: [{ path: "desired-state/a.yaml", text }], drivers });
}

describe("desired state for a target with a product's dialect", () => {
  test("has netflow as a resource of its own, at the line where it is written", () => {
    const { desired, problems } = loaded("meraki");
    expect(problems).toEqual([]);
    expect([...(desired?.resources.keys() ?? [])]).toEqual([
      "cloud/network/berlin",
      "cloud/networkNetflow/berlin",
      "cloud/organization/Acme",
      "cloud/ssid/berlin.0",
    ]);
    const netflow = desired?.resources.get("cloud/networkNetflow/berlin");
    expect(netflow).toMatchObject({
      parent: "cloud/network/berlin",
      scope: { organization: "Acme" },
      value: { enabled: true, collectorPort: 2055 },
    });
    expect(desired?.resources.get("cloud/network/berlin")?.value).toEqual({ name: "Berlin" });
    expect(desired?.locate("cloud/networkNetflow/berlin", "/collectorPort")).toMatchObject({
      line: 6,
      column: 31,
    });
  });

  test("takes the same file without the product's fields in the neutral dialect, as one resource", () => {
    const { desired, problems } = loaded("neutral", berlin.replace(", visible: true", ""));
    expect(problems).toEqual([]);
    expect(desired?.resources.get("cloud/network/berlin")?.value).toMatchObject({
      netflow: { enabled: true, collectorPort: 2055 },
    });
    expect(desired?.resources.has("cloud/networkNetflow/berlin")).toBe(false);
  });

  test("takes the product's fields with that dialect only", () => {
    expect(loaded("neutral").problems).toMatchObject([
      {
        code: "unknown-field",
        at: { file: "desired-state/a.yaml", line: 8 },
        message: expect.stringContaining("visible"),
      },
    ]);
    expect(
      loaded("meraki", berlin.replace("collectorPort: 2055", "collectorPort: 0")).problems,
    ).toMatchObject([{ code: "invalid-value", at: { line: 6 }, address: "cloud/networkNetflow/berlin" }]);
  });

  test("takes defaults for what stands inside a field that is a resource", () => {
    const text = `${berlin}defaults: { networks: { netflow: { collectorIp: 10.0.0.9 } } }\n`;
    const { desired, problems } = loaded("meraki", text);
    expect(problems).toEqual([]);
    expect(desired?.resources.get("cloud/networkNetflow/berlin")?.value).toEqual({
      enabled: true,
      collectorIp: "10.0.0.9",
      collectorPort: 2055,
    });
    expect(desired?.locate("cloud/networkNetflow/berlin", "/collectorIp")).toMatchObject({ line: 9 });
  });
});

describe("further hosts of a service", () => {
  test("may be listed for a dashboard, as names or suffixes", () => {
    expect(loaded("meraki", berlin, "    hosts: [.example.net, n1.example.org]\n").problems).toEqual([]);
    expect(loaded("meraki", berlin, "    hosts: ['*']\n").problems).toMatchObject([
      { code: "invalid-value" },
    ]);
  });
});
