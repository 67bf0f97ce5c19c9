/**
 * Plans and applies in the dialects `vmanage` and `fmc`, against the simulator's modes of the same names, which were
 * written separately.
 */

import { describe, expect, test } from "vitest";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const targetOf = (words: string, credential: string) => `version: 1
environment: virtual
targets:
  manager:
    ${words}
    url: https://manager.example.net
    credential: ${credential}
secrets: { allow: ["env:*_PSK"] }
`;

const sdwan = "interface: sdwan\n    dialect: vmanage";
const firewall = "interface: firewall\n    dialect: fmc";
const person = (name: string) =>
  `{ username: { secret: env:${name}_USER }, password: { secret: env:${name}_PASSWORD } }`;

const lists = `target: manager
policyLists:
  siteLists:
    branches: { name: Branches, entries: [{ siteId: 100-199 }] }
  vpnLists:
    guests: { name: Guests, entries: [{ vpn: "20" }, { vpn: "21" }] }
featureProfiles:
  system:
    base:
      name: Base
      description: of all branches
      banners: { main: { name: Banner, login: Keep out, motd: "{{motd}}" } }
      ntps: { main: { name: Ntp, server: [{ name: 10.0.0.1, vpn: 0 }, { name: 10.0.0.2, key: 7 }] } }
  service:
    branch:
      name: Branch
      description: d
      ipv4Acls: { in: { name: In, defaultAction: accept } }
      lanVpns:
        guests:
          name: Guests
          vpnId: 20
          interfaceEthernets:
            port: { name: Port, interfaceName: GigabitEthernet1, aclQos: { ipv4AclIngress: { refId: branch.in } } }
configurationGroups:
  branches:
    name: Branches
    description: d
    solution: sdwan
    profiles: [{ system: base }, { service: branch }]
`;

const objects = `target: manager
objects:
  hosts:
    web: { name: web-1, value: 10.1.0.10 }
    mail: { name: mail-1, value: 10.1.0.11, description: Old }
  networkGroups:
    servers: { name: Servers, objects: [{ host: web }, { host: mail }] }
  securityZones:
    inside: { name: inside, interfaceMode: ROUTED }
`;

interface Mode {
  readonly name: string;
  readonly project: string;
  readonly settings: Partial<SimulatorSettings>;
  readonly declared: string;
  readonly other: (text: string) => string;
  readonly steps: number;
}

const vmanage = { settings: { sdwanMode: "vmanage" }, declared: lists, steps: 10 } as const;
const fmc = { settings: { firewallMode: "fmc" }, declared: objects, steps: 4 } as const;
const otherLists = (text: string) => text.replace("100-199", "100-150");
const otherObjects = (text: string) => text.replace("10.1.0.11", "10.1.0.12");

const modes: readonly Mode[] = [
  {
    name: "vManage, with a session",
    project: targetOf(sdwan, person("SDWAN")),
    ...vmanage,
    other: otherLists,
  },
  {
    name: "vManage, with a token",
    project: targetOf(sdwan, "{ token: { secret: env:SDWAN_TOKEN } }"),
    ...{ ...vmanage, other: otherLists },
  },
  {
    name: "vManage, with a token for a user's name and password",
    project: targetOf(sdwan, person("SDWAN")).replace("secrets:", "    settings: { login: jwt }\nsecrets:"),
    ...{ ...vmanage, other: otherLists },
  },
  {
    name: "Firewall Management Center, with a login",
    project: targetOf(firewall, person("FIREWALL")),
    ...{ ...fmc, other: otherObjects },
  },
  {
    name: "Firewall Management Center in the maker's cloud, with a token",
    project: targetOf(firewall, "{ token: { secret: env:CDFMC_TOKEN } }"),
    ...{ ...fmc, other: otherObjects },
  },
];

describe.for(modes)("a simulated $name", ({ project, settings, declared, other, steps }) => {
  const on = (text: string) => stage({ project, files: { "a.yaml": text }, settings });
  const states = ({ settled }: Awaited<ReturnType<ReturnType<typeof on>["apply"]>>) =>
    new Set(settled.map(({ outcome }) => outcome.state));

  test("becomes what is declared, changes with it, and has nothing to do then", async () => {
    const first = on(declared);
    const made = await first.plan();
    expect(made.plan.unknown).toEqual([]);
    expect(made.plan.steps).toHaveLength(steps);
    expect(states(await first.apply(made))).toEqual(new Set(["applied"]));
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });

    const next = on(other(declared));
    next.network.world = first.network.world;
    const change = await next.plan();
    expect(change.plan.steps.map(({ id }) => id.split(" ")[0])).toEqual(["update"]);
    expect(states(await next.apply(change))).toEqual(new Set(["applied"]));
    expect((await next.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });
});

test("a token for a user's name and password is asked for anew after half an hour, and no session is opened", async () => {
  const project = targetOf(sdwan, person("SDWAN")).replace(
    "secrets:",
    "    settings: { login: jwt }\nsecrets:",
  );
  const on = stage({ project, files: { "a.yaml": lists }, settings: { sdwanMode: "vmanage" } });
  const made = await on.plan();
  const { settled } = await on.apply(made, { after: 1_900_000 });
  expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  const logins = on.network
    .log()
    .flatMap(({ path, status }) => (/login|j_security/.test(path) ? [`${path} ${status}`] : []));
  expect(logins).toEqual(["/jwt/login 200", "/jwt/login 200"]);
});
