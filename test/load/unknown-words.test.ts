/** Enum values in files that the catalog does not know, newer or mistyped: warnings, errors, and `allowUnknown`. */

import { describe, expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { drivers } from "../../src/project/drivers.ts";

const { project } = loadProject({
  file: {
    path: "trueup.yaml",
    text: `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: "https://api.meraki.com"
    credential: { apiKey: { secret: env:KEY } }
`,
  },
  folder: "/project",
  drivers,
});

function loaded(...lines: readonly string[]) {
  if (!project) throw new Error("The project of this test has a fault.");
  const text = `target: cloud\norganization: Acme\nnetworks:\n${lines.join("\n")}\n`;
  return load({ project, files: [{ path: "desired-state/a.yaml", text }], drivers });
}

const network = "  a: { name: A, productTypes: [wireless], ";

describe("a word that no catalog has", () => {
  test.each<readonly [what: string, line: string, found: readonly string[]]>([
    ["a newer mode", "ssids: { 0: { name: a, authMode: 8021x-passkey } }", ["warning unknown-word"]],
    ["a typing mistake", "ssids: { 0: { name: a, authMode: opne } }", ["error invalid-value"]],
    ["another case", "ssids: { 0: { name: a, authMode: Open } }", ["error invalid-value"]],
    ["the same, meant", "ssids: { 0: { name: a, authMode: Open, allowUnknown: [Open] } }", []],
    [
      "the same, meant in all of the network",
      "allowUnknown: [Open], ssids: { 0: { name: a, authMode: Open } }",
      [],
    ],
    [
      "another one",
      "ssids: { 0: { name: a, authMode: opne, allowUnknown: [Open] } }",
      ["error invalid-value"],
    ],
    [
      "a newer word, meant",
      "ssids: { 0: { name: a, authMode: 8021x-passkey, allowUnknown: [8021x-passkey] } }",
      [],
    ],
    ["no list of words", "ssids: { 0: { name: a, allowUnknown: yes } }", ["error wrong-type"]],
    [
      "what the product shows and no request takes",
      "ssids: { 0: { name: a, authMode: 8021x-radius, encryptionMode: wpa-eap } }",
      [],
    ],
  ])("%s", (_, line, expected) => {
    const { problems } = loaded(`${network}${line} }`);
    expect(problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
  });

  test("is declared as it is written, and no field says that it is meant so", () => {
    const { desired, problems } = loaded(
      `${network}ssids: { 0: { name: a, authMode: Open, allowUnknown: [Open] } } }`,
    );
    expect(problems).toEqual([]);
    expect(desired.resources.get("cloud/ssid/a.0")?.value).toEqual({
      name: "a",
      enabled: true,
      authMode: "Open",
    });
  });

  test("a fault stands at the word", () => {
    const [fault] = loaded("  a:", "    name: A", "    ssids: { 0: { name: a, authMode: opne } }").problems;
    expect([fault?.at?.line, fault?.at?.column, fault?.hint]).toEqual([
      6,
      38,
      "Did you mean `open`? If `opne` is right, add `allowUnknown: [opne]` to this entry.",
    ]);
  });

  test("keys of what is always there are words too", () => {
    const { problems } = loaded(
      "  a:",
      "    name: A",
      "    appliance: { firewall: { firewalledServices: { ftp: { access: blocked }, ICPM: { access: blocked } } } }",
    );
    expect(problems.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      ["warning", "unknown-word", "this key: trueup does not know the value `ftp`, and sends it unchanged"],
      ["error", "invalid-value", "this key must be `ICMP`, `SNMP` or `web`"],
    ]);
  });
});
