/**
 * serve.yaml: its values with their defaults, and every mistake with its line. Without credentials, it permits access
 * only over loopback.
 */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemsText } from "../../../src/report/problems.ts";
import { plain } from "../../../src/report/text/style.ts";
import { insideFollowed } from "../../../src/serve/config/outside.ts";
import { loadServeFile } from "../../../src/serve/config/serve-file.ts";
import { folder } from "../../cli/command.ts";

const least = `version: 1
data: state
repositories:
  network: { url: "https://git.example.net/acme/network.git", branches: { main: {} } }
`;

const load = (text: string) => loadServeFile({ path: "serve.yaml", text }, "/etc/trueup");

/** Returns each problem as `line:column code`. */
function saidOf(text: string): readonly string[] {
  return load(text).problems.map(({ at, code }) => `${at?.line}:${at?.column} ${code}`);
}

test("the least that it can say has every default", () => {
  const { config, problems } = load(least);
  expect(problems).toEqual([]);
  expect(config).toMatchObject({
    data: "/etc/trueup/state",
    listen: { host: "127.0.0.1", port: 8080 },
    repositories: [
      {
        name: "network",
        fetchMs: 60_000,
        branches: [{ name: "main", projects: [{ file: "trueup.yaml", secrets: [], command: false }] }],
      },
    ],
    access: {
      publicUrl: "http://127.0.0.1:8080",
      tokens: [],
      sessions: { lifetimeMs: 28_800_000, keys: [] },
    },
    limits: { connections: 1000, bodyBytes: 262_144 },
  });
});

test("all that it can say", () => {
  const { config, problems } = load(`# yaml-language-server: $schema=serve.json
version: 1
data: /var/lib/trueup
listen: "[::]:8443"
tls: { cert: tls/cert.pem, key: tls/key.pem }
behind: [10.0.0.0/8]
publicUrl: https://trueup.example.net
repositories:
  network:
    url: git@git.example.net:acme/network.git
    branches:
      main:
        projects:
          - trueup.yaml
          - { file: lab/trueup.yaml, secrets: ["env:LAB_*"], command: true }
    fetch: 5m
    webhook: { provider: gitlab, secret: { secret: file:hooks/network } }
oidc:
  issuer: https://login.example.net/realm
  clientId: trueup
  clientSecret: { secret: env:OIDC_SECRET }
  scopes: [email, groups]
  groupsClaim: roles
  hosts: [.example.net]
tokens:
  prometheus: { token: { secret: file:/etc/trueup/prometheus }, role: view }
  ci: { token: { secret: env:CI_TOKEN }, role: apply, environments: [network/lab] }
roles:
  engineers: apply
  "*": [{ role: view }, { role: plan, environments: ["network/lab-*"] }]
sessions: { lifetime: 2d, key: { secret: env:KEY }, previousKeys: [{ secret: env:KEY_BEFORE }] }
limits: { bodyKilobytes: 1, requestSeconds: 5 }
`);
  expect(problems).toEqual([]);
  expect(config).toMatchObject({
    listen: { host: "::", port: 8443 },
    tls: { cert: "/etc/trueup/tls/cert.pem" },
    repositories: [{ branches: [{ projects: [{}, { file: "lab/trueup.yaml", command: true }] }] }],
    access: {
      publicUrl: "https://trueup.example.net",
      oidc: { scopes: ["openid", "email", "groups"], groupsClaim: "roles" },
      sessions: { lifetimeMs: 172_800_000, keys: [{ secret: "env:KEY" }, { secret: "env:KEY_BEFORE" }] },
    },
    limits: { bodyBytes: 1024, requestMs: 5000 },
  });
  expect(config?.access.roles.get("*")).toHaveLength(2);
});

const tokens = "tokens: { ci: { token: { secret: env:T }, role: view } }\n";
const oidc = "oidc: { issuer: https://id.example.net, clientId: a }\n";

