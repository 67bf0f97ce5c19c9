/** A dictionary attack on all output about devices. Their secrets are words that nobody declares. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { folder, simulator, trueup } from "../../cli/command.ts";
import { commitAll, git } from "../../git/repositories.ts";
import { hostile } from "../../servers/hostile.ts";
import { expectNone as expectNoneOf, said } from "./traces.ts";

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
      {
        name: "1/0/1",
        description: "uplink",
        ip: { ospf: { "message-digest-key": [{ id: 1, md5: { "auth-key": words.ospf } }] } },
      },
    ],
  },
  "key-chain": { key: [{ id: 1, "key-string": words.undeclared }] },
};

/** Checks that a text contains none of these words, in any form. */
const expectNone = (text: string, all: readonly string[] = Object.values(words)) => expectNoneOf(text, all);

/** Further content of the simulated device's model. */
const known = { line: { aux: { password: { secret: "x" } } } };

async function lab(
  way: (typeof ways)[number],
  config: string,
  secrets = `fingerprintKey: { secret: env:RECORD_KEY }, `,
  data: JsonObject = native,
) {
  const seed = {
    routers: {
      [host]: { data: { "Vendor-native:native": data }, model: { "Vendor-native:native": known } },
    },
  };
  const settings = {
    netconf: netconfDefaults,
    restconfMode: way === "rfc8040" ? ("rfc8040" as const) : ("neutral" as const),
  };
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
  const live = () => served.world().restconf.routers.get(host)?.data["Vendor-native:native"];
  return { cwd, live };
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
      [
        "plan",
        "--requests",
        "--out",
        "plan.json",
        "--out",
        "plan.md",
        "--out",
        "plan.html",
        "--out",
        "plan.sarif",
        "--out",
        "plan.xml",
      ],
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
    expectNone(all);
  });

  test("what lies around a change keeps its secrets, and an apply says none of them", async () => {
    const config = `    config:
      /Vendor-native:native/snmp-server: { location: Munich }
      /Vendor-native:native/interface: { GigabitEthernet: [{ name: 1/0/1, description: downlink }] }
      /Vendor-native:native/tacacs/server: [{ name: t1, address: 10.0.0.7 }]
    keys: { "/Vendor-native:native/interface/GigabitEthernet": name, "/Vendor-native:native/tacacs/server": name }
`;
    const { cwd, live } = await lab(way, config);
    const planned = await trueup(["plan", "--requests"], { cwd, env });
    const applied = await applyAll(cwd, planned.out);
    expect([applied.status, applied.out]).toEqual([0, expect.any(String)]);
    expectNone(planned.out + planned.err + applied.out + applied.err);
    expect(live()).toMatchObject({
      "snmp-server": { ...native["snmp-server"], location: "Munich" },
      tacacs: { server: [{ address: "10.0.0.7", key: native.tacacs.server[0]?.key }] },
      interface: { GigabitEthernet: [{ description: "downlink", ip: { ospf: {} } }] },
    });
    expect(JSON.stringify(live())).toContain(words.ospf);
    expect((await trueup(["plan", "--detailed-exitcode"], { cwd, env })).status).toBe(0);
  });

  test("a secret is declared by reference, written where another is live, and drift of others is seen", async () => {
    const config = `    config:
      /Vendor-native:native/snmp-server: { host: [{ ip-address: 10.0.0.9, community-or-user: { secret: env:SNMP_TRAP } }] }
      /Vendor-native:native/line: { aux: { password: { secret: { secret: env:OTHER } } } }
    keys: { "/Vendor-native:native/snmp-server/host": ip-address }
`;
    const { cwd, live } = await lab(way, config);
    const planned = await trueup(["plan", "--requests"], { cwd, env: { ...env, SNMP_TRAP: words.trap } });
    expect(planned.out).toContain("1 to update");
    expectNone(planned.out + planned.err);
    const applied = await applyAll(cwd, planned.out);
    expect([applied.status, applied.out]).toEqual([0, expect.any(String)]);
    expect(live()).toMatchObject({
      "snmp-server": native["snmp-server"],
      line: { aux: { password: { secret: env.OTHER } } },
    });
    expectNone(applied.out + applied.err, [...Object.values(words), env.OTHER]);
    const rotated = await trueup(["plan"], { cwd, env: { ...env, SNMP_TRAP: "a-new-one-1234" } });
    expect(rotated.out).toContain("cannot be read back");
  });
});

