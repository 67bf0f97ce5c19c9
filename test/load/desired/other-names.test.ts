/** Fields that have an alternative name: both names mean the same field, in whichever layer they are used. */

import { describe, expect, test } from "vitest";
import { type LoadResult, load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { told } from "../fixtures.ts";

const file = {
  path: "trueup.yaml",
  text: `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
secrets: { allow: ["env:*_PSK"] }
`,
};

function loaded(ssid: string, { folder = "", more = "" } = {}): LoadResult {
  const { project } = loadProject({ file, folder: "/p", drivers });
  if (!project) throw new Error("the project is at fault");
  const text = `target: cloud
organization: Acme
${more}networks:
  berlin:
    name: Berlin
    ssids:
      0: { name: Corp, ${ssid} }
`;
  const files = [
    { path: "desired-state/a.yaml", text },
    { path: "desired-state/defaults.yaml", text: folder },
  ];
  return load({ project, files, drivers });
}

const ssidOf = ({ desired }: LoadResult) => desired.resources.get("cloud/ssid/berlin.0");

describe("a secret by its field's other name", () => {
  test("is opened as it is by its own, from where it is written", () => {
    const of = loaded("psk: { secret: env:CORP_PSK }");
    expect(told(of)).toEqual([]);
    expect(of.references).toMatchObject([
      { reference: "env:CORP_PSK", path: "/password", at: { line: 7, column: 24 } },
    ]);
    expect(ssidOf(of)).toMatchObject({
      value: { password: { secret: "env:CORP_PSK" }, authMode: "psk" },
      secrets: ["/password"],
    });
  });

  test("must be allowed, and never stands there in plain text", () => {
    expect(told(loaded("psk: { secret: env:HOME }"))).toMatchObject([expect.stringContaining("env:HOME")]);
    const plain = loaded("psk: canary-in-plain");
    expect(plain.problems).toMatchObject([{ code: "plain-text-secret", at: { line: 7, column: 29 } }]);
    expect(JSON.stringify(plain.problems)).not.toContain("canary-in-plain");
    const both = loaded("psk: canary-in-plain, password: { secret: env:CORP_PSK }");
    expect(both.problems).toMatchObject([{ code: "plain-text-secret" }]);
    expect(JSON.stringify(both.problems)).not.toContain("canary-in-plain");
  });
});

describe("a field with two names", () => {
  const secret = (name: string) => `{ secret: env:${name}_PSK }`;

  test.each([
    ["password", "psk"],
    ["psk", "password"],
  ])("is %s in an entry, whatever %s of a folder says", (own, other) => {
    const folder = `defaults: { networks: { ssids: { 0: { ${other}: ${secret("OLD")} } } } }\n`;
    const of = loaded(`${own}: ${secret("NEW")}`, { folder });
    expect(told(of)).toEqual([]);
    expect(ssidOf(of)?.value).toMatchObject({ password: { secret: "env:NEW_PSK" } });
    expect(of.references.map(({ reference }) => reference)).toEqual(["env:NEW_PSK"]);
  });

  test("is that of the nearest layer, and is where that says it", () => {
    const folder = `defaults: { wireless.ssids: { psk: ${secret("FAR")}, defaultVlanId: 10 } }\n`;
    const more = `defaults: { ssids: { password: ${secret("NEAR")} } }\n`;
    const of = loaded("visible: true", { folder, more });
    expect(told(of)).toEqual([]);
    expect(ssidOf(of)?.value).toMatchObject({ password: { secret: "env:NEAR_PSK" }, vlan: 10 });
    expect(of.desired.locate("cloud/ssid/berlin.0", "/vlan")).toMatchObject({
      file: "desired-state/defaults.yaml",
      line: 1,
      column: 61,
      layer: "folderDefaults",
    });
  });

  test("is taken away from a default by either", () => {
    const folder = `defaults: { ssids: { defaultVlanId: 10 } }\n`;
    const of = loaded("vlan: null", { folder });
    expect(told(of)).toEqual([]);
    expect(ssidOf(of)?.value).not.toHaveProperty("vlan");
  });

  test("is a fault where one layer has both, at any depth", () => {
    expect(told(loaded("vlan: 10, defaultVlanId: 20"))).toEqual([
      "7:49 named-twice: `defaultVlanId` is another name of `vlan`, but both are declared (Remove one of the two.)",
    ]);
    const vpn = "vpn: { concentrator: { networkId: berlin, network: berlin } }";
    expect(loaded(vpn).problems).toMatchObject([{ code: "named-twice", at: { line: 7, column: 75 } }]);
  });
});
