import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { isLoopback, urlFault } from "../../../src/load/project-file/target-url.ts";
import { drivers, told } from "../fixtures.ts";

function read(text: string) {
  return loadProject({ file: { path: "trueup.yaml", text }, folder: "/srv/me/net", drivers });
}

const head = "version: 1\nenvironment: production\n";

/** Reads a project file whose only target is written in flow style. The target's value starts at line 4, column 6. */
function target(fields: string, secrets = "") {
  return read(`${head}targets:\n  t: { ${fields} }\n${secrets}`);
}

const dashboard = "interface: dashboard, url: https://d.example.net";
const key = "credential: { apiKey: { secret: env:KEY } }";
const login = "credential: { username: admin, password: { secret: env:P } }";

describe("a project", () => {
  test("has what is written, and defaults for the rest", () => {
    const { project, problems, references } = read(`${head}targets:
  cloud: { ${dashboard}/, ${key} }
  routers:
    interface: restconf
    dialect: other
    url: https://{host}:8443/
    hosts: [10.20.0.0/16, .routers.example.net, "2001:db8::/32", rtr-1]
    credential: { username: admin, password: { secret: "file:secrets/router" } }
    tls: { ca: ../certs/./routers.pem }
    limits: { requestsPerSecond: 2.5, share: 0.8, concurrency: 1, timeoutSeconds: 5, readinessSeconds: 0, lockSeconds: 60 }
    settings: { basePath: /x }
secrets: { allow: [env:*_PSK] }
`);
    expect(problems).toStrictEqual([]);
    expect(project).toStrictEqual({
      version: 1,
      environment: "production",
      folder: "/srv/me/net",
      desiredState: "desired-state",
      secretsAllowed: ["env:*_PSK"],
      targets: new Map([
        [
          "cloud",
          {
            name: "cloud",
            interface: "dashboard",
            dialect: "neutral",
            url: "https://d.example.net",
            hosts: [],
            credential: { apiKey: { secret: "env:KEY" } },
            tls: {},
            limits: {},
            settings: {},
            at: { file: "trueup.yaml", line: 4, column: 3 },
          },
        ],
        [
          "routers",
          {
            name: "routers",
            interface: "restconf",
            dialect: "other",
            url: "https://{host}:8443",
            hosts: ["10.20.0.0/16", ".routers.example.net", "2001:db8::/32", "rtr-1"],
            credential: { username: "admin", password: { secret: "file:secrets/router" } },
            tls: { ca: "/srv/me/certs/routers.pem" },
            limits: {
              requestsPerSecond: 2.5,
              share: 0.8,
              concurrency: 1,
              timeoutSeconds: 5,
              readinessSeconds: 0,
              lockSeconds: 60,
            },
            settings: { basePath: "/x" },
            at: { file: "trueup.yaml", line: 5, column: 3 },
          },
        ],
      ]),
    });
    expect(references).toStrictEqual([
      {
        reference: "env:KEY",
        target: "cloud",
        path: "/targets/cloud/credential/apiKey",
        at: { file: "trueup.yaml", line: 4, column: 77 },
      },
      {
        reference: "file:secrets/router",
        target: "routers",
        path: "/targets/routers/credential/password",
        at: { file: "trueup.yaml", line: 10, column: 36 },
      },
    ]);
  });

  test("an absolute certificate path stays as it is", () => {
    const { project } = target(`${dashboard}, ${key}, tls: { ca: /etc/ca.pem }`);
    expect(project?.targets.get("t")?.tls).toStrictEqual({ ca: "/etc/ca.pem" });
  });

  test("an unverified target is allowed and warned of", () => {
    const loaded = target(`interface: dashboard, url: http://d.example.net, ${key}, tls: { insecure: true }`);
    expect(loaded.problems.map(({ severity, code }) => [severity, code])).toStrictEqual([
      ["warning", "insecure-tls"],
    ]);
    expect(loaded.project?.targets.get("t")?.tls).toStrictEqual({ insecure: true });
  });

  test("with an error there is no project, and all problems are told", () => {
    const loaded = read("version: 2\nenviroment: x\ntargets: { 'a/b': { interface: fabrik }, c: 5 }\n");
    expect(loaded.project).toBeUndefined();
    expect(told(loaded)).toStrictEqual([
      "1:1 missing-field: trueup.yaml needs `environment` (The environment that this project describes. Its name is part of the Git refs' names.)",
      "1:10 invalid-value: `version` must be 1 (The version of this file's format: 1.)",
      "2:1 unknown-field: trueup.yaml has no field `enviroment` (Did you mean `environment`?)",
      "3:12 invalid-key: `a/b` cannot be a target's name: it must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
      "3:32 unknown-interface: there is no interface `fabrik` (Did you mean `fabric`?)",
      "3:45 wrong-type: `targets.c` must be a map, not a number (The targets (controllers and devices), by name.)",
    ]);
  });

  test.each([
    ["", "1:1 wrong-type: the project file must be one map (To create a project file, run `trueup init`.)"],
    [
      "- a\n",
      "1:1 wrong-type: the project file must be one map (To create a project file, run `trueup init`.)",
    ],
    [
      `${head}---\na: 1\n`,
      "1:1 wrong-type: the project file must be one map (To create a project file, run `trueup init`.)",
    ],
    ["a: [b", "1:6 yaml-syntax: a bracket is not closed (Look above for the opening `{` or `[`.)"],
    [
      `${head}targets: {}\ndesiredState: ../x\n`,
      "4:15 invalid-value: `desiredState` must be a folder inside the project, without `..`",
    ],
    [
      `${head}targets: {}\ndesiredState: /x\n`,
      "4:15 invalid-value: `desiredState` must be a folder inside the project, without `..`",
    ],
    [
      `${head}targets: {}\nsecrets: { allow: [FOO] }\n`,
      "4:20 invalid-value: `secrets.allow.0` must start with env: or file: (Globs of the secret references that desired state may use, such as `env:*_PSK`.)",
    ],
    [
      `${head}targets: {}\nsecrets: { alow: [] }\n`,
      "4:12 unknown-field: `secrets` has no field `alow` (Did you mean `allow`?)",
    ],
  ])("%j", (text, expected) => {
    expect(told(read(text))).toContain(expected);
    expect(read(text).project).toBeUndefined();
  });
});