test.each([
  ["an unknown field", "listenn: 127.0.0.1:1\n", ["5:1 unknown-field"]],
  ["a listener for all, without credentials", "listen: 0.0.0.0:8080\n", ["5:1 missing-field"], true],
  ["and what is said of it", "listen: 0.0.0.0:80\n", ["5:9 serve-open", "5:9 serve-plain"], true],
  ["IPv6 for all", 'listen: "[::]:80"\n', ["5:9 serve-open"], true],
  [
    "tokens in plain text",
    `listen: 0.0.0.0:80\npublicUrl: https://a.example\n${tokens}`,
    ["5:9 serve-plain"],
  ],
  [
    "tokens in plain text, behind no proxy at all",
    `listen: 0.0.0.0:80\npublicUrl: https://a.example\nbehind: []\n${tokens}`,
    ["5:9 serve-plain"],
  ],
  ["a proxy before what asks nobody", "behind: [10.0.0.1]\n", ["5:9 serve-open"]],
  ["a public name of what asks nobody", "publicUrl: https://a.example\n", ["5:12 serve-open"]],
  ["a public name in plain text", `publicUrl: http://a.example\n${tokens}`, ["5:12 serve-plain"]],
  ["a public name with a path", "publicUrl: http://127.0.0.1:8080/x\n", ["5:12 bad-url"]],
  [
    "an issuer in plain text",
    'oidc: { issuer: "http://id.example.net", clientId: a }\nroles: { a: view }\n',
    ["5:17 bad-url"],
  ],
  ["people who may nothing", oidc, ["5:1 missing-field"]],
  [
    "a token that is no reference",
    "tokens: { ci: { token: canary-token-1, role: view } }\n",
    ["5:24 plain-text-secret"],
  ],
  ["a key that is no reference", "sessions: { key: canary-key-1 }\n", ["5:18 plain-text-secret"]],
  ["a reference of no form", "sessions: { key: { secret: 'env:a-b' } }\n", ["5:18 secret-form"]],
  ["a proxy that is a name", `behind: [proxy.local]\n${tokens}`, ["5:10 invalid-value"]],
  ["a port that is none", "listen: 127.0.0.1:70000\n", ["5:9 invalid-value"]],
  ["a role that is none", `${tokens}roles: { a: admin }\n`, ["6:13 invalid-value"]],
])("%s is refused at its place", (_, text, expected, partly = false) => {
  const said = saidOf(least + text);
  if (partly) expect(said).toEqual(expect.arrayContaining(expected));
  else expect(said).toEqual(expected);
  expect(load(least + text).config).toBeUndefined();
});

test.each([
  ["http://git.example.net/a", "bad-url"],
  ["ftp://git.example.net/a", "bad-url"],
  ["ext::sh -c id", "bad-url"],
  ["--upload-pack=id", "bad-url"],
  ["https://user:canary@git.example.net/a", "plain-text-secret"],
])("the URL %s is refused, and not shown", (url, code) => {
  const { problems, config } = load(least.replace("https://git.example.net/acme/network.git", url));
  expect(problems.map((each) => each.code)).toEqual([code]);
  expect(problems[0]?.message).not.toContain(url);
  expect(config).toBeUndefined();
});

test.each([
  "git@git.example.net:a.git",
  "ssh://git@h/a",
  "/srv/git/a.git",
  "file:///srv/a",
  "http://127.0.0.1/a",
])("the URL %s will do", (url) => {
  expect(load(least.replace("https://git.example.net/acme/network.git", url)).problems).toEqual([]);
});

test.each(["main..x", "-x", "a b", "x.lock", "refs//x", "x/"])("%s is no branch", (name) => {
  expect(load(least.replace("main:", `"${name}":`)).problems[0]?.code).toBe("invalid-key");
});

test.each(["../trueup.yaml", "/etc/trueup.yaml", "a/../../b.yaml", "trueup.json"])(
  "%s is no project",
  (path) => {
    const text = least.replace("main: {}", `main: { projects: ["${path}"] }`);
    expect(load(text).problems[0]?.code).toBe("invalid-value");
  },
);

