/** Kinds that exclude each other within one parent, but may be declared in different parents. */

import { expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";

const file = {
  path: "trueup.yaml",
  text: `version: 1
environment: test
targets:
  wall:
    interface: firewall
    dialect: fmc
    url: https://fmc.example.net
    credential: { username: { secret: env:NAME }, password: { secret: env:WORD } }
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.example.net
    credential: { apiKey: { secret: env:KEY } }
secrets: { allow: [] }
`,
};

function problemsOf(text: string) {
  const { project } = loadProject({ file, folder: "/p", drivers });
  if (!project) throw new Error("the project is at fault");
  return load({ project, files: [{ path: "desired-state/a.yaml", text }], drivers }).problems;
}

const rules = "      accessRules: { rules: [{ name: all, action: ALLOW }] }\n";
const single = "      singleRules: { dns: { name: dns, action: ALLOW } }\n";
const policy = (name: string) =>
  `    ${name}:\n      name: ${name}\n      defaultAction: { action: BLOCK }\n`;

test("all rules of a policy exclude single ones in it, and the finding says where both stand and why", () => {
  const found = problemsOf(
    `target: wall\npolicies:\n  accessControlPolicies:\n${policy("edge")}${rules}${single}`,
  );
  expect(found).toMatchObject([
    {
      code: "not-beside",
      address: "wall/accessRule/edge.dns",
      message:
        "wall/accessRule/edge.dns cannot be declared beside wall/accessRules/edge (desired-state/a.yaml:7:7): " +
        "these are all rules of the policy, so that this one would be taken out",
      at: { line: 8 },
    },
  ]);
});

test("in two policies they stand beside each other", () => {
  const two = `${policy("edge")}${rules}${policy("core")}${single}`;
  expect(problemsOf(`target: wall\npolicies:\n  accessControlPolicies:\n${two}`)).toEqual([]);
});

test("an appliance has VLANs or one LAN", () => {
  const appliance =
    "{ singleLan: { subnet: 10.0.0.0/24 }, vlans: { 7: { name: Seven, subnet: 10.0.7.0/24 } } }";
  const text = `target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin, appliance: ${appliance} } }\n`;
  expect(problemsOf(text)).toMatchObject([
    { code: "not-beside", address: "cloud/applianceSingleLan/berlin" },
  ]);
});