/** Applies a plan that was shown, with the consents that it asks for. */
function applyAll(cwd: string, plan: string) {
  const consents = [...plan.matchAll(/--allow (\S+@[0-9a-f]{64})/g)].flatMap(([, each]) => [
    "--allow",
    each ?? "",
  ]);
  return trueup(["--log-level", "debug", "apply", "--yes", ...consents], { cwd, env });
}

test.each(ways)(
  "over %s what is sent is named alike whatever secrets are live, with a key and without",
  async (way) => {
    const others = Object.values(words).reduce(
      (text, word) => text.replaceAll(word, word.replace(/.$/, "Q")),
      JSON.stringify(native),
    );
    const declared = whole("{ location: Munich }");
    const wires = async (secrets: string | undefined, data: JsonObject) => {
      const { cwd } = await lab(way, declared, secrets, data);
      const made = await trueup(["plan", "--format", "json"], { cwd, env });
      const { changes }: { changes: { address: string; wire: string }[] } = JSON.parse(made.out);
      return changes.map(({ address, wire }) => `${address} ${wire}`);
    };
    const all = [
      await wires("", native),
      await wires("", JSON.parse(others)),
      await wires(undefined, native),
    ];
    expect(all[0]?.length).toBeGreaterThan(3);
    expect(all[0]?.every((each) => /[0-9a-f]{64}$/.test(each))).toBe(true);
    expect(all).toEqual([all[0], all[0], all[0]]);
  },
);

test("the plan of a proposal is the same whether a declared secret is the live one or not", async () => {
  const { cwd } = await lab(
    "rfc8040",
    `    config: { /Vendor-native:native/snmp-server: { location: Munich } }\n`,
  );
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  git(cwd, "checkout", "-q", "-b", "proposal");
  const text = await readFile(join(cwd, "desired-state/r1.yaml"), "utf8");
  const more =
    "location: Munich, host: [{ ip-address: 10.0.0.9, community-or-user: { secret: env:SNMP_TRAP } }]";
  commitAll(cwd, { "desired-state/r1.yaml": text.replace("location: Munich", more) });
  const planned = async (value: string) => {
    const args = ["plan", "--config-from", "main", "--base", "main", "--format", "json"];
    const { out, err, status } = await trueup(args, { cwd, env: { ...env, SNMP_TRAP: value } });
    expect([status, err]).toEqual([0, expect.any(String)]);
    return JSON.stringify({ ...JSON.parse(out), takenAt: "", live: "" }).replaceAll(/"20\d\d-[^"]*"/g, "");
  };
  expect(await planned(words.trap)).toBe(await planned("something-else-1"));
});

test("without a key all hidden values look alike; with one each place has its own digest", async () => {
  const digests = async (secrets?: string) => {
    const { cwd } = await lab("rfc8040", whole("{ location: Munich }"), secrets);
    const { out } = await trueup(["plan", "--format", "json"], { cwd, env });
    return [...out.matchAll(/"\$hidden": "([^"]*)"/g)].map(([, each]) => each);
  };
  const keyed = await digests();
  expect(keyed.length).toBeGreaterThan(6);
  expect(new Set(keyed).size).toBe(keyed.length);
  expect(keyed).toEqual(await digests());
  expect(new Set(await digests(""))).toEqual(new Set(["unkeyed", "unkeyed 1", "unkeyed 2"]));
});

