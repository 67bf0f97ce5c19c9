/**
 * SNMP communities, which are keys of lists. They are declared like other keys, but live communities are never shown
 * and cannot be guessed.
 */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { folder, simulator, trueup } from "../../cli/command.ts";
import { commitAll, git } from "../../git/repositories.ts";
import { expectNone, said } from "./traces.ts";

const host = "10.20.0.1";
const others = { community: "monkeybars", trap: "dragonfly" } as const;
const key = "0123456789abcdef0123456789abcdef";
const env = { RECORD_KEY: key };

const snmp = "Cisco-IOS-XE-snmp:community-config";
const hosts = "Cisco-IOS-XE-snmp:host-config";

const nativeOf = ({
  community,
  trap,
}: {
  readonly community: string;
  readonly trap: string;
}): JsonObject => ({
  hostname: "rtr-1",
  "snmp-server": {
    "Cisco-IOS-XE-snmp:location": "Berlin",
    [snmp]: [
      { name: "netops-poll", permission: "ro" },
      { name: community, permission: "rw" },
    ],
    [hosts]: { "ip-community": [{ "ip-address": "10.0.0.9", "community-or-user": trap, version: "2c" }] },
  },
});

async function lab(
  config: string,
  secrets = "secrets: { fingerprintKey: { secret: env:RECORD_KEY } }\n",
  words: { readonly community: string; readonly trap: string } = others,
) {
  const native = nativeOf(words);
  const room = { [hosts]: { "ip-community": [] }, [snmp]: [] };
  const served = await simulator({
    seed: {
      routers: {
        [host]: {
          data: { "Cisco-IOS-XE-native:native": native },
          model: { "Cisco-IOS-XE-native:native": { "snmp-server": room } },
        },
      },
    },
    settings: { restconfMode: "rfc8040" },
  });
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
${secrets}targets:
  edge:
    interface: restconf
    dialect: rfc8040
    url: ${served.urls.restconf}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
    settings: { mapping: ios-xe }
`,
    "desired-state/r1.yaml": fileOf(config),
  });
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  const live = () => served.world().restconf.routers.get(host)?.data["Cisco-IOS-XE-native:native"];
  return { cwd, live };
}

const fileOf = (config: string) => `target: edge\ndevices:\n  r1:\n    host: ${host}\n${config}`;

const section = (names: readonly string[], more = "") =>
  `    snmp: { communities: [${names.map((name) => `{ name: ${name}, permission: ro }`).join(", ")}]${more} }\n`;
const list = (names: readonly string[]) =>
  `    keys: { "/Cisco-IOS-XE-native:native/snmp-server/${snmp}": name }
    config:
      /Cisco-IOS-XE-native:native/snmp-server: { ${JSON.stringify(snmp)}: [${names.map((name) => `{ name: ${name}, permission: ro }`).join(", ")}] }\n`;
const paths = (names: readonly string[]) =>
  `    keys: { "/Cisco-IOS-XE-native:native/snmp-server/${snmp}": name }
    config:
${names.map((name) => `      "/Cisco-IOS-XE-native:native/snmp-server/${snmp}=${name}": { permission: ro }\n`).join("")}`;

const proposal = ["plan", "--config-from", "main", "--base", "main"];

describe.each([
  ["by the section of a mapping", section],
  ["in a list of a tree", list],
  ["by the paths of entries", paths],
])("communities %s", (_, declared) => {
  test("take no flag: proposed, planned, applied, and the next plan is empty", async () => {
    const { cwd, live } = await lab(declared(["netops-poll"]));
    const own = await trueup(["validate"], { cwd, env });
    expect([own.status, own.out + own.err]).toEqual([0, expect.not.stringContaining("plain-text-secret")]);
    git(cwd, "checkout", "-q", "-b", "proposal");
    commitAll(cwd, { "desired-state/r1.yaml": fileOf(declared(["netops-poll", "netops-new"])) });
    const proposed = await trueup(proposal, { cwd, env });
    expect([proposed.status, proposed.err]).toEqual([0, expect.any(String)]);
    expect(proposed.out).toContain("netops-new");
    const applied = await trueup(["apply", "--yes"], { cwd, env });
    expect([applied.status, applied.out + applied.err]).toEqual([0, expect.any(String)]);
    const communities = [
      { name: "netops-poll", permission: "ro" },
      { name: others.community, permission: "rw" },
      { name: "netops-new", permission: "ro" },
    ];
    expect(live()).toMatchObject({ "snmp-server": { [snmp]: expect.arrayContaining(communities) } });
    const again = await trueup(["plan", "--detailed-exitcode"], { cwd, env });
    expect([again.status, again.out]).toEqual([0, expect.any(String)]);
    expectNone(proposed.out + proposed.err + applied.out + applied.err + again.out, Object.values(others));
  });

  test("of a proposal say in no plan whether they are live", async () => {
    const plans = [];
    for (const community of [others.community, "another-word-9"]) {
      const { cwd } = await lab(declared(["netops-poll"]), undefined, { ...others, community });
      git(cwd, "checkout", "-q", "-b", "proposal");
      commitAll(cwd, { "desired-state/r1.yaml": fileOf(declared(["netops-poll", others.community])) });
      const { out, err, status } = await trueup([...proposal, "--format", "json"], { cwd, env });
      expect([status, err]).toEqual([0, expect.any(String)]);
      const { changes, steps }: { changes: readonly object[]; steps: unknown } = JSON.parse(out);
      expect(changes.length).toBe(1);
      plans.push(JSON.stringify([changes, steps]).replaceAll(/"\$hidden":"[^"]*"/g, ""));
    }
    expect(plans[0]).toBe(plans[1]);
  });
});

test.each([
  ["with a key", undefined],
  ["without a key", ""],
])("no import, drift, snapshot or plan %s has a live community", async (_, secrets) => {
  const { cwd } = await lab(section(["netops-poll"], ", location: Munich"), secrets);
  const texts = [];
  const runs = [
    ["drift", "--format", "json"],
    ["plan", "--requests", "--out", "plan.json", "--out", "plan.md"],
    ["observe", "--out", "snapshot.json"],
    ["import", "edge", "--host", host, "--out", "imported", "--import-report", "report.json"],
    ["--log-level", "debug", "apply", "--yes"],
  ];
  for (const args of runs) {
    const { out, err } = await trueup(args, { cwd, env });
    texts.push(`${args.join(" ")}\n${out}\n${err}`);
  }
  expect(texts.join("\n")).toContain("Munich");
  expectNone([...texts, await said(cwd)].join("\n"), Object.values(others));
});
