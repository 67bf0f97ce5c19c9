/** TLS through the real command: whom it believes, and that nothing is sent to whom it does not. */

import { createServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { folder, trueup, trueupProcess } from "../cli/command.ts";
import { authority } from "./certificates.ts";

interface Secure {
  readonly port: number;
  readonly asked: string[];
}

/** A dashboard over TLS that says that there is nothing, and what it was asked. */
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

/** A project with a dashboard for each URL; `ca` names one of the files. */
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

test("no variable of the environment turns verification off, or adds an authority to a target's own", async () => {
  const [own, foreign] = [authority("Own"), authority("Foreign")];
  const server = await secure(foreign.issue(["localhost"]));
  const url = `https://localhost:${server.port}`;
  const cwd = await project({ plain: { url }, pinned: { url, ca: "own.pem" } }, { "own.pem": own.pem });
  const off = await checked(cwd, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  expect(off.by).toMatchObject({ plain: { allowed: false }, pinned: { allowed: false } });
  const extra = await folder({ "foreign.pem": foreign.pem });
  const added = await checked(cwd, { NODE_EXTRA_CA_CERTS: `${extra}/foreign.pem` });
  expect(added.by).toMatchObject({ plain: { allowed: true }, pinned: { allowed: false } });
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
