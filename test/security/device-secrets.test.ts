/** A dictionary against everything that is said of devices whose secrets are words, and that nobody declared. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { netconfDefaults } from "../../src/simulator/netconf/settings.ts";
import { folder, simulator, trueup, write } from "../cli/command.ts";

const words = {
  community: "monkeybars",
  writing: "dragonfly",
  trap: "baseballs",
  tacacs: "sunshines",
  hash: "letmein12",
  ospf: "footballs",
  type7: "0822455D0A16544541",
  listed: "princesses",
  undeclared: "butterfly",
} as const;

const ways = ["neutral", "rfc8040", "netconf"] as const;
const host = "10.20.0.1";
const key = "0123456789abcdef0123456789abcdef";
const env = { RECORD_KEY: key, SNMP_TRAP: words.trap, OTHER: "quite-another-one" };

const native = {
  hostname: "rtr-1",
  "snmp-server": {
    location: "Berlin",
    community: [
      { name: words.community, RO: [null] },
      { name: words.writing, RW: [null] },
    ],
    host: [{ "ip-address": "10.0.0.9", "community-or-user": words.trap }],
  },
  tacacs: { server: [{ name: "t1", address: "10.0.0.8", key: { encryption: "7", key: words.tacacs } }] },
  username: [{ name: "admin", secret: { encryption: "5", secret: words.hash } }],
  crypto: { isakmp: { preSharedKey: [words.listed, "another"], keyId: "k1" } },
  line: { vty: [{ first: 0, password: { type: "7", secret: words.type7 } }] },
  interface: {
    GigabitEthernet: [
      { name: "1/0/1", description: "uplink", ip: { ospf: { "message-digest-key": [{ id: 1, md5: { "auth-key": words.ospf } }] } } },
    ],
  },
  "key-chain": { key: [{ id: 1, "key-string": words.undeclared }] },
};

async function lab(way: (typeof ways)[number], config: string, secrets = `fingerprintKey: { secret: env:RECORD_KEY }, `) {
  const seed = { routers: { [host]: { data: { "Vendor-native:native": native } } } };
  const settings = { netconf: netconfDefaults, restconfMode: way === "rfc8040" ? ("rfc8040" as const) : ("neutral" as const) };
  const served = await simulator({ seed, settings });
  const over = way === "netconf" ? "interface: netconf" : `interface: restconf\n    dialect: ${way}`;
  const cwd = await folder({
    known_hosts: `${served.hostKey.knownHost}\n`,
    "trueup.yaml": `version: 1
environment: test
secrets: { ${secrets}allow: ["env:SNMP_TRAP", "env:OTHER"] }
targets:
  edge:
    ${over}
    url: ${way === "netconf" ? served.urls.netconf : served.urls.restconf}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
    settings: { ${way === "netconf" ? "hostKeys: known_hosts" : ""} }
`,
    "desired-state/r1.yaml": `target: edge\ndevices:\n  r1:\n    host: ${host}\n${config}`,
  });
  const live = async () => {
    const { data } = (await served.world()).routers[host] ?? {};
    return data;
  };
  return { cwd, live };
}

const digests = ["md5", "sha1", "sha256", "sha512"];

/** Every form of a word that a dictionary could find it by. */
function traces(word: string): readonly string[] {
  const bytes = Buffer.from(word);
  const hashed = digests.flatMap((name) => {
    const digest = createHash(name).update(word).digest();
    return [digest.toString("hex").slice(0, 12), digest.toString("base64").slice(0, 12)];
  });
  return [word, bytes.toString("base64").slice(0, -4), bytes.toString("hex"), ...hashed];
}

async function said(cwd: string): Promise<string> {
  const files = await readdir(cwd, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((each) => each.isFile() && !/^(?:known_hosts)$/.test(each.name))
    .map((each) => readFile(join(each.parentPath, each.name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

const whole = (declared: string) => `    ownership: exclusive
    config:
      /Vendor-native:native/snmp-server: ${declared}
      /Vendor-native:native/tacacs: {}
      /Vendor-native:native/username: []
      /Vendor-native:native/crypto: {}
      /Vendor-native:native/line: {}
      /Vendor-native:native/key-chain: {}
      /Vendor-native:native/interface: { GigabitEthernet: [{ name: 1/0/1, description: downlink }] }
`;

describe.each(ways)("over %s", (way) => {
  test("nothing that a proposal makes a plan show has a trace of a live secret", async () => {
    const { cwd } = await lab(way, whole("{ location: Munich }"));
    const runs = [
      ["plan", "--requests", "--out", "plan.json", "--out", "plan.md", "--out", "plan.html", "--out", "plan.sarif", "--out", "plan.xml"],
      ["--log-level", "debug", "plan"],
      ["plan", "--format", "json"],
      ["drift"],
      ["drift", "--format", "json"],
      ["observe", "--out", "snapshot.json"],
      ["adopt"],
      ["import", "edge", "--host", host],
    ];
    const texts: string[] = [];
    for (const args of runs) {
      const ended = await trueup(args, { cwd, env });
      texts.push(`${args.join(" ")}\n${ended.out}\n${ended.err}`);
    }
    const all = [...texts, await said(cwd)].join("\n");
    expect(texts[0]).toContain("[hidden]");
    for (const word of Object.values(words)) for (const trace of traces(word)) {
      const at = all.indexOf(trace);
      expect(at < 0 ? "" : all.slice(Math.max(0, at - 300), at + 60), `${trace} of ${word}`).toBe("");
    }
  });
});