describe("a target's problems", () => {
  const forms = "(It takes { apiKey: { secret: env:NAME } }.)";
  test.each([
    [
      `url: https://x, ${key}`,
      ["4:3 missing-field: target `t` needs `interface` (Known: dashboard, fabric, restconf.)"],
    ],
    [
      `interface: 5, ${key}`,
      [
        "4:19 unknown-interface: `interface` must be text, not a number (Known: dashboard, fabric, restconf.)",
      ],
    ],
    [`${dashboard}`, [`4:3 missing-field: target \`t\` needs \`credential\` ${forms}`]],
    [
      `${dashboard}, ${key}, dialect: newtral`,
      ["4:112 invalid-value: `dialect` must be `neutral` or `other` (Did you mean `neutral`?)"],
    ],
    [
      `${dashboard}, ${key}, limits: { share: 0 }`,
      [
        "4:120 invalid-value: `limits.share` must be more than 0 (The part of the controller's rate limit that trueup may use: more than 0, at most 1.)",
      ],
    ],
    [
      `${dashboard}, ${key}, limits: { share: 1.5 }`,
      [
        "4:120 invalid-value: `limits.share` must be at most 1 (The part of the controller's rate limit that trueup may use: more than 0, at most 1.)",
      ],
    ],
    [
      `${dashboard}, ${key}, limits: { concurrency: 1.5 }`,
      [
        "4:126 wrong-type: `limits.concurrency` must be a whole number, not a fraction (The maximum number of requests in flight. The actual number follows the latency.)",
      ],
    ],
    [
      `${dashboard}, ${key}, settings: { basepath: x }`,
      ["4:115 unknown-field: `settings` has no field `basepath` (Did you mean `basePath`?)"],
    ],
    [
      `${dashboard}, ${key}, hosts: [a]`,
      [
        "4:110 invalid-value: `hosts` is only for targets with {host} in their URL (The device hosts to which the credential may be sent: CIDR, `.suffix` or name.)",
      ],
    ],
    [
      `${dashboard}, credential: { apiKey: abc }`,
      [
        "4:80 plain-text-secret: `credential.apiKey` must be a secret reference, never the secret itself (Write `apiKey: { secret: env:NAME }`, and change the secret if this file was ever committed.)",
      ],
    ],
    [
      `${dashboard}, credential: { apikey: { secret: env:K } }`,
      [
        `4:58 missing-field: \`credential\` needs \`apiKey\` ${forms}`,
        `4:72 unknown-field: \`credential\` has no field \`apikey\` ${forms}`,
      ],
    ],
    [
      `${dashboard}, credential: { apiKey: { secret: command:x } }`,
      [
        "4:80 secret-command: a command must be a list, and is allowed only in a credential of trueup.yaml (In a credential, write { secret: { command: [vault, read, ...] } }; elsewhere, env:NAME or file:PATH.)",
      ],
    ],
    [`${dashboard}, credential: abc`, [`4:70 wrong-type: \`credential\` must be a map, not text ${forms}`]],
    [
      `interface: restconf, url: "https://{host}", ${login}`,
      [
        "4:3 missing-field: target `t` needs `hosts` (The device hosts to which the credential may be sent: CIDR, `.suffix` or name.)",
      ],
    ],
    [
      `interface: restconf, url: "https://{host}", hosts: [10.0.0.0/33], ${login}`,
      [
        "4:60 invalid-value: `hosts.0` is not an address, range, `.suffix` or name (For example 10.20.0.0/16 or .routers.example.net.)",
      ],
    ],
    [
      `interface: restconf, url: "https://{host}", hosts: ["core-1:8443"], ${login}`,
      [
        "4:60 invalid-value: `hosts.0` is not an address, range, `.suffix` or name (Omit the port: hosts use the port of the url.)",
      ],
    ],
    [
      `interface: restconf, url: https://x, hosts: [x], ${login}`,
      [
        '4:34 bad-url: `url` must contain {host} once, in place of a device\'s host (Write "https://{host}".)',
      ],
    ],
  ])("%s", (fields, expected) => {
    expect(told(target(fields))).toStrictEqual(expected);
  });

  test("a credential with several forms is told with the form that fits best", () => {
    const loaded = target(
      "interface: fabric, url: https://x, credential: { username: { secret: env:U }, pasword: { secret: env:P } }",
    );
    const hint =
      "(It takes { token: { secret: env:NAME } } or { username: { secret: env:NAME }, password: { secret: env:NAME } }.)";
    expect(told(loaded)).toStrictEqual([
      `4:43 missing-field: \`credential\` needs \`password\` ${hint}`,
      `4:86 unknown-field: \`credential\` has no field \`pasword\` ${hint}`,
    ]);
  });

  test("no problem shows a secret", () => {
    const texts = [
      `${dashboard}, credential: { apiKey: hunter2 }`,
      `${dashboard}, ${key.replace("env:KEY", "hunter2")}`,
      "interface: fabric, url: https://x, dialect: y, credential: { username: admin, password: hunter2 }",
      `interface: dashboard, url: "https://me:hunter2@d.example.net", ${key}`,
    ];
    for (const text of texts) {
      const { problems } = target(text);
      expect(problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(problems)).not.toContain("hunter2");
    }
  });
});

