/** `trueup login` against an independent OAuth server. This test plays the browser. */

import type { ChildProcess } from "node:child_process";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { OAuth2Server } from "oauth2-mock-server";
import { expect, onTestFinished, test } from "vitest";
import { fewer, isLong } from "../../long-forms.ts";
import { folder, trueup, trueupProcess } from "../command.ts";
import type { Ended } from "../commands-here.ts";

const secret = "client-canary-secret-1";

interface World {
  readonly cwd: string;
  readonly config: string;
  readonly server: OAuth2Server;
  /** Every token that the server has issued. */
  readonly given: string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the OAuth server, with a firewall manager at the same origin, and creates a project for the manager. */
async function world(more = ""): Promise<World> {
  const endpoints = { authorize: "/oauth/authorize", token: "/oauth/token" };
  const server = new OAuth2Server(undefined, undefined, { endpoints });
  await server.issuer.keys.generate("RS256");
  const given: string[] = [];
  server.service.on("beforeResponse", ({ body }: { body: Record<string, unknown> }) => {
    for (const name of ["access_token", "refresh_token"]) given.push(String(body[name] ?? "none"));
  });
  const http = createServer((request, response) => {
    if (request.url !== "/devices") return server.service.requestHandler(request, response);
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    response.writeHead(given.includes(token) ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify([{ serial: "FW1", name: "fw-berlin", status: "up" }]));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  server.issuer.url = url;
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: lab
targets:
  fw:
    interface: firewall
    url: ${url}
    credential: { clientId: trueup, clientSecret: { secret: env:FW_SECRET }${more} }
  plain: { interface: sdwan, url: ${url}, credential: { token: { secret: env:FW_SECRET } } }
`,
    "desired-state/fw.yaml": "target: fw\ndevices: { berlin: { serial: FW1, status: up } }\n",
  });
  const config = await folder();
  return { cwd, config, server, given, env: { XDG_CONFIG_HOME: config, FW_SECRET: secret } };
}

/** Runs a login. `browse` receives the URL that the user must open. */
function login(
  { cwd, env }: World,
  args: readonly string[],
  browse: (url: URL) => Promise<unknown> = async (url) => fetch(url),
): Promise<Ended> {
  let seen = "";
  let begun = false;
  const started = (child: ChildProcess) =>
    child.stderr?.on("data", (text: string | Buffer) => {
      seen += String(text);
      const url = /(http:\S+)\n/.exec(seen)?.[1];
      if (url === undefined || begun) return;
      begun = true;
      void browse(new URL(url));
    });
  const debug = ["--log-level", "debug"];
  return trueupProcess([...debug, "login", "fw", "--no-browser", "--timeout", "20", ...args], {
    cwd,
    env,
    started,
  });
}

const callback = (url: URL, answer: Readonly<Record<string, string>>) =>
  fetch(`${url.searchParams.get("redirect_uri")}?${new URLSearchParams(answer)}`);

test("a login keeps the refresh token where only this user can read it, and says no secret", async () => {
  const at = await world();
  const before = await trueup(["plan"], at);
  expect(before.out).toContain("trueup login fw");
  const asked: URL[] = [];
  const pages: string[] = [];
  const ended = await login(at, [], async (url) => {
    asked.push(url);
    pages.push(await (await fetch(url)).text());
  });
  expect(ended.status, ended.err).toBe(0);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    response_type: "code",
    client_id: "trueup",
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(pages[0]).toContain("Logged in to fw");
  const kept = join(at.config, "trueup", "logins");
  const [file = ""] = await readdir(kept);
  expect((await stat(join(kept, file))).mode & 0o777).toBe(0o600);
  expect((await stat(kept)).mode & 0o777).toBe(0o700);
  const token = (await readFile(join(kept, file), "utf8")).trim();
  expect(at.given).toContain(token);
  const plan = await trueup(["--log-level", "debug", "plan"], at);
  expect(plan.out).toContain("1 as declared");
  for (const text of [ended.out, ended.err, plan.out, plan.err, pages.join("")])
    for (const hidden of [secret, ...at.given.filter((each) => each !== "none")])
      expect(text).not.toContain(hidden);
  expect((await trueup(["logout", "fw"], at)).out).toContain("was deleted from");
  expect(await readdir(kept)).toEqual([]);
  expect((await trueup(["logout", "fw"], at)).out).toContain("was not stored");
});

test("an answer of another login is refused, and the right one still counts", async () => {
  const at = await world();
  const pages: string[] = [];
  const ended = await login(at, [], async (url) => {
    pages.push(await (await callback(url, { state: "someone-elses", code: "x" })).text());
    await fetch(url);
  });
  expect(pages[0]).toMatch(/does not belong to this login/);
  expect(ended.err).toMatch(/wrong state.*keeps waiting/);
  expect(ended.status).toBe(0);
});

test.each<[string, (state: string) => Record<string, string>, RegExp]>([
  [
    "was denied",
    (state) => ({ state, error: "access_denied", error_description: "not you" }),
    /login-denied.*access_denied: not you/,
  ],
  [
    "is of another server",
    (state) => ({ state, code: "x", iss: "https://evil.example" }),
    /login-refused.*evil/,
  ],
  ["has no code", (state) => ({ state }), /login-refused/],
])("an answer that %s ends the login with a message, in the browser too", async (_, answer, message) => {
  const at = await world();
  const pages: string[] = [];
  const ended = await login(at, [], async (url) => {
    const brought = await callback(url, answer(url.searchParams.get("state") ?? ""));
    pages.push(await brought.text());
  });
  expect(ended.status).toBe(1);
  expect(ended.err).toMatch(message);
  expect(pages[0]).toContain("Not logged in to fw");
  expect(at.given).toEqual([]);
});

/** Makes the server issue access tokens without refresh tokens, with this lifetime in seconds. */
function givesAccessAlone({ server }: World, expiresIn: number | undefined): void {
  server.service.on("beforeResponse", ({ body }: { body: Record<string, unknown> }) => {
    delete body.refresh_token;
    delete body.expires_in;
    if (expiresIn !== undefined) body.expires_in = expiresIn;
  });
}

const lifetimes = [
  [3600, /expires at \S+T\d\d:\d\d\S+, in 60 min/],
  [undefined, /uses the token until the server refuses it/],
] as const;

test.each(fewer(lifetimes, 1))(
  "an access token alone (%s s) is kept, is said when it ends, and is used",
  async (lasts, says) => {
    const at = await world();
    givesAccessAlone(at, lasts);
    const ended = await login(at, []);
    expect(ended).toMatchObject({ status: 0, out: expect.stringMatching(says) });
    const plan = await trueup(["plan"], at);
    expect(plan.out).toContain("1 as declared");
    expect(at.given.filter((token) => token !== "none")).toHaveLength(2);
    const said = ended.out + ended.err + plan.out + plan.err;
    for (const token of at.given.filter((each) => each !== "none")) expect(said).not.toContain(token);
  },
);

test("an access token alone that has ended, or is refused, asks for a login, and is sent no more", async () => {
  const at = await world();
  givesAccessAlone(at, 3600);
  expect((await login(at, [])).status).toBe(0);
  at.given.length = 0;
  const refused = await trueup(["plan"], at);
  expect(refused.out).toContain("login-ended");
  expect(refused.out).toContain("trueup login fw");
  const [file = ""] = await readdir(join(at.config, "trueup/logins"));
  const path = join(at.config, "trueup/logins", file);
  const kept = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...kept, endsAt: "2020-01-01T00:00:00.000Z" }));
  expect((await trueup(["plan"], at)).out).toContain("login-ended");
});

if (isLong)
  test("an access token alone goes into a file that is named as it is, for `token` in the credential", async () => {
    const at = await world();
    givesAccessAlone(at, 3600);
    expect((await login(at, ["--to", "token.txt"])).out).toContain("Name this file as `token`");
    expect(at.given).toContain((await readFile(join(at.cwd, "token.txt"), "utf8")).trim());
  });

if (isLong)
  test("nobody who comes, a port that is taken and a target without logins are told", async () => {
    const at = await world();
    const alone = await login(at, ["--timeout", "0.2"], async () => {});
    expect(alone).toMatchObject({
      status: 1,
      err: expect.stringContaining("there was no login within 0.2 s"),
    });
    const port = new URL(at.server.issuer.url ?? "").port;
    const taken = await login(at, ["--port", port]);
    expect(taken).toMatchObject({
      status: 1,
      err: expect.stringContaining(`127.0.0.1:${port}: another program`),
    });
    const other = await trueup(["login", "plain"], at);
    expect(other).toMatchObject({ status: 1, err: expect.stringContaining("plain needs no login") });
  });

test("the token goes to a file of one's own, and is not used once others may read it", async () => {
  const at = await world(", store: { file: kept/token }");
  expect((await login(at, [])).status).toBe(0);
  const file = join(at.cwd, "kept/token");
  expect(at.given).toContain((await readFile(file, "utf8")).trim());
  await chmod(file, 0o644);
  expect((await trueup(["plan"], at)).out).toContain("exposed-token");
});

test("a program of the user's keeps the token: on its standard input to save it, printed to load it", async () => {
  const keeper = `const [, verb] = process.argv, fs = require("fs"), f = "vault";
if (verb === "save") fs.writeFileSync(f, fs.readFileSync(0));
else if (verb === "load") process.stdout.write(fs.existsSync(f) ? fs.readFileSync(f) : "");
else fs.rmSync(f);`;
  const command = JSON.stringify([process.execPath, "-e", keeper]);
  const at = await world(`, store: { command: ${command} }`);
  expect((await trueup(["plan"], at)).out).toContain("not-logged-in");
  expect((await login(at, [])).out).toContain("is stored in the store");
  expect(at.given).toContain(await readFile(join(at.cwd, "vault"), "utf8"));
  expect((await trueup(["plan"], at)).out).toContain("1 as declared");
  expect((await trueup(["logout", "fw"], at)).status).toBe(0);
  expect(await readdir(at.cwd)).not.toContain("vault");
});

if (isLong)
  test("in a pipeline the refresh token comes from a secret, and one that is replaced is warned about", async () => {
    const at = await world(", refreshToken: { secret: env:FW_REFRESH }");
    const refused = await trueup(["login", "fw"], at);
    expect(refused).toMatchObject({ status: 1, err: expect.stringContaining("--to FILE") });
    expect((await login(at, ["--to", "token.txt"])).status).toBe(0);
    const token = (await readFile(join(at.cwd, "token.txt"), "utf8")).trim();
    at.server.service.on("beforeResponse", ({ body }: { body: Record<string, unknown> }) => {
      body.refresh_token = "rotated-canary-token";
    });
    const plan = await trueup(["plan"], { ...at, env: { ...at.env, FW_REFRESH: token } });
    expect(plan.out).toContain("1 as declared");
    expect(plan.err).toContain("replaced the refresh token");
    expect(plan.err + plan.out).not.toContain("rotated-canary-token");
  });
