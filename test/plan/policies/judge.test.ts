/**
 * Policies over desired state, as users see them: findings, the places of findings, and limits for hostile policies.
 */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import { loadPolicies } from "../../../src/load/policies/policies.ts";
import { loadProject } from "../../../src/load/project-file/project.ts";
import type { Policy } from "../../../src/model/policy.ts";
import { judgeDesired } from "../../../src/plan/policies/judge.ts";
import { shippedPolicy } from "../../../src/plan/policies/shipped.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { policyProblems } from "../../../src/project/policy-problems.ts";

const text = (use = "[]") => `version: 1
environment: test
targets:
  cloud:
    { interface: dashboard, dialect: meraki, url: "https://api.example.net", credential: { apiKey: { secret: env:K } } }
  routers:
    interface: restconf
    url: https://{host}
    hosts: [10.9.0.0/16]
    credential: { username: a, password: { secret: env:P } }
policies: { use: ${use} }
`;

/** Returns the messages of `validate` for this desired state with these policies. */
function judged(files: Readonly<Record<string, string>>, { use = "[]", own = "[]" } = {}) {
  const { project, problems } = loadProject({
    file: { path: "trueup.yaml", text: text(use) },
    folder: "/p",
    drivers,
  });
  if (!project) throw new Error(problems.map(({ message }) => message).join("; "));
  const sources = Object.entries(files).map(([name, yaml]) => ({
    path: `desired-state/${name}`,
    text: yaml,
  }));
  const loaded = load({ project, files: sources, drivers });
  const written = loadPolicies([{ path: "policies/a.yaml", text: own }]);
  expect([...loaded.problems, ...written.problems]).toEqual([]);
  const policies = [...(project.policySettings?.use ?? []).map(shippedPolicy), ...written.policies];
  return policyProblems({ project: { ...project, policies }, loaded, files: sources }).map(
    ({ severity, message, at, hint }) => `${severity} ${at?.file}:${at?.line} ${message} | ${hint ?? ""}`,
  );
}

const routers = (rows: string, mask = "255.255.255.0") => ({
  "rows.yaml": rows,
  "vars.yaml": `mask: ${mask}\n`,
  "routers.yaml": `target: routers
each: { row: rows.yaml }
devices:
  "r\${row.n}":
    host: "10.9.0.\${row.n}"
    interfaces:
      GigabitEthernet 0/0/0: { ip: { address: "\${row.ip}", mask: "\${mask}" } }
`,
});

const network = (inside: string) => ({
  "cloud.yaml": `target: cloud
organization: "1"
networks:
  berlin:
    name: berlin
    productTypes: [appliance, wireless]
${inside}`,
});

describe("policies that come with trueup", () => {
  test("the same address on two routers is found, with the rows and the variables it came through", () => {
    const files = routers(
      "- { n: 1, ip: 10.20.0.1 }\n- { n: 2, ip: 10.20.0.1 }\n- { n: 3, ip: 10.20.0.3 }\n",
    );
    const found = judged(files, { use: "[no-address-twice]" });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(
      "error desired-state/routers.yaml:7 policy no-address-twice: the address 10.20.0.1",
    );
    expect(found[0]).toContain("is declared 2 times");
    expect(found[0]).toContain(
      "r2.GigabitEthernet 0/0/0 at desired-state/routers.yaml:7:7 for desired-state/rows.yaml:2",
    );
    expect(found[0]).toContain("(row desired-state/rows.yaml:1)");
    expect(found[0]).toContain("`row` (desired-state/rows.yaml:1)");
  });

  test("two ends of a link are in one network; a network within another one overlaps", () => {
    const linked = routers("- { n: 1, ip: 10.20.0.1 }\n- { n: 2, ip: 10.20.0.2 }\n");
    expect(judged(linked, { use: "[no-overlapping-subnets, no-address-twice]" })).toEqual([]);
    const vlans = `    appliance:
      vlans:
        10: { name: a, subnet: 10.1.0.0/24, applianceIp: 10.1.0.1 }
        11: { name: b, subnet: 10.1.0.128/25, applianceIp: 10.1.0.129 }
        12: { name: c, subnet: 10.1.1.0/24, applianceIp: 10.1.1.1 }
`;
    const found = judged(network(vlans), { use: "[no-overlapping-subnets]" });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /cloud.yaml:9 .* 10.1.0.0\/24 and 10.1.0.128\/25 overlap in cloud 1 berlin .*berlin.11 at .*:10/,
    );
  });

  test("an open SSID is found where its authentication is written; one that is off, or excepted, is not", () => {
    const ssids = `    ssids:
      0:
        name: guests
        authMode: open
      1: { name: off, enabled: false, authMode: open }
      2: { name: owe, authMode: open-enhanced }
      3: { name: lab, authMode: open }
`;
    const use = '[{ policy: no-open-ssid, except: "cloud/ssid/*.3", severity: warning }]';
    expect(judged(network(ssids), { use })).toEqual([
      "warning desired-state/cloud.yaml:10 policy no-open-ssid: cloud/ssid/berlin.0: the wireless network berlin.0 is open to everybody | Declare how its clients are authenticated.",
    ]);
  });

  test("names match as a whole, and every network has what it must have", () => {
    const use =
      '[{ policy: names-match, kind: network, pattern: "berl" }, { policy: sites-have, kind: ssid, per: network }]';
    const found = judged(network(""), { use });
    expect(found.join("\n")).toContain("the name berlin does not match berl");
    expect(found.join("\n")).toContain("cloud.yaml:4 policy sites-have: the network berlin has no ssid");
    expect(judged(network("    ssids: { 0: { name: a } }\n"), { use: use.replace("berl", "b.*n") })).toEqual(
      [],
    );
  });
});