describe("where a credential may be sent", () => {
  const of = { fleet: false, hosts: [], insecure: false, over: "http" } as const;
  const fleet = { fleet: true, hosts: ["10.0.0.0/8"], insecure: false, over: "http" } as const;
  const ssh = { ...fleet, over: "ssh" } as const;
  test.each([
    ["https://d.example.net", of],
    ["https://d.example.net:8443/base/", of],
    ["http://localhost:8080", of],
    ["http://127.0.0.1:1", of],
    ["http://[::1]:1", of],
    ["http://d.example.net", { ...of, insecure: true }],
    ["https://{host}", fleet],
    ["https://{host}:8443/x", fleet],
    ["https://{host}.example.net", fleet],
    ["https://gateway.example.net/devices/{host}", fleet],
    ["http://127.0.0.1:8080/{host}", fleet],
    ["http://{host}:80", { ...fleet, hosts: ["127.0.0.0/8", "localhost"] }],
    ["ssh://{host}", ssh],
    ["ssh://{host}:2022", ssh],
    ["ssh://gateway.example.net:4805/{host}", ssh],
  ])("%s will do", (url, how) => {
    expect(urlFault({ url, ...how })).toBeUndefined();
  });

  test.each([
    ["d.example.net", of, "must be an absolute"],
    ["ftp://d.example.net", of, "must be an absolute"],
    ["https://", of, "must be an absolute"],
    ["https://me@d.example.net", of, "cannot hold a user name"],
    ["https://d.example.net?x=1", of, "cannot have a query"],
    ["https://d.example.net#x", of, "cannot have a query"],
    ["https://{host}", of, "cannot have {host}"],
    ["http://d.example.net", of, "unencrypted"],
    ["http://127.0.0.1.example.net", of, "unencrypted"],
    ["https://d.example.net", fleet, "must contain {host} once"],
    ["https://{host}/{host}", fleet, "must contain {host} once"],
    ["http://{host}.example.net", { ...fleet, hosts: ["localhost"] }, "unencrypted"],
    ["http://gateway.example.net/{host}", { ...fleet, hosts: ["127.0.0.1"] }, "unencrypted"],
    ["https://gateway.example.net:{host}", fleet, "must be an absolute"],
    ["https://evil.example#{host}", fleet, "cannot have a query"],
    ["https://{host}@evil.example", fleet, "cannot hold a user name"],
    ["http://{host}", fleet, "unencrypted"],
    ["ssh://{host}", fleet, "must be an absolute http"],
    ["https://{host}", ssh, "must be an absolute ssh"],
    ["ssh://admin@{host}", ssh, "cannot hold a user name"],
    ["ssh://10.0.0.1", ssh, "must contain {host} once"],
    ["http://{host}", { ...fleet, hosts: ["127.0.0.0/8", "10.0.0.1"] }, "unencrypted"],
  ])("%s will not", (url, how, what) => {
    expect(urlFault({ url, ...how })?.message).toContain(what);
  });

  test.each([
    ["127.0.0.0/7", false],
    ["127.1.2.3/32", true],
    ["128.0.0.1", false],
    ["::1/128", true],
    [".localhost", false],
  ])("%s is loopback: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