describe("the host of a repository", () => {
  const withHost = (url: string, host: string) =>
    load(
      least
        .replace("https://git.example.net/acme/network.git", url)
        .replace("main: {} }", `main: {} }, host: { token: { secret: env:T }, ${host} }`),
    );

  test.each([
    ["https://github.com/acme/network.git", "provider: github", "https://api.github.com", "acme/network"],
    ["git@github.com:acme/network.git", "provider: github", "https://api.github.com", "acme/network"],
    ["ssh://git@ghe.example.net:7999/a/b", "provider: github", "https://ghe.example.net/api/v3", "a/b"],
    ["https://gl.example.net:8443/a/b/c", "provider: gitlab", "https://gl.example.net:8443/api/v4", "a/b/c"],
    [
      "/srv/a.git",
      'provider: gitlab, api: "https://gl.example.net/api/v4", project: a/b',
      "https://gl.example.net/api/v4",
      "a/b",
    ],
  ])("of %s with %s is asked at %s for %s", (url, host, api, project) => {
    const { config, problems } = withHost(url, host);
    expect(problems).toEqual([]);
    const [repository] = config?.repositories ?? [];
    expect(repository?.host).toMatchObject({ api, project, proposals: "all", drift: true });
  });

  test("is where its pages are", () => {
    const [repository] =
      withHost("git@gl.example.net:a/b.git", "provider: gitlab").config?.repositories ?? [];
    expect(repository?.pages).toEqual({ is: "gitlab", url: "https://gl.example.net/a/b" });
  });

  test.each([
    ["/srv/a.git", "provider: gitlab", "missing-field"],
    ["https://github.com/acme/network", 'provider: github, api: "http://api.github.com"', "bad-url"],
    ["https://github.com/acme/network", 'provider: github, api: "https://u:canary@h/x"', "bad-url"],
    ["https://github.com/acme/x/network", "provider: github", "invalid-value"],
    ["https://github.com/acme/network", "provider: gitea", "invalid-value"],
    // The server learns about comments only from a webhook, so comments need one.
    ["https://github.com/acme/network", "provider: github, comments: true", "missing-field"],
  ])("of %s with %s is refused: %s", (url, host, code) => {
    expect(withHost(url, host).problems.map((each) => each.code)).toEqual([code]);
  });

  test("shows no token that stands there by mistake", () => {
    const { problems } = load(
      least.replace("main: {} }", "main: {} }, host: { provider: gitlab, token: canary-token-1 }"),
    );
    expect(problems.map(({ code }) => code)).toEqual(["plain-text-secret"]);
    expect(problemsText(problems, plain)).not.toContain("canary-token-1");
  });
});

test("no excerpt shows a secret that stands there by mistake", () => {
  const { problems } = load(`${least}tokens: { ci: { token: canary-token-1, role: view } }\n`);
  expect(problemsText(problems, plain)).not.toContain("canary-token-1");
});

test("what is no YAML, and no map, is said at its line", () => {
  expect(saidOf("version: [")).toEqual(["1:11 yaml-syntax"]);
  expect(saidOf("[]")).toEqual(["1:1 wrong-type"]);
});

describe("a file inside a work tree of what it follows", () => {
  const repository = async (url: string) => {
    const path = await folder();
    execFileSync("git", ["init", "-q", path]);
    execFileSync("git", ["-C", path, "remote", "add", "origin", url]);
    return path;
  };
  const follows = (url: string, path: string, data: string) =>
    insideFollowed(join(path, "serve.yaml"), {
      folder: path,
      data,
      repositories: [{ name: "network", url, branches: [], fetchMs: 1 }],
    });

  test.each([
    ["https://git.example.net/acme/network.git", "https://git.example.net/acme/network"],
    ["git@git.example.net:acme/network.git", "https://git.example.net/acme/network.git"],
  ])("is refused: %s, followed as %s", async (remote, url) => {
    const path = await repository(remote);
    expect((await follows(url, path, "/nowhere/data"))?.code).toBe("inside-repository");
    const elsewhere = await folder();
    expect((await follows(url, elsewhere, join(path, "not/yet")))?.message).toContain("not/yet");
    expect(await follows("https://git.example.net/acme/other", path, join(path, "x"))).toBeUndefined();
    expect(await follows(url, elsewhere, join(elsewhere, "data"))).toBeUndefined();
  });

  test("is refused, where it follows the folder itself", async () => {
    const path = await repository("https://git.example.net/acme/network.git");
    expect((await follows(path, path, "/nowhere/data"))?.code).toBe("inside-repository");
  });
});

test("workers have a name, a token and targets of their own", () => {
  const worker = (name: string, token: string, more = "") =>
    `  - { name: ${name}, token: { secret: "${token}" }, targets: ["${name}-*"]${more} }\n`;
  const workers = (...all: readonly string[]) => `${least}workers:\n${all.join("")}`;
  const good = workers(worker("a", "env:A"), worker("b", "file:b", ", expires: 2027-12-31"));
  expect(load(good).config?.workers).toEqual([
    { name: "a", token: { secret: "env:A" }, targets: ["a-*"] },
    { name: "b", token: { secret: "file:b" }, targets: ["b-*"], expires: "2027-12-31" },
  ]);
  expect(saidOf(workers(worker("a", "env:A"), worker("a", "env:B")))).toEqual(["7:13 invalid-value"]);
  expect(saidOf(workers(worker("a", "env:A"), worker("b", "env:A")))).toEqual(["7:23 invalid-value"]);
  expect(saidOf(workers(worker("a", "env:A", ", expires: soon")))).toHaveLength(1);
  expect(saidOf(`${least}workers: [{ name: a, token: itself, targets: ["*"] }]\n`).join()).toContain(
    "plain-text-secret",
  );
  expect(saidOf(`${least}workers: [{ name: a, token: { secret: env:A }, targets: [] }]\n`)).toHaveLength(1);
});