test("plain text is a warning, an error in a proposal, and nothing where the project says that it is no secret", async () => {
  const config =
    "    config: { /Vendor-native:native/snmp-server: { host: [{ community-or-user: public }] } }\n";
  const { cwd } = await lab("rfc8040", config);
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  const own = await trueup(["validate"], { cwd, env });
  expect([own.status, own.err]).toEqual([
    0,
    expect.stringContaining(
      "warning[plain-text-secret]: `community-or-user` at /Vendor-native:native/snmp-server/host/community-or-user",
    ),
  ]);
  const proposed = await trueup(["plan", "--config-from", "main"], { cwd, env });
  expect([proposed.status, proposed.err]).toEqual([1, expect.stringContaining("error[plain-text-secret]")]);
  const text = await readFile(join(cwd, "trueup.yaml"), "utf8");
  const open = "settings: { notSecret: [/Vendor-native:native/snmp-server/host] }";
  commitAll(cwd, { "trueup.yaml": text.replace("settings: {  }", open) });
  const allowed = await trueup(["plan", "--config-from", "main"], { cwd, env });
  expect([allowed.status, allowed.out + allowed.err]).toEqual([
    0,
    expect.not.stringContaining("plain-text-secret"),
  ]);
  expect(allowed.out).toContain("public");
});

test("what a plan shows for a hidden value cannot be declared: it would be written where everybody sees it", async () => {
  const { cwd, live } = await lab("rfc8040", whole("{ location: Munich }"));
  const { out } = await trueup(["plan", "--format", "json"], { cwd, env });
  const [, digest = ""] = /"\$hidden": "([0-9a-f]{32})"/.exec(out) ?? [];
  expect(digest).toHaveLength(32);
  const file = join(cwd, "desired-state/r1.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("Munich", `{ $hidden: "${digest}" }`));
  const { status, err } = await trueup(["apply", "--yes"], { cwd, env });
  expect([status, err]).toEqual([1, expect.stringContaining("error[hidden-value]")]);
  expect(live()).toMatchObject({ "snmp-server": native["snmp-server"] });
});

test.each(ways)(
  "over %s a number is plain text too: in a proposal it asks nothing of what is live",
  async (way) => {
    const data = { ...native, username: [{ name: "admin", pin: "83920134", psk: ["83920134"] }] };
    const users = "/Vendor-native:native/username";
    const declared = [
      `${users}: [{ name: admin, pin: 83920135 }]`,
      `${users}=admin/pin: 83920135`,
      `${users}: [{ name: admin, psk: [83920135] }]`,
      `${users}: [{ name: admin, password: { text: 83920135 } }]`,
    ];
    const { cwd } = await lab(way, "    hostname: rtr-1\n", "", data);
    git(cwd, "init", "-q", "-b", "main");
    commitAll(cwd);
    git(cwd, "checkout", "-q", "-b", "proposal");
    const text = await readFile(join(cwd, "desired-state/r1.yaml"), "utf8");
    for (const config of declared) {
      commitAll(cwd, {
        "desired-state/r1.yaml": `${text}    keys: { "${users}": name }\n    config: { ${config} }\n`,
      });
      const own = await trueup(["plan"], { cwd, env });
      expect(own.err).toContain("warning[plain-text-secret]");
      expect(own.out).not.toContain("83920134");
      const { status, out, err } = await trueup(["plan", "--config-from", "main"], { cwd, env });
      expect([status, out]).toEqual([1, expect.not.stringContaining("83920134")]);
      expect(err).toContain("error[plain-text-secret]");
    }
  },
);

test("a refusal that quotes a secret of what nobody declares is shown without it", async () => {
  const data = { "Vendor-native:native": native };
  const said = `bad key ${words.tacacs} of ${words.community}`;
  const server = await hostile(({ method, url }) => {
    if (method === "GET") return url.includes("native") ? { body: data } : { status: 404 };
    const error = [{ "error-type": "application", "error-tag": "invalid-value", "error-message": said }];
    return { status: 400, body: { "ietf-restconf:errors": { error } } };
  });
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  edge:
    interface: restconf
    dialect: rfc8040
    url: ${server.url}/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
`,
    "desired-state/r1.yaml": `target: edge\ndevices: { r1: { host: ${host}, hostname: another } }\n`,
  });
  const text = await trueup(["--log-level", "debug", "apply", "--yes"], { cwd, env });
  const json = await trueup(["apply", "--yes", "--format", "json"], { cwd, env });
  expect(text.out).toContain("bad key [hidden] of [hidden]");
  expectNone(text.out + text.err + json.out + json.err);
});
