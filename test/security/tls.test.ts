/** TLS with the real command: which certificates it trusts. It sends nothing to a server that it does not trust. */

import { createServer } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Endpoint } from "../../src/model/project.ts";
import { Secret } from "../../src/model/secret.ts";
import { openListening } from "../../src/notify/recipients.ts";
import { httpWire } from "../../src/runtime/http/http.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { folder, trueup, trueupProcess } from "../cli/command.ts";
import { authority } from "./certificates.ts";

interface Secure {
  readonly port: number;
  readonly asked: string[];
}

/** Starts an empty dashboard over TLS. Returns it with the requests that it received. */
async function secure(pair: { readonly cert: string; readonly key: string }): Promise<Secure> {
  const asked: string[] = [];
  const server = createServer(pair, (request, response) => {
    asked.push(`${request.url} ${request.headers["x-vendor-api-key"]}`);
    response.end("[]");
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  return { port: typeof at === "object" && at !== null ? at.port : 0, asked };
}

interface Cloud {
  readonly url: string;
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** Creates a project with a dashboard for each URL. `ca` names one of the files. */
function project(clouds: Readonly<Record<string, Cloud>>, files: Readonly<Record<string, string>>) {
  const targets = Object.entries(clouds).map(([name, { url, ...tls }]) => {
    const settings = Object.keys(tls).length === 0 ? "" : `, tls: ${JSON.stringify(tls)}`;
    return `  ${name}: { interface: dashboard, url: "${url}"${settings},
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }`;
  });
  return folder({
    ...files,
    "trueup.yaml": `version: 1\nenvironment: test\ntargets:\n${targets.join("\n")}\n`,
    "desired-state/.keep": "",
  });
}

async function checked(cwd: string, env?: Readonly<Record<string, string>>) {
  const args = ["check", "--format", "json"];
  const { out, err } = await (env ? trueupProcess(args, { cwd, env }) : trueup(args, { cwd }));
  const checks: { target: string; allowed: boolean; problem?: { code: string; message: string } }[] =
    JSON.parse(out).checks;
  return { err, by: Object.fromEntries(checks.map((each) => [each.target, each])) };
}

test("each target believes its own authority, and none believes that of another", async () => {
  const [east, west] = [authority("East"), authority("West")];
  const [atEast, atWest] = [await secure(east.issue(["localhost"])), await secure(west.issue(["localhost"]))];
  const urlOf = ({ port }: Secure) => `https://localhost:${port}`;
  const cwd = await project(
    {
      east: { url: urlOf(atEast), ca: "east.pem" },
      west: { url: urlOf(atWest), ca: "west.pem" },
      crossed: { url: `${urlOf(atWest)}/crossed`, ca: "east.pem" },
      both: { url: `${urlOf(atWest)}/both`, ca: "both.pem" },
      nobody: { url: `${urlOf(atEast)}/nobody` },
    },
    { "east.pem": east.pem, "west.pem": west.pem, "both.pem": east.pem + west.pem },
  );
  const { by } = await checked(cwd);
  expect(by).toMatchObject({ east: { allowed: true }, west: { allowed: true }, both: { allowed: true } });
  for (const name of ["crossed", "nobody"]) {
    expect(by[name]).toMatchObject({ allowed: false, problem: { code: "tls-failure" } });
    expect(by[name]?.problem?.message).toContain("localhost:");
  }
  expect([...atEast.asked, ...atWest.asked].filter((url) => /crossed|nobody/.test(url))).toEqual([]);
});

test("a certificate for another name, or one that has expired, is refused, and no key is sent", async () => {
  const ca = authority("Own");
  const other = await secure(ca.issue(["dashboard.example.net", "127.0.0.9"]));
  const expired = await secure(ca.issue(["localhost"], -30));
  const cwd = await project(
    {
      name: { url: `https://localhost:${other.port}`, ca: "ca.pem" },
      address: { url: `https://127.0.0.1:${other.port}`, ca: "ca.pem" },
      expired: { url: `https://localhost:${expired.port}`, ca: "ca.pem" },
    },
    { "ca.pem": ca.pem },
  );
  const { by } = await checked(cwd);
  for (const name of ["name", "address", "expired"]) {
    expect(by[name]).toMatchObject({ allowed: false, problem: { code: "tls-failure" } });
  }
  expect(by.name?.problem?.message).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
  expect(by.expired?.problem?.message).toContain("CERT_HAS_EXPIRED");
  expect([...other.asked, ...expired.asked]).toEqual([]);
});

test("no variable of the environment turns verification off, or adds an authority", async () => {
  const [own, foreign] = [authority("Own"), authority("Foreign")];
  const server = await secure(foreign.issue(["localhost"]));
  const url = `https://localhost:${server.port}`;
  const cwd = await project({ plain: { url }, pinned: { url, ca: "own.pem" } }, { "own.pem": own.pem });
  const file = `${await folder({ "foreign.pem": foreign.pem })}/foreign.pem`;
  const variables: readonly Readonly<Record<string, string>>[] = [
    { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    { NODE_EXTRA_CA_CERTS: file },
    { NODE_OPTIONS: "--use-openssl-ca", SSL_CERT_FILE: file },
    { NODE_OPTIONS: "--use-system-ca", SSL_CERT_FILE: file },
    { NODE_USE_SYSTEM_CA: "1", SSL_CERT_FILE: file },
  ];
  const refused = { allowed: false, problem: { code: "tls-failure" } };
  const found = await Promise.all(variables.map(async (env) => (await checked(cwd, env)).by));
  expect(found).toMatchObject(variables.map(() => ({ plain: refused, pinned: refused })));
  expect(server.asked).toEqual([]);
});

test("`tls.insecure` of one target leaves the others verified, and is warned of", async () => {
  const server = await secure(authority("Nobody's").issue(["localhost"]));
  const url = `https://localhost:${server.port}`;
  const cwd = await project({ lab: { url: `${url}/lab`, insecure: true }, real: { url } }, {});
  const { by, err } = await checked(cwd);
  expect(by).toMatchObject({ lab: { allowed: true }, real: { allowed: false } });
  expect(err).toContain("warning[insecure-tls]");
  expect(server.asked.map((each) => each.slice(0, 5))).toEqual(["/lab/"]);
});

test("a host of repositories is believed by the authority that is named for it, and by no variable of Node's", async () => {
  const ca = authority("Own");
  const server = await secure(ca.issue(["localhost"]));
  const url = `https://localhost:${server.port}`;
  const cwd = await folder({ "ca.pem": ca.pem, "plan.md": "the plan\n" });
  const env = {
    CI_API_V4_URL: url,
    CI_PROJECT_ID: "1",
    GITLAB_TOKEN: "canary-token",
    CI_MERGE_REQUEST_IID: "7",
  };
  const comment = (args: readonly string[], more: Readonly<Record<string, string>>) =>
    trueupProcess(["comment", ...args, "plan.md"], { cwd, env: { ...env, ...more } });
  const refused = await comment([], { NODE_EXTRA_CA_CERTS: join(cwd, "ca.pem") });
  expect(refused.err).toContain("no trusted TLS connection");
  expect(server.asked).toEqual([]);
  for (const { err } of [
    await comment(["--ca", "ca.pem"], {}),
    await comment([], { CI_SERVER_TLS_CA_FILE: join(cwd, "ca.pem") }),
  ])
    expect(err).not.toContain("no trusted TLS connection");
  expect(server.asked.length).toBeGreaterThan(1);
});

test("a webhook is believed by the authority that is named for it", async () => {
  const ca = authority("Own");
  const server = await secure(ca.issue(["localhost"]));
  const cwd = await folder({ "ca.pem": ca.pem });
  const entry = {
    on: ["drift"],
    webhook: `https://localhost:${server.port}/hook`,
    key: { secret: "env:HOOK" },
  } as const;
  const secrets = new Map([["env:HOOK", new Secret("k")]]);
  const around = {
    targets: new Map(),
    secrets,
    wireTo: (endpoint: Endpoint) =>
      httpWire(endpoint, { debug() {}, info() {}, warn() {} }, { secrets: openRedactor() }),
  };
  const outcomes: unknown[] = [];
  for (const notify of [entry, { ...entry, ca: join(cwd, "ca.pem") }]) {
    const { listening, close } = openListening([notify], around);
    for (const one of listening)
      if ("webhook" in one)
        outcomes.push(
          await one.webhook.wire.send(
            { method: "POST", url: entry.webhook, headers: {} },
            AbortSignal.timeout(9000),
          ),
        );
    await close();
  }
  expect(outcomes).toMatchObject([
    { outcome: "lost", problem: { code: "tls-failure" } },
    { outcome: "answered" },
  ]);
});
