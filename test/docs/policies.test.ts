/** The examples of docs/policies.md are valid, and each of their policies finds what the page says. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadPolicies } from "../../src/load/policies/policies.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { Change } from "../../src/model/change.ts";
import { judgeDesired, judgePlan } from "../../src/plan/policies/judge.ts";
import { shippedPolicy } from "../../src/plan/policies/shipped.ts";
import { drivers } from "../../src/project/drivers.ts";

const page = readFileSync(new URL("../../docs/policies.md", import.meta.url), "utf8");
const example = (name: string) =>
  new RegExp(`\`\`\`yaml\n# example: ${name}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

const { project, problems } = loadProject({
  file: { path: "trueup.yaml", text: example("trueup.yaml") },
  folder: "/example",
  drivers,
});
const own = loadPolicies([{ path: "policies/campus.yaml", text: example("policies/campus.yaml") }]);
const shipped = (project?.policySettings?.use ?? []).map(shippedPolicy);

const desired = `target: cloud
organization: "1"
networks:
  de-berlin:
    name: de-berlin
    productTypes: [appliance, wireless, switch]
    ssids:
      0: { name: guests, vlan: 20 }
      1: { name: corp, vlan: 20 }
    appliance:
      vlans:
        10: { name: office, subnet: 10.1.0.0/24, applianceIp: 10.1.0.1 }
        11: { name: office, subnet: 10.1.1.0/24, applianceIp: 10.1.1.1 }
`;

function loadedState() {
  if (!project) throw new Error("the example of the project file has a problem");
  const loaded = load({ project, files: [{ path: "desired-state/a.yaml", text: desired }], drivers });
  expect(loaded.problems).toEqual([]);
  return loaded.desired;
}

test("the examples are in order, and the table has every policy and every field", () => {
  expect([...problems, ...own.problems]).toEqual([]);
  expect(shipped.map(({ name }) => name)).toEqual([
    "no-address-twice",
    "no-overlapping-subnets",
    "no-open-ssid",
    "network-names",
    "sites-have",
  ]);
  expect(own.policies).toHaveLength(5);
});

test("the policies over resources find what they say", () => {
  const found = judgeDesired([...shipped, ...own.policies], loadedState(), "production");
  expect(found.map(({ policy, message }) => `${policy.name}: ${message}`)).toEqual([
    "guests-are-apart: the guests' network guests is in VLAN 20",
    "vlans-once: two VLANs of de-berlin are called office",
  ]);
});

test("the policies over plans find what they say, by the clock on the wall of their time zone", () => {
  const [ssid] = [...loadedState().resources.values()].filter(({ kind }) => kind === "ssid");
  if (!ssid) throw new Error("there is no SSID");
  const port = { ...ssid, kind: "switchPort", key: "sw.1", value: { type: "trunk", vlan: 1 } };
  const live = { ...ssid, id: "1" } as unknown as Extract<Change, { action: "remove" }>["live"];
  const changes: readonly Change[] = [
    ...Array.from({ length: 6 }, (_, at): Change => {
      const address = `cloud/switchPort/sw.${at}` as const;
      const value = at === 0 ? port.value : { type: "access", vlan: 1 };
      return {
        action: "create",
        address,
        desired: { ...port, address, value, site: `s${at}` },
        cause: "pending",
      };
    }),
    { action: "remove", address: ssid.address, base: ssid, live, cause: "pending" },
  ];
  const found = (nowIso?: string) =>
    judgePlan(own.policies, { changes, environment: "production", nowIso }).map(({ message }) => message);
  expect(found()).toEqual(["sw.1 is a trunk with VLAN 1", "the plan changes 6 sites at once"]);
  // Thursday in London is Friday in Berlin.
  expect(found("2026-11-26T23:30:00Z")).toEqual(["1 resources would be removed on a Friday"]);
  expect(found("2026-11-26T22:30:00Z")).toEqual([]);
});