describe("a project's own policies", () => {
  const ssids = network(
    "    ssids: { 0: { name: a, vlan: 10 }, 1: { name: b, vlan: 10 }, 2: { name: c } }\n",
  );

  test("what cannot be judged is not kept", () => {
    const own = "- { name: p, about: { kind: ssid }, assert: resource.fields.vlan > 5, message: m }";
    expect(judged(ssids, { own })).toEqual([
      "error desired-state/cloud.yaml:7 policy p: cloud/ssid/berlin.2: it cannot be evaluated at policies/a.yaml:1: there is no `vlan` here (Known: enabled, name) | ",
    ]);
    const text = "- { name: p, about: { kind: ssid }, assert: resource.fields.name, message: m }";
    expect(judged(ssids, { own: text }).join("\n")).toContain("its result is the string a, not true, false");
  });

  test("over all resources, what belongs together is one finding", () => {
    const own = `- name: vlan-once
  about: { address: "cloud/ssid/*" }
  assert: >
    repeated(resources.filter(r, has(r.fields.vlan)).map(r, {"address": r.address, "vlan": r.fields.vlan}), ["vlan"])
  message: VLAN \${wrong[0].vlan} stands at \${size(wrong)} SSIDs
`;
    const found = judged(ssids, { own });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("VLAN 10 stands at 2 SSIDs (also: cloud/ssid/berlin.1 at");
  });
});

test.each([
  ["- { name: p, about: { kind: ssid }, assert: 'true', message: m }", "bad-policy", 1],
  [
    "- { name: p, about: { kind: ssid }, assert: 'resource.key == resources[0].key', message: m }",
    "bad-policy",
    1,
  ],
  ["- { name: p, about: { kind: ssid }, assert: resorce.key == 'a', message: m }", "bad-expression", 1],
  ["- { name: p, about: plan, assert: plan.removes == 0, message: '${resource.key}' }", "bad-expression", 1],
  ["- { name: p, about: plan, assert: plan.removes ==, message: m }", "bad-expression", 1],
  ["- { name: P!, about: plan, assert: 'true', message: m }", "invalid-value", 1],
  ["- { name: p, about: {}, assert: 'true', message: m }", "invalid-value", 1],
  ["name: p", "wrong-type", 1],
])("a policy that can never be judged is a problem at its place: %s", (own, code, line) => {
  const { policies, problems } = loadPolicies([{ path: "policies/a.yaml", text: own }]);
  expect(policies).toEqual([]);
  expect(problems.map((each) => [each.code, each.at?.line])).toEqual([[code, line]]);
});

describe("what a hostile policy, or hostile desired state, can cost", () => {
  const resources = new Map(
    Array.from({ length: 3000 }, (_, at) => {
      const address = `cloud/ssid/n.${at}` as const;
      const value = { name: `ssid ${at}` };
      const of = {
        address,
        target: "cloud",
        kind: "ssid",
        key: `n.${at}`,
        identity: `${at}`,
        scope: {},
        value,
      };
      const rest = {
        secrets: [],
        lists: {},
        ownership: "declared",
        protect: false,
        observed: false,
      } as const;
      return [address, { ...of, ...rest }];
    }),
  );
  const found = (assert: string) => {
    const own = `- { name: p, about: { kind: ssid }, assert: ${JSON.stringify(assert)}, message: m }`;
    const policies: readonly Policy[] = loadPolicies([{ path: "policies/a.yaml", text: own }]).policies;
    expect(policies).toHaveLength(1);
    return judgeDesired(policies, { resources }, "test");
  };

  test("work that grows with the square ends, and counts as not kept", () => {
    const all = found("resources.all(a, resources.all(b, resources.all(c, a.key != '' && b.key != '')))");
    expect(all.map(({ message }) => message).join()).toMatch(/more than [\d,]+ steps/);
    expect(all[0]?.policy.severity).toBe("error");
  });

  test("a policy that fails everywhere is not tried everywhere, and is kept nowhere", () => {
    const each = found("resource.nope == 1");
    expect(each).toHaveLength(3000);
    expect(each.at(-1)?.message).toBe(
      "it was not evaluated, because evaluating it has already failed for 1,000 resources",
    );
  });
});
