/**
 * References between IOS-XE's sections (`refers` in the mapping): the order of writes, and the message if nothing
 * declares the resource that is needed.
 */

import { describe, expect, test } from "vitest";
import { load } from "../../../src/load/load.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const native = "Cisco-IOS-XE-native:native";
const files = (sections: string) => ({
  "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n${sections.trimEnd().replaceAll(/^/gm, "    ")}\n`,
});

function on(sections: string, live: JsonObject = {}): Stage {
  return stage({
    project: `version: 1
environment: virtual
targets:
  boxes:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe, transaction: resource }
`,
    seed: { routers: { [host]: { data: { [native]: { hostname: "one", ...live } } } } },
    files: files(sections),
    settings: { restconfMode: "rfc8040" },
  });
}

const shortly = (step: string) => step.replace(/boxes\/device(\w+)\/one\./, "$1 ");

describe("order", () => {
  test("a route map goes before the interface that names it, and after all rules of a prefix list that it names", async () => {
    const { plan } = await on(`
interfaces:
  Loopback 0: { policyRouteMap: out }
routeMaps:
  out: { steps: [{ sequence: 10, action: permit, matchPrefixLists: [zone] }] }
prefixLists:
  zone 5: { action: permit, prefix: 10.0.0.0/8 }
  zone 10: { action: deny, prefix: 0.0.0.0/0 }
`).plan();
    const after = new Map(plan.steps.map(({ id, after: own }) => [shortly(id), own.map(shortly)]));
    expect(after.get("create Interface Loopback 0")).toContain("create RouteMap out");
    expect(after.get("create RouteMap out")).toEqual([
      "create PrefixList zone 10",
      "create PrefixList zone 5",
    ]);
  });

  test("a list that a route map named is removed after it, and so is a VRF after what has it in its key", async () => {
    const base = on(`
expandedCommunityLists:
  all: {}
routeMaps:
  out: {}
`);
    const { context } = base;
    const match = {
      "Cisco-IOS-XE-bgp:bgp-route-map-match": { "bgp-community": { "community-list": ["all"] } },
    };
    const gone = on("hostname: one\n", {
      ip: { "Cisco-IOS-XE-bgp:community-list": { expanded: [{ name: "all" }] } },
      "route-map": [
        {
          name: "out",
          "Cisco-IOS-XE-route-map:route-map-without-order-seq": [{ seq_no: 10, operation: "permit", match }],
        },
      ],
    });
    const { plan } = await gone.plan({ base: context.desired, prune: true });
    expect(plan.steps.map(({ id }) => shortly(id))).toEqual([
      "remove RouteMap out",
      "remove ExpandedCommunityList all",
    ]);
    const { plan: made } = await on(
      "ospfVrfs:\n  2 blue: { routerId: 10.0.0.1 }\nvrfs:\n  blue: { rd: '1:1' }\n",
    ).plan();
    expect(made.steps.map(({ id, after }) => [shortly(id), after.map(shortly)])).toEqual([
      ["create Vrf blue", []],
      ["create OspfVrf 2 blue", ["create Vrf blue"]],
    ]);
  });

  test("an entry that a path of `config:` leads through or declares counts as one of the section", async () => {
    const { plan } = await on(`
vrfRoutes:
  blue: { routes: [{ network: 10.0.0.0, mask: 255.0.0.0, hops: [{ to: 10.1.1.1 }] }] }
keys: { "/${native}/vrf/definition": name }
config:
  /${native}/vrf/definition=blue/description: x
`).plan();
    expect(plan.steps.map(({ id, after }) => [id.split("/")[1], after.length])).toEqual([
      ["deviceConfiguration", 0],
      ["deviceVrfRoutes", 1],
    ]);
  });
});

describe("validate", () => {
  const said = (sections: string) => {
    const { context } = on("hostname: one\n");
    const own = Object.entries(files(sections)).map(([path, text]) => ({ path, text }));
    const { problems } = load({ project: context.project, files: own, drivers });
    return problems.map(({ code, severity, message, at }) => `${severity}[${code}]:${at?.line}: ${message}`);
  };

  test.each([
    [
      "interfaces:\n  Loopback 0: { vrf: green }",
      "5: `vrf` refers to `green`, but no entry of `vrfs` declares it",
    ],
    [
      "interfaces:\n  Loopback 0: { aclIn: web }",
      "5: `aclIn` refers to `web`, but no entry of `accessLists` or `standardAccessLists` declares it",
    ],
    [
      "bgp:\n  65002:\n    ipv6:\n      - family: unicast\n        neighbors: [{ address: '2001:db8::1', prefixLists: [{ direction: in, name: zone }] }]",
      "8: `name` refers to `zone`, but no entry of `ipv6PrefixLists` declares it",
    ],
    [
      "ospfVrfs:\n  2 blue: { routerId: 10.0.0.1 }",
      "6: `vrf` refers to `blue`, but no entry of `vrfs` declares it",
    ],
    [
      "routeMaps:\n  out: { steps: [{ sequence: 10, action: permit, matchAsPaths: [7] }] }",
      "5: `matchAsPaths` refers to `7`, but no entry of `asPathLists` declares it",
    ],
    [
      "interfaces:\n  Loopback 0: { aclIn: my list }",
      "5: `aclIn` refers to `my list`, but no entry of `accessLists` or `standardAccessLists` can declare it",
    ],
  ])("%s", (sections, expected) => {
    expect(said(sections)).toEqual([expect.stringMatching(/^warning\[dangling-name\]:\d+: /)]);
    expect(said(sections)[0]?.replace(/^.*?\]:\d+: /, "")).toBe(expected.replace(/^\d+: /, ""));
  });

  test.each([
    ["a list of the one kind", "accessLists:\n  web: { rules: [] }"],
    ["a list of the other kind", "standardAccessLists:\n  web: { rules: [] }"],
    [
      "`config:`",
      `keys: { "/${native}/ip/access-list/Cisco-IOS-XE-acl:extended": name }\nconfig:\n  /${native}/ip/access-list/Cisco-IOS-XE-acl:extended: [{ name: web }]`,
    ],
    [
      "what `config:` declares around it",
      `keys: { "/${native}/ip/access-list/Cisco-IOS-XE-acl:extended": name }\nconfig:\n  /${native}/ip/access-list: { "Cisco-IOS-XE-acl:extended": [{ name: web }] }`,
    ],
  ])("%s is enough", (_, more) => {
    expect(said(`interfaces:\n  Loopback 0: { aclIn: web }\n${more}`)).toEqual([]);
  });
});
